import { KriegspielBoard, type Colour } from '../boards/kriegspiel_board';
import type { FogKind } from '../boards/fog_layer';
import { kPhantomMen, type PhantomMan, type PhantomTool } from '../boards/phantoms';
import { fill, h } from '../dom';
import type { GameState, Heard } from '../game_state';
import { manName, readTry, tryWords } from '../kriegspiel_moves';
import type { FogMessage, KriegspielView } from '../net/protocol';
import { segmented } from '../panels/segmented';
import { capital, count } from '../words';
import type { GameTable, TableHost } from './table';

const kWorking = 'Working out where the enemy may be…';
const kFogWords: Record<FogKind, string> = {
  off: 'See where the enemy may be, worked out from what you have heard.',
  king: 'How likely the enemy king stands there, in percent.',
  pawns: 'How likely an enemy pawn stands there, in percent.',
  pieces: 'How likely an enemy piece other than the king stands there, in percent.',
};

/** Kriegspiel: own men, guesses, fog, refused tries, "Any?". */
export class KriegspielTable implements GameTable {
  readonly board: HTMLElement;
  readonly panels: HTMLElement[];
  readonly buttons: HTMLElement[];
  readonly placeholder = 'Type a try: e2e4, Nf3, exd5, O-O';
  readonly help = [
    'e2e4, Nf3, exd5, O-O, e8=Q: make a try',
    'any: ask whether a pawn can capture, where the rules have it',
    'men: your men; board: the board row by row; enemy: what is left of the enemy',
    'tries: what you can still try; refused: what was refused this turn',
    'guess n f6: put a guessed knight; guess f6: remove it; guess clear',
    'fog: the likeliest squares of the enemy king',
  ];
  private readonly own: KriegspielBoard;
  private readonly colour: Colour;
  private readonly leftPanel = h('section', { class: 'panel men-left', 'aria-label': 'Enemy men left' });
  private readonly tray = h('div', { class: 'tray', role: 'group', 'aria-label': 'Guessed men' });
  private readonly fogWords = h('p', { class: 'hint', role: 'status' }, kFogWords.off);
  private readonly refused = h('p', { class: 'refused-line' });
  private readonly any: HTMLButtonElement;
  private view: KriegspielView;
  private fogKind: FogKind = 'off';
  private fogSpoken = false;
  private lastFog: FogMessage | undefined;

  constructor(
    private readonly host: TableHost,
    first: KriegspielView,
  ) {
    this.view = first;
    this.colour = host.seat === 'second' ? 'black' : 'white';
    this.own = new KriegspielBoard({
      size: { files: first.files, ranks: first.ranks },
      colour: this.colour,
      phantomKey: `nebel.guess.${host.id}.${this.colour}`,
      onTry: (action, premoved) => host.act(action, premoved),
      onPhantoms: () => this.drawTray(),
    });
    this.board = h('div', { class: 'board-box' }, this.own.element, this.refused);
    this.any = h('button', { type: 'button', class: 'button', hidden: true, onclick: () => host.act('any') }, 'Any?');
    this.any.title = 'Ask the umpire whether one of your pawns can capture';
    this.buttons = [this.any];
    this.panels = [this.leftPanel, this.guessPanel(), this.fogPanel()];
    this.drawTray();
  }

  update(state: GameState, fresh: Heard[]): void {
    this.view = state.view as KriegspielView;
    const view = this.view;
    this.own.show(view, { last: this.lastSquares(state.heard) });
    this.any.hidden = !this.hasAny();
    this.any.disabled = !view.may_ask;
    this.drawLeft();
    const refused = (view.refused ?? []).filter((t) => t !== 'any');
    fill(this.refused, refused.length
      ? ['Refused this turn: ', ...refused.map((t) => h('span', { class: 'refused-try' }, `${t.slice(0, 2)}-${t.slice(2)}`))]
      : view.must_capture ? 'You asked and the umpire said yes: try a capture with a pawn.' : '');
    if (fresh.length && this.fogKind !== 'off') this.askFog();
  }

  reset(): void {
    this.own.reset();
  }

  fog(message: FogMessage): void {
    this.lastFog = message;
    this.own.showFog(message, this.fogKind);
    this.fogWords.textContent = kFogWords[this.fogKind];
    if (!this.fogSpoken) return;
    this.fogSpoken = false;
    this.host.note(likeliest(message.king, 'The enemy king is likeliest on'));
  }

  problem(reason: string): void {
    if (this.fogWords.textContent === kWorking) this.fogWords.textContent = reason;
  }

