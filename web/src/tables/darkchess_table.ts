import { DarkChessBoard, lettersOf } from '../boards/darkchess_board';
import { darkChessMan, darkManName, kDarkChessKinds } from '../boards/darkchess_men';
import { fill, h } from '../dom';
import type { GameState, Heard } from '../game_state';
import type { DarkChessView } from '../net/protocol';
import { segmented } from '../panels/segmented';
import { change, settings, watch } from '../settings';
import type { GameTable, TableHost } from './table';

export function lastSquaresOf(heard: Heard[]): string[] {
  for (let i = heard.length - 1; i >= 0; --i) {
    const { event } = heard[i]!;
    if (event.type === 'flip') return [String(event.square)];
    if (event.type === 'move' || event.type === 'strike') return [String(event.from), String(event.to)];
  }
  return [];
}

/** Chinese Dark Chess: turn men over, take what you may. */
export class DarkChessTable implements GameTable {
  readonly board: HTMLElement;
  readonly panels: HTMLElement[];
  readonly placeholder = 'Type: b3 turns over, a4-a5 moves';
  readonly help = [
    'b3: turn over the man on b3',
    'a4-a5 or a4a5: move or capture',
    'board: the board row by row; men: the men you see',
    'hidden: what still lies face down; tries: what you can do',
  ];
  private readonly own: DarkChessBoard;
  private readonly hiddenPanel = h('section', { class: 'panel hidden-men', 'aria-label': 'Men by kind' });
  private readonly colourLine = h('p', { class: 'colour-line' });
  private readonly unwatch: () => void;
  private view: DarkChessView;
  private last: string[] = [];

  constructor(
    private readonly host: TableHost,
    first: DarkChessView,
  ) {
    this.view = first;
    this.own = new DarkChessBoard((action) => host.act(action));
    this.board = h('div', { class: 'board-box narrow' }, this.own.element);
    this.panels = [this.hiddenPanel, this.orderPanel()];
    this.unwatch = watch(() => this.draw());
  }

  update(state: GameState): void {
    this.view = state.view as DarkChessView;
    this.last = lastSquaresOf(state.heard);
    this.draw();
  }

  reset(): void {
    this.draw();
  }

  command(text: string): boolean {
    const word = text.toLowerCase();
    if (word === 'board') this.host.note(this.view.board.split('/').map((row, i) => `${8 - i}  ${[...row].join(' ')}`).join('\n'));
    else if (word === 'men') this.host.note(this.menWords());
    else if (word === 'hidden') this.host.note(this.hiddenWords());
    else if (word === 'tries') this.host.note(this.view.my_turn ? `You can: ${(this.view.tries ?? []).join(' ')}.` : 'It is not your turn.');
    else {
      const move = /^([a-d][1-8])(?:\s*[-x ]?\s*([a-d][1-8]))?$/.exec(word);
      if (!move) return false;
      const action = move[2] ? `${move[1]}-${move[2]}` : move[1]!;
      if (!this.view.my_turn) this.host.note('It is not your turn.', 'problem');
      else if (!(this.view.tries ?? []).includes(action)) this.host.note(`${action} is not possible now.`, 'problem');
      else this.host.act(action);
    }
    return true;
  }

  destroy(): void {
    this.unwatch();
  }

  private draw(): void {
    this.own.show(this.view, this.last);
    const mine = this.view.my_colour;
    this.colourLine.textContent = mine ? `You play ${mine}.` : 'The first man turned over decides the colours.';
    this.colourLine.className = `colour-line ${mine ?? ''}`;
    const count = (letter: string, name: string, n: number) =>
      h('td', { class: n ? 'n' : 'n zero' }, h('span', { class: 'visually-hidden' }, `${darkManName(letter)} ${name}: `), String(n));
    const cells = (letter: string) => [
      h('td', { class: 'man-cell' }, darkChessMan(letter)),
      count(letter, 'face down', this.view.hidden[letter] ?? 0),
      count(letter, 'captured', this.view.captured[letter] ?? 0),
    ];
    const table = h('table', { class: 'kinds' },
      h('thead', { 'aria-hidden': 'true' }, h('tr', {}, [1, 2].flatMap(() => [h('td'), h('td', {}, 'down'), h('td', {}, 'gone')]))),
      h('tbody', {}, kDarkChessKinds.map((kind) => h('tr', {}, ...cells(kind.letter), ...cells(kind.letter.toLowerCase())))));
    fill(this.hiddenPanel, h('h2', {}, 'Men by kind'), this.colourLine, table);
  }

  private orderPanel(): HTMLElement {
    return h('section', { class: 'panel', 'aria-label': 'Who takes whom' },
      h('h2', {}, 'Who takes whom'),
      h('p', { class: 'hint' }, 'A man takes an enemy beside it of the same or a lower number, turned over. A pawn (1) takes the king (7), the king no pawn. A cannon (2) takes anything, but only by jumping over one man in line.'),
      segmented('Signs on the men', [{ value: 'pictures', label: 'Pictures' }, { value: 'characters', label: 'Characters' }],
        settings().signs, (signs) => change({ signs }), { hideLegend: true }));
  }

  private menWords(): string {
    const men = [...lettersOf(this.view.board)].filter(([, letter]) => letter !== '-' && letter !== 'X');
    return men.length ? `Turned over: ${men.map(([at, letter]) => `${darkManName(letter)} ${at}`).join(', ')}.` : 'Nothing is turned over yet.';
  }

  private hiddenWords(): string {
    const parts = Object.entries(this.view.hidden)
      .filter(([, n]) => n > 0)
      .map(([letter, n]) => `${n} ${darkManName(letter)}${n > 1 ? 's' : ''}`);
    return `Face down: ${parts.join(', ') || 'nothing'}.`;
  }
}
