import { DarkChessBoard } from '../boards/darkchess_board';
import { StrategoBoard } from '../boards/stratego_board';
import { h } from '../dom';
import type { GameState } from '../game_state';
import type { DarkChessView, GameId, StrategoView } from '../net/protocol';
import { lastSquaresOf } from './darkchess_table';
import type { GameTable, TableHost } from './table';

/** A watcher's table: only what both sides have heard, so in Kriegspiel there is no board to see. */
export class WatchTable implements GameTable {
  readonly board = h('div', { class: 'board-box' });
  readonly panels = [
    h('section', { class: 'panel', 'aria-label': 'Watching' },
      h('h2', {}, 'You are watching'),
      h('p', { class: 'hint' }, 'A watcher hears what both sides hear. When the game is over, the review shows everything.')),
  ];
  readonly placeholder = 'Type: help';
  readonly help = ['A watcher can only listen.'];
  private shown: DarkChessBoard | StrategoBoard | undefined;

  constructor(
    private readonly host: TableHost,
    private readonly game: GameId,
  ) {}

  update(state: GameState): void {
    const last = lastSquaresOf(state.heard);
    if (this.game === 'darkchess') {
      const view = state.view as DarkChessView;
      this.shown ??= this.mount(new DarkChessBoard(() => undefined));
      (this.shown as DarkChessBoard).show({ ...view, my_turn: false }, last);
    } else if (this.game === 'stratego' && (state.view as StrategoView).phase !== 'setup') {
      const view = state.view as StrategoView;
      this.shown ??= this.mount(new StrategoBoard({ files: view.files, ranks: view.ranks }, undefined, () => undefined));
      (this.shown as StrategoBoard).show({ ...view, my_turn: false }, last);
    } else if (!this.shown && !this.board.firstChild) {
      this.board.append(h('div', { class: 'curtain' }, h('p', {}, 'The board is behind the curtain until the game is over.')));
    }
  }

  reset(): void {}
  command(): boolean {
    this.host.note('A watcher can only listen.', 'problem');
    return true;
  }
  destroy(): void {}

  private mount<T extends { element: HTMLElement }>(board: T): T {
    this.board.replaceChildren(board.element);
    return board;
  }
}
