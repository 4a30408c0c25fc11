import { SetupEditor } from '../boards/setup_editor';
import { StrategoBoard } from '../boards/stratego_board';
import { kStrategoRanks, possibleRanks, strategoMan } from '../boards/stratego_men';
import { fill, h } from '../dom';
import type { GameState, Heard } from '../game_state';
import type { GameEvent, StrategoMan, StrategoView } from '../net/protocol';
import { capital } from '../words';
import { lastSquaresOf } from './darkchess_table';
import type { GameTable, TableHost } from './table';

/** Stratego: set up, move, strike, and keep book of what is known of each man. */
export class StrategoTable implements GameTable {
  readonly board = h('div', { class: 'board-box' });
  readonly panels: HTMLElement[];
  readonly placeholder = 'Type: a4a5 moves, man c7, lost';
  readonly help = [
    'setup human, setup random or setup LETTERS, then ready: put up your men',
    'a4a5 or a4-a5: move or strike',
    'board: the board row by row; men: your men; man c7: what is known of a man',
    'lost: who has fallen; tries: what you can do',
  ];
  private readonly strikePanel = h('section', { class: 'panel strike', 'aria-label': 'Last strike' });
  private readonly lookPanel = h('section', { class: 'panel look', 'aria-label': 'What is known' });
  private readonly lostPanel = h('section', { class: 'panel lost', 'aria-label': 'Men lost' });
  private readonly setupPlace = h('div', { class: 'setup-place' });
  private editor: SetupEditor | undefined;
  private field: StrategoBoard | undefined;
  private view: StrategoView;
  private last: string[] = [];
  private looked: string | undefined;

  constructor(
    private readonly host: TableHost,
    first: StrategoView,
  ) {
    this.view = first;
    this.panels = [this.setupPlace, this.strikePanel, this.lookPanel, this.lostPanel];
  }

  update(state: GameState): void {
    this.view = state.view as StrategoView;
    const settingUp = this.view.phase === 'setup' && this.view.my_turn === true;
    if (settingUp) this.edit();
    else this.play(state.heard);
    this.setupPlace.hidden = !settingUp;
    for (const panel of [this.strikePanel, this.lookPanel, this.lostPanel]) panel.hidden = settingUp;
  }

  reset(): void {
    if (this.field) this.field.show(this.view, this.last);
  }

  command(text: string): boolean {
    const [word = '', rest = ''] = text.toLowerCase().split(/\s+/, 2);
    if (this.editor && (word === 'setup' || word === 'ready')) return this.setupCommand(word, text.slice(5).trim());
    if (word === 'board') this.host.note(this.boardWords());
    else if (word === 'men') this.host.note(this.menWords());
    else if (word === 'lost') this.host.note(this.lostWords());
    else if (word === 'man') this.host.note(this.knownWords(rest));
    else if (word === 'tries') this.host.note(this.view.my_turn ? `You can: ${(this.view.tries ?? []).join(' ')}.` : 'It is not your turn.');
    else {
      const move = /^([a-j]\d{1,2})\s*[-x ]?\s*([a-j]\d{1,2})$/.exec(text.toLowerCase());
      if (!move) return false;
      const action = `${move[1]}${move[2]}`;
      if (!this.view.my_turn) this.host.note('It is not your turn.', 'problem');
      else if (!(this.view.tries ?? []).includes(action)) this.host.note(`${action} is not possible now.`, 'problem');
      else this.host.act(action);
    }
    return true;
  }

  destroy(): void {
    this.board.replaceChildren();
  }

  private edit(): void {
    if (this.editor) return;
    this.editor = new SetupEditor(this.view, this.host.seatName ?? 'red', this.host.rules, (letters) => this.host.act(letters));
    fill(this.board, this.editor.element);
    fill(this.setupPlace, this.editor.panel);
  }

  private play(heard: Heard[]): void {
    if (!this.field) {
      this.editor = undefined;
      const size = { files: this.view.files, ranks: this.view.ranks };
      this.field = new StrategoBoard(size, this.host.seatName, (action) => this.host.act(action), {
        onLook: (square) => this.look(square),
      });
      fill(this.board, this.field.element);
    }
    this.last = lastSquaresOf(heard);
    this.field.show(this.view, this.last);
    const strike = heard.findLast(({ event }) => event.type === 'strike');
    this.drawStrike(strike?.event, strike?.text);
    this.drawLost();
    this.look(this.looked);
  }

  private drawStrike(event: GameEvent | undefined, text: string | undefined): void {
    if (!event) {
      fill(this.strikePanel, h('h2', {}, 'Last strike'), h('p', { class: 'hint' }, 'Nobody has struck yet.'));
      return;
    }
    const attacker = String(event.seat);
    const defender = attacker === 'red' ? 'blue' : 'red';
    const result = String(event.result);
    const fallen = { attacker: result === 'loses' || result === 'both', defender: result !== 'loses' };
    const tile = (seat: string, rank: string, fell: boolean) =>
      h('span', { class: `strike-man${fell ? ' fell' : ''}` }, strategoMan(seat, rank));
    fill(this.strikePanel, h('h2', {}, 'Last strike'),
      h('div', { class: 'strike-row', 'aria-hidden': 'true' },
        tile(attacker, String(event.attacker), fallen.attacker),
        h('span', { class: 'strike-arrow' }, '→'),
        tile(defender, String(event.defender), fallen.defender)),
      h('p', { class: 'hint' }, text ?? ''));
  }

