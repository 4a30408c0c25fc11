import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import { premove } from 'chessgroundx/premove';
import type { Key } from 'chessgroundx/types';
import { h } from '../dom';
import { manName, menOfFen, type Men } from '../kriegspiel_moves';
import type { Fog, KriegspielView } from '../net/protocol';
import { BoardCursor } from './cursor';
import { FogLayer, type FogKind } from './fog_layer';
import { kPhantomMen, Phantoms, type PhantomMan } from './phantoms';
import { choosePromotion } from './promotion';
import { RefusedLayer } from './refused_layer';
import { parityClasses, type Size } from './squares';

export type Colour = 'white' | 'black';

export interface KriegspielBoardOptions {
  size: Size;
  colour: Colour;
  phantomKey: string;
  /** A try was made on the board; `premoved` when it had been waiting. */
  onTry: (action: string, premoved: boolean) => void;
  onPhantoms: () => void;
}

/** The board at which a person plays: own men only, and whatever that person guesses. */
export class KriegspielBoard {
  readonly element: HTMLElement;
  readonly phantoms: Phantoms;
  private readonly board: Api;
  private readonly fogLayer: FogLayer;
  private readonly refusedLayer: RefusedLayer;
  private readonly cursor: BoardCursor;
  private view: KriegspielView | undefined;
  private men: Men = new Map();
  private wasMyTurn = false;

  constructor(private readonly options: KriegspielBoardOptions) {
    const { size, colour } = options;
    const flipped = colour === 'black';
    const host = h('div', { class: 'cg-host' });
    this.element = h('div', {
      class: `board-frame cg-frame corner-${(size.files + size.ranks) % 2 && flipped ? 'light' : 'dark'} ${parityClasses(size)}`,
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'board',
      'aria-label': `Your board. Arrow keys move, Enter takes and puts down a man, Escape lets go; p n b r q k put a guess, Backspace removes it.`,
    });
    this.element.style.setProperty('--files', String(size.files));
    this.element.style.setProperty('--ranks', String(size.ranks));
    this.element.append(host);
    this.board = Chessground(host, {
      fen: Array(size.ranks).fill(String(size.files)).join('/'),
      dimensions: { width: size.files, height: size.ranks },
      orientation: colour,
      coordinates: true,
      autoCastle: false,
      addDimensionsCssVarsTo: this.element,
      highlight: { lastMove: true, check: true },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 160 },
      movable: {
        free: false,
        color: colour,
        showDests: true,
        rookCastle: false,
        events: { after: (from, to, meta) => void this.tried(from, to, meta.premove) },
      },
      premovable: {
        enabled: true,
        castle: true,
        premoveFunc: premove('chess', false, { width: size.files, height: size.ranks }),
      },
      draggable: { enabled: true, showGhost: true },
      drawable: { enabled: true, eraseOnClick: true },
    });
    this.fogLayer = new FogLayer(size, flipped);
    this.phantoms = new Phantoms(size, flipped, flipped ? 'white' : 'black', options.phantomKey, options.onPhantoms);
    this.refusedLayer = new RefusedLayer(size, flipped);
    this.element.append(this.fogLayer.element, this.refusedLayer.element, this.phantoms.element);
    const occupied = (square: string) => this.men.has(square);
    this.phantoms.attach(this.element, occupied, () => this.board.state.selectable.selected !== undefined);
    const enemy = flipped ? 'white' : 'black';
    this.cursor = new BoardCursor(this.element, size, flipped, {
      press: (square) => this.board.selectSquare(square as Key),
      escape: () => this.board.cancelMove(),
      key: (key, square) => this.phantomKey(key, square),
      describe: (square) => {
        const own = this.men.get(square);
        const guess = this.phantoms.at(square);
        if (own) return `${square}, your ${manName(own)}`;
        return guess ? `${square}, you guess a ${enemy} ${manName(guess)}` : `${square}, nothing of yours`;
      },
    });
  }

  get ownMen(): Men {
    return this.men;
  }

  /** Shows what the seat knows. A premove that waited is tried as soon as the turn comes. */
  show(view: KriegspielView, marks: { last?: string[] } = {}): void {
    this.view = view;
    const { size, colour } = this.options;
    this.men = menOfFen(view.fen ?? '', size.files, size.ranks);
    this.phantoms.removeUnder(this.men.keys());
    const dests = new Map<Key, Key[]>();
    for (const action of view.tries ?? []) {
      if (action === 'any') continue;
      const from = action.slice(0, 2) as Key;
      const to = action.slice(2, 4) as Key;
      const list = dests.get(from) ?? [];
      if (!list.includes(to)) list.push(to);
      dests.set(from, list);
    }
    const over = view.outcome !== null;
    const king = [...this.men].find(([, man]) => man === (colour === 'white' ? 'K' : 'k'))?.[0];
    this.board.set({
      fen: view.fen ?? '',
      turnColor: (over ? colour : (view.to_move ?? colour)) as Colour,
      lastMove: (marks.last ?? []) as Key[],
      check: view.check?.length && king ? [king as Key] : [],
      movable: { color: over ? undefined : colour, dests },
      premovable: { enabled: !over },
    });
    this.refusedLayer.show(view.refused ?? []);
    const myTurn = view.my_turn === true;
    if (myTurn && !this.wasMyTurn) this.board.playPremove();
    if (!myTurn && over) this.board.stop();
    this.wasMyTurn = myTurn;
  }

  /** Puts the men back as the view has them, after a try that came to nothing. */
  reset(): void {
    if (this.view) this.show(this.view, { last: [] });
  }

  showFog(fog: Fog | undefined, kind: FogKind): void {
    this.fogLayer.show(fog, kind);
  }

  destroy(): void {
    this.board.destroy();
  }

  private async tried(from: string, to: string, premoved: boolean): Promise<void> {
    const fitting = (this.view?.tries ?? []).filter((t) => t.slice(0, 4) === from + to);
    let action: string | undefined = fitting[0];
    if (fitting.length > 1) {
      const letter = await choosePromotion(this.element, this.options.colour, fitting.map((t) => t[4] ?? ''));
      action = letter ? from + to + letter : undefined;
    }
    if (action) this.options.onTry(action, premoved);
    else this.reset();
  }

  private phantomKey(key: string, square: string): boolean {
    if (this.men.has(square)) return false;
    const man = key.toLowerCase() as PhantomMan;
    const erase = key === 'Backspace' || key === 'Delete';
    if (!erase && !kPhantomMen.includes(man)) return false;
    this.phantoms.set(square, erase ? undefined : man);
    this.cursor.say(erase ? `${square}, guess removed` : `${square}, guess: ${manName(man)}`);
    return true;
  }
}
