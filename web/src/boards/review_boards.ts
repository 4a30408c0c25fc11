import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Key } from 'chessgroundx/types';
import { h } from '../dom';
import type { DarkChessView, Fog, KriegspielView, Review, ReviewStep, Seat, StrategoMan, StrategoView } from '../net/protocol';
import { segmented } from '../panels/segmented';
import { seatName } from '../words';
import { darkChessCells, kDarkChessSize } from './darkchess_board';
import { FogLayer, type FogKind } from './fog_layer';
import { GridBoard } from './grid_board';
import { RefusedLayer } from './refused_layer';
import { strategoCells } from './stratego_board';
import { parityClasses } from './squares';

type Place = Seat | 'truth';
const kPlaces: Place[] = ['first', 'truth', 'second'];

interface SmallBoard {
  element: HTMLElement;
  show(step: ReviewStep): void;
  fog?: FogLayer;
  destroy?: () => void;
}

/** The squares an action names. */
function squaresOf(action: string | null): string[] {
  if (!action || action === 'any' || action.length > 8) return [];
  return action.match(/[a-j]\d{1,2}/g) ?? [];
}

class ChessSmall implements SmallBoard {
  readonly element: HTMLElement;
  readonly fog: FogLayer;
  private readonly board: Api;
  private readonly refused: RefusedLayer;

  constructor(view: KriegspielView, private readonly place: Place) {
    const size = { files: view.files, ranks: view.ranks };
    const host = h('div', { class: 'cg-host' });
    this.element = h('div', { class: `board-frame cg-frame corner-dark ${parityClasses(size)}` }, host);
    this.element.style.setProperty('--files', String(size.files));
    this.element.style.setProperty('--ranks', String(size.ranks));
    this.board = Chessground(host, {
      fen: Array(size.ranks).fill(String(size.files)).join('/'),
      dimensions: { width: size.files, height: size.ranks },
      viewOnly: true, coordinates: true, addDimensionsCssVarsTo: this.element,
      animation: { enabled: false }, drawable: { enabled: false, visible: false },
    });
    this.fog = new FogLayer(size, false);
    this.refused = new RefusedLayer(size, false);
    this.element.append(this.fog.element, this.refused.element);
  }

  show(step: ReviewStep): void {
    const own = this.place === 'truth' || step.seat === this.place;
    const squares = own ? squaresOf(step.action) : [];
    const fen = this.place === 'truth' ? step.truth.fen : (step.views[this.place] as KriegspielView).fen;
    this.board.set({ fen: (fen ?? '').split(' ')[0] ?? '', lastMove: (step.accepted ? squares : []) as Key[] });
    this.refused.show(!step.accepted && squares.length === 2 ? [squares.join('')] : []);
  }

  destroy(): void {
    this.board.destroy();
  }
}

class DarkSmall implements SmallBoard {
  private readonly grid: GridBoard;
  constructor(private readonly place: Place) {
    this.grid = new GridBoard(kDarkChessSize, false, 'Board', 'darkchess', {});
  }
  get element(): HTMLElement {
    return this.grid.element;
  }
  show(step: ReviewStep): void {
    const truth = this.place === 'truth';
    const board = truth ? step.truth.board! : (step.views[this.place as Seat] as DarkChessView).board;
    this.grid.show(darkChessCells(board, squaresOf(step.action), truth ? step.truth.deal : undefined), new Map());
  }
}

class StrategoSmall implements SmallBoard {
  private readonly grid: GridBoard;
  private readonly size;
  constructor(private readonly view: StrategoView, private readonly place: Place) {
    this.size = { files: view.files, ranks: view.ranks };
    this.grid = new GridBoard(this.size, false, 'Board', 'stratego small', {});
  }
  get element(): HTMLElement {
    return this.grid.element;
  }
  show(step: ReviewStep): void {
    const men: StrategoMan[] = this.place === 'truth' ? (step.truth.men ?? []) : (step.views[this.place] as StrategoView).men;
    const mine = this.place === 'truth' ? undefined : this.place === 'first' ? 'red' : 'blue';
    this.grid.show(strategoCells(this.size, this.view.lakes, men, squaresOf(step.action), mine), new Map());
  }
}

/** Three boards side by side: what one side saw, what was true, what the other saw. */
export class ReviewBoards {
  readonly element: HTMLElement;
  private readonly boards = new Map<Place, SmallBoard>();

  constructor(private readonly review: Review) {
    const columns = kPlaces.map((place) => {
      const board = this.make(place);
      this.boards.set(place, board);
      return h('figure', { class: 'review-board', 'data-place': place },
        h('figcaption', {}, this.caption(place)), board.element);
    });
    const row = h('div', { class: 'review-boards', 'data-shown': 'truth', 'data-game': review.game }, ...columns);
    // On a narrow screen one board at a time; wide screens show all and hide this.
    const choice = segmented('Which board', kPlaces.map((place) => ({ value: place, label: this.caption(place) })), 'truth',
      (place) => {
        row.dataset.shown = place;
        window.dispatchEvent(new Event('resize'));
      }, { hideLegend: true, className: 'review-choice' });
    this.element = h('div', { class: 'review-stage' }, choice, row);
  }

  show(step: ReviewStep): void {
    for (const board of this.boards.values()) board.show(step);
  }

  showFog(first: Fog | undefined, second: Fog | undefined, kind: FogKind): void {
    this.boards.get('first')?.fog?.show(first, kind);
    this.boards.get('second')?.fog?.show(second, kind);
  }

  destroy(): void {
    for (const board of this.boards.values()) board.destroy?.();
  }

  private caption(place: Place): string {
    return place === 'truth' ? 'The truth' : `${seatName(this.review.game, place)} saw`;
  }

  private make(place: Place): SmallBoard {
    const view = this.review.steps[0]!.views.first;
    if (this.review.game === 'kriegspiel') return new ChessSmall(view as KriegspielView, place);
    if (this.review.game === 'darkchess') return new DarkSmall(place);
    return new StrategoSmall(view as StrategoView, place);
  }
}