  private look(square: string | undefined): void {
    this.looked = square;
    fill(this.lookPanel, h('h2', {}, 'What is known'), this.lookContent(square));
  }

  private lookContent(square: string | undefined): (HTMLElement | string)[] {
    const man = this.manAt(square);
    if (!man) return [h('p', { class: 'hint' }, 'Point at a man to see what is known of it.')];
    const parts: HTMLElement[] = [h('p', {}, this.knownWords(square!))];
    if (!man.rank && this.view.hidden) {
      const ranks = possibleRanks(this.view.hidden, man.moved === true);
      const all = ranks.reduce((sum, [, n]) => sum + n, 0);
      parts.push(h('ul', { class: 'possible' }, ranks.map(([rank, n]) => {
        const item = h('li', {}, h('span', { class: 'possible-name' }, capital(rank.name)), h('span', { class: 'possible-n' }, `${n}`));
        item.style.setProperty('--share', String(n / all));
        return item;
      })));
    }
    return parts;
  }

  private manAt(square: string | undefined): StrategoMan | undefined {
    return square ? this.view.men.find((man) => man.at === square) : undefined;
  }

  private knownWords(square: string): string {
    const man = this.manAt(square);
    if (!man) return `Nothing stands on ${square}.`;
    const mine = man.seat === this.host.seatName;
    if (mine) return `Your ${man.rank} on ${square}${man.shown ? ': the enemy knows it' : man.moved ? ': it has moved' : ''}.`;
    if (man.rank) return `${capital(man.seat)}'s ${man.rank} on ${square}.`;
    const ranks = possibleRanks(this.view.hidden ?? {}, man.moved === true).map(([rank]) => rank.name);
    const moved = man.moved ? 'It has moved, so it is no bomb and no flag.' : 'It has not moved.';
    return `An unknown ${man.seat} man on ${square}. ${moved}${ranks.length <= 3 ? ` It can only be: ${ranks.join(', ')}.` : ''}`;
  }

  private drawLost(): void {
    const sides = [this.host.seatName ?? 'red', this.host.seatName === 'blue' ? 'red' : 'blue'];
    const row = (seat: string) => {
      const lost = this.view.lost[seat] ?? {};
      const men = kStrategoRanks.filter((rank) => lost[rank.name]);
      return h('div', { class: 'lost-side' },
        h('h3', {}, seat === this.host.seatName ? 'You have lost' : `${capital(seat)} has lost`),
        men.length
          ? h('div', { class: 'lost-men' }, men.map((rank) =>
              h('span', { class: 'lost-man', title: capital(rank.name) }, strategoMan(seat, rank.name),
                h('span', { class: 'tray-count' }, `×${lost[rank.name]}`),
                h('span', { class: 'visually-hidden' }, rank.name))))
          : h('p', { class: 'hint' }, 'nobody'));
    };
    fill(this.lostPanel, h('h2', {}, 'Fallen'), ...sides.map(row));
  }

  private setupCommand(word: string, rest: string): boolean {
    if (word === 'ready') {
      if (!this.editor!.finish()) this.host.note('Not all men are placed: setup human or setup random.', 'problem');
    } else if (rest === 'human' || rest === 'random') {
      void this.editor!.draw(rest).then(() => this.host.note(`Your set-up, front row first: ${this.editor?.setup ?? ''}. Type ready.`));
    } else {
      const fits = this.editor!.load(rest, 'This text is no set-up of these rules.');
      this.host.note(fits ? 'Set up. Type ready.' : 'This is no set-up of these rules.', fits ? 'note' : 'problem');
    }
    return true;
  }

  private boardWords(): string {
    const rows: string[] = [];
    for (let rank = this.view.ranks; rank >= 1; --rank) {
      let row = String(rank).padStart(2);
      for (let file = 0; file < this.view.files; ++file) {
        const square = `${String.fromCharCode(97 + file)}${rank}`;
        const man = this.manAt(square);
        const sign = man?.rank ? (kStrategoRanks.find((r) => r.name === man.rank)?.sign ?? '?') : '?';
        const text = man ? (man.seat === this.host.seatName ? sign : `${sign}'`) : this.view.lakes.includes(square) ? '~~' : '·';
        row += ` ${text.padStart(3)}`;
      }
      rows.push(row);
    }
    return rows.join('\n');
  }

  private menWords(): string {
    const mine = this.view.men.filter((man) => man.seat === this.host.seatName && man.at);
    return `Your men: ${kStrategoRanks
      .map((rank) => [rank.name, mine.filter((man) => man.rank === rank.name).map((man) => man.at)] as const)
      .filter(([, at]) => at.length)
      .map(([name, at]) => `${name} ${at.join(' ')}`)
      .join(', ')}.`;
  }

  private lostWords(): string {
    return Object.entries(this.view.lost)
      .map(([seat, lost]) => `${capital(seat)} has lost: ${Object.entries(lost).filter(([, n]) => n).map(([rank, n]) => `${n} ${rank}`).join(', ') || 'nobody'}.`)
      .join('\n');
  }
}
