import type { StrategoMan, StrategoView } from '../net/protocol';
import { capital, kGameNames } from '../words';
import { GridBoard, type Cell, type GridActions } from './grid_board';
import { strategoMan } from './stratego_men';
import { squareName, type Size } from './squares';

function manLabel(man: StrategoMan, mine: string | undefined): string {
  const whose = man.seat === mine ? 'your' : man.seat;
  if (man.rank) return `${whose} ${man.rank}`;
  return `unknown ${man.seat} man${man.moved ? ' that has moved' : ''}`;
}

export function strategoCells(
  size: Size,
  lakes: string[],
  men: StrategoMan[],
  last: string[],
  mine: string | undefined,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (let rank = 0; rank < size.ranks; ++rank)
    for (let file = 0; file < size.files; ++file) {
      const square = squareName(file, rank);
      const lake = lakes.includes(square);
      const classes = lake ? ['lake'] : last.includes(square) ? ['last'] : [];
      cells.set(square, { label: `${square}, ${lake ? 'lake' : 'empty'}`, classes });
    }
  for (const man of men) {
    if (!man.at) continue;
    const cell = cells.get(man.at);
    if (!cell) continue;
    cell.man = strategoMan(man.seat, man.rank, { moved: man.moved, shown: man.shown && man.seat === mine });
    cell.label = `${man.at}, ${manLabel(man, mine)}`;
  }
  return cells;
}

/** The field: own men, the enemy's backs, and what strikes have shown. */
export class StrategoBoard {
  private readonly grid: GridBoard;

  constructor(
    private readonly size: Size,
    private readonly mine: string | undefined,
    onAct: (action: string) => void,
    actions: GridActions = {},
  ) {
    const whose = mine ? `, ${capital(mine)} below` : '';
    this.grid = new GridBoard(size, mine === 'blue', `${kGameNames.stratego} board${whose}`, 'stratego', {
      ...actions,
      onMove: (from, to) => onAct(from + to),
    });
  }

  get element(): HTMLElement {
    return this.grid.element;
  }

  show(view: StrategoView, last: string[], men: StrategoMan[] = view.men): void {
    const moves = new Map<string, string[]>();
    for (const action of view.my_turn ? (view.tries ?? []) : []) {
      const squares = action.match(/[a-j]\d+/g);
      const [from, to] = squares ?? [];
      if (from && to) moves.set(from, [...(moves.get(from) ?? []), to]);
    }
    this.grid.show(strategoCells(this.size, view.lakes, men, last, this.mine), moves);
  }
}
