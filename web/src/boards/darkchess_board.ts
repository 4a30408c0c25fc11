import { kGameNames } from '../words';
import type { DarkChessView } from '../net/protocol';
import { darkChessMan, darkManName } from './darkchess_men';
import { GridBoard, type Cell, type GridActions } from './grid_board';
import { squareName } from './squares';

export const kDarkChessSize = { files: 4, ranks: 8 };

/** "row8/../row1" as square -> letter. */
export function lettersOf(board: string): Map<string, string> {
  const letters = new Map<string, string>();
  board.split('/').forEach((row, i) => {
    [...row].forEach((letter, file) => letters.set(squareName(file, 7 - i), letter));
  });
  return letters;
}

export function darkChessCells(board: string, last: string[], deal?: string): Map<string, Cell> {
  const letters = lettersOf(board);
  const under = deal ? lettersOf(deal) : undefined;
  const cells = new Map<string, Cell>();
  for (const [square, letter] of letters) {
    const classes = last.includes(square) ? ['last'] : [];
    if (letter === '-') cells.set(square, { label: `${square}, empty`, classes });
    else if (letter === 'X') {
      const hidden = under?.get(square);
      cells.set(square, {
        man: hidden ? darkChessMan(hidden, true) : darkChessMan('X'),
        label: hidden ? `${square}, face down: ${darkManName(hidden)}` : `${square}, face down`,
        classes,
      });
    } else cells.set(square, { man: darkChessMan(letter), label: `${square}, ${darkManName(letter)}`, classes });
  }
  return cells;
}

/** Four by eight, men face down: a click turns one over, a turned own man shows where it may go. */
export class DarkChessBoard {
  private readonly grid: GridBoard;

  constructor(onAct: (action: string) => void, actions: GridActions = {}) {
    this.grid = new GridBoard(kDarkChessSize, false, `${kGameNames.darkchess} board`, 'darkchess', {
      ...actions,
      onMove: (from, to) => onAct(`${from}-${to}`),
      onTap: (square) => onAct(square),
    });
  }

  get element(): HTMLElement {
    return this.grid.element;
  }

  show(view: DarkChessView, last: string[], deal?: string): void {
    const moves = new Map<string, string[]>();
    const taps: string[] = [];
    for (const action of view.my_turn ? (view.tries ?? []) : []) {
      const [from, to] = action.split('-') as [string, string | undefined];
      if (!to) taps.push(from);
      else moves.set(from, [...(moves.get(from) ?? []), to]);
    }
    this.grid.show(darkChessCells(view.board, last, deal), moves, taps);
  }
}