  command(text: string): boolean {
    const [word = '', ...rest] = text.toLowerCase().split(/\s+/);
    if (word === 'men') this.host.note(this.menWords());
    else if (word === 'board') this.host.note(this.boardWords());
    else if (word === 'enemy') this.host.note(this.enemyWords());
    else if (word === 'tries') this.host.note(this.triesWords());
    else if (word === 'refused')
      this.host.note(`Refused this turn: ${(this.view.refused ?? []).join(', ') || 'nothing'}.`);
    else if (word === 'guess') this.guess(rest);
    else if (word === 'fog') {
      this.fogSpoken = true;
      if (!this.host.askFog()) this.host.note('The line is down.', 'problem');
    } else return this.tryText(text);
    return true;
  }

  destroy(): void {
    this.own.destroy();
  }

  private tryText(text: string): boolean {
    const tries = readTry(text, this.own.ownMen, this.view.tries ?? []);
    if (tries.length === 1) this.host.act(tries[0]!);
    else if (tries.length > 1)
      this.host.note(`That may be: ${tries.map((t) => `${t} (${tryWords(t, this.own.ownMen)})`).join('; ')}.`);
    else if (/^[KQRBNO0a-h][a-h1-8xO0\-=:QRBN]*[+#!?]*$/i.test(text) && /\d|[oO0]-[oO0]/.test(text))
      this.host.note(this.view.my_turn ? `${text} is nothing you can try now.` : 'It is not your turn.', 'problem');
    else return false;
    return true;
  }

  private guess(words: string[]): void {
    const { phantoms } = this.own;
    const square = words.at(-1) ?? '';
    if (words[0] === 'clear') phantoms.clear();
    else if (words.length === 1 && /^[a-h][1-8]$/.test(square)) phantoms.set(square, undefined);
    else if (words.length === 2 && kPhantomMen.includes(words[0] as PhantomMan) && !this.own.ownMen.has(square))
      phantoms.set(square, words[0] as PhantomMan);
    else {
      this.host.note('guess n f6 puts a knight, guess f6 removes it, guess clear removes all.', 'problem');
      return;
    }
    const all = [...phantoms.all].map(([at, man]) => `${manName(man)} ${at}`);
    this.host.note(all.length ? `You guess: ${all.join(', ')}.` : 'No guesses.');
  }

  private lastSquares(heard: Heard[]): string[] {
    // Where the enemy captured is the freshest news; otherwise the last move that was told.
    for (let i = heard.length - 1; i >= 0; --i) {
      const { event } = heard[i]!;
      if (event.type === 'capture' && event.seat !== this.colour) return [String(event.square)];
      if (event.type === 'moved' && event.action) return [String(event.action).slice(0, 2), String(event.action).slice(2, 4)];
    }
    return [];
  }

  private hasAny(): boolean {
    return /^(berkeley_any|english)/.test(this.host.rules) && !this.view.outcome;
  }

  private menWords(): string {
    const byKind = new Map<string, string[]>();
    for (const [square, man] of this.own.ownMen) {
      const kind = man.toUpperCase();
      byKind.set(kind, [...(byKind.get(kind) ?? []), square]);
    }
    const parts = ['K', 'Q', 'R', 'B', 'N', 'P']
      .filter((kind) => byKind.has(kind))
      .map((kind) => {
        const squares = byKind.get(kind)!.sort();
        return `${manName(kind)}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`;
      });
    return `Your men: ${parts.join(', ')}.`;
  }

  private boardWords(): string {
    const rows: string[] = [];
    for (let rank = this.view.ranks; rank >= 1; --rank) {
      let row = `${rank} `;
      for (let file = 0; file < this.view.files; ++file) {
        const square = `${String.fromCharCode(97 + file)}${rank}`;
        row += ` ${this.own.ownMen.get(square) ?? (this.own.phantoms.at(square) ? '?' : '·')}`;
      }
      rows.push(row);
    }
    return rows.join('\n');
  }

  private enemyWords(): string {
    const { enemy } = this.view;
    if (!enemy) return 'Nothing is said of the enemy here.';
    if (enemy.pawns === null || enemy.pieces === null) return `The enemy has the king and ${count(enemy.men, 'man', 'men')}.`;
    return `The enemy has the king, ${count(enemy.pieces, 'piece')} and ${count(enemy.pawns, 'pawn')}.`;
  }

  private triesWords(): string {
    const tries = this.view.tries ?? [];
    if (!this.view.my_turn) return 'It is not your turn.';
    return `You can try: ${tries.join(' ')}.`;
  }

  private drawLeft(): void {
    const { enemy, pawn_tries: pawns } = this.view;
    const enemyColour = this.colour === 'white' ? 'black' : 'white';
    const row = (letter: string, left: number, name: string, remark: string) =>
      h('div', { class: 'left-row' },
        h('piece' as 'div', { class: `${letter}-piece ${enemyColour}`, 'aria-hidden': 'true' }),
        h('span', { class: 'left-count' }, String(left)),
        h('span', { class: 'left-name' }, name),
        h('span', { class: 'left-of' }, remark));
    const gone = (n: number) => (n ? `${n} gone` : 'all there');
    const taken = this.view.taken ?? { pawns: 0, pieces: 0, unsaid: 0 };
    const rows: HTMLElement[] = [];
    if (enemy && enemy.pawns !== null && enemy.pieces !== null)
      rows.push(
        row('q', enemy.pieces, enemy.pieces === 1 ? 'piece' : 'pieces', gone(taken.pieces)),
        row('p', enemy.pawns, enemy.pawns === 1 ? 'pawn' : 'pawns', gone(taken.pawns)));
    else if (enemy)
      rows.push(row('p', enemy.men, enemy.men === 1 ? 'man' : 'men', gone(taken.pawns + taken.pieces + taken.unsaid)));
    const pawnLine = pawns
      ? pawns.squares ? `Pawns that can capture: ${pawns.squares.join(', ') || 'none'}`
      : pawns.any !== undefined ? (pawns.any ? 'One of your pawns can capture' : 'No pawn of yours can capture')
      : `Pawn tries: ${pawns.count ?? 0}`
      : '';
    fill(this.leftPanel, h('h2', {}, 'Enemy, beside the king'), ...rows, h('p', { class: 'hint pawn-line' }, pawnLine));
  }

  private guessPanel(): HTMLElement {
    return h('section', { class: 'panel guesses', 'aria-label': 'Guesses' },
      h('h2', {}, 'Your guesses'),
      this.tray,
      h('p', { class: 'hint' }, 'Drag a man onto the board, or pick it and click. Yours alone.'));
  }

  private drawTray(): void {
    if (!this.own) return;
    const { phantoms } = this.own;
    const enemyColour = this.colour === 'white' ? 'black' : 'white';
    const button = (tool: PhantomTool, content: HTMLElement | string, name: string) => {
      const element = h('button', {
        type: 'button', class: `tray-man${tool === 'erase' ? ' erase' : ''}`, 'aria-label': name, title: name,
        'aria-pressed': String(phantoms.armed === tool),
        onclick: () => phantoms.arm(tool),
      }, content);
      if (tool !== 'erase')
        element.addEventListener('pointerdown', (event) => {
          const start = { x: event.clientX, y: event.clientY };
          const begin = (e: PointerEvent) => {
            if (Math.hypot(e.clientX - start.x, e.clientY - start.y) < 6) return;
            stop();
            phantoms.drag(tool, e, (square) => this.own.ownMen.has(square));
          };
          const stop = () => {
            window.removeEventListener('pointermove', begin);
            window.removeEventListener('pointerup', stop);
          };
          window.addEventListener('pointermove', begin);
          window.addEventListener('pointerup', stop);
        });
      return element;
    };
    const focused = this.tray.contains(document.activeElement)
      ? [...this.tray.children].indexOf(document.activeElement as Element)
      : -1;
    fill(this.tray,
      kPhantomMen.map((man) =>
        button(man, h('piece' as 'div', { class: `${man}-piece ${enemyColour}` }), `Guess a ${manName(man)}`)),
      button('erase', '✕', 'Take guesses off the board'),
      h('button', { type: 'button', class: 'tray-man clear', onclick: () => phantoms.clear(), disabled: phantoms.all.size === 0 }, 'Clear'));
    if (focused >= 0) (this.tray.children[focused] as HTMLElement | undefined)?.focus();
    this.own.element.classList.toggle('placing', phantoms.armed !== undefined);
  }

  private fogPanel(): HTMLElement {
    const choices = (['off', 'king', 'pawns', 'pieces'] as const).map((value) => ({ value, label: capital(value) }));
    return h('section', { class: 'panel fog-panel', 'aria-label': 'Fog' },
      h('h2', {}, 'Fog'),
      segmented('What the heat map shows', choices, this.fogKind, (kind) => {
        this.fogKind = kind;
        this.fogWords.textContent = kFogWords[kind];
        this.own.showFog(this.lastFog, kind);
        if (kind !== 'off') this.askFog();
      }, { hideLegend: true }),
      this.fogWords);
  }

  private askFog(): void {
    if (this.view.outcome) return;
    if (this.host.askFog()) this.fogWords.textContent = kWorking;
  }
}

/** "The enemy king is likeliest on e8 (34 %), d8 (20 %) and f8 (9 %)." */
export function likeliest(chances: number[], lead: string): string {
  const best = chances
    .map((chance, i) => ({ chance, square: `${String.fromCharCode(97 + (i % 8))}${Math.floor(i / 8) + 1}` }))
    .filter(({ chance }) => chance > 0.01)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, 4)
    .map(({ chance, square }) => `${square} (${Math.round(chance * 100)} %)`);
  return best.length ? `${lead} ${best.join(', ')}.` : 'Nothing is known yet.';
}
