import { h } from '../dom';
import type { Fog } from '../net/protocol';
import { Overlay } from './overlay';
import { squareName, type Size } from './squares';

export type FogKind = 'off' | 'king' | 'pawns' | 'pieces';
/** The server counts eight squares to a row on every board. */
const kStride = 8;

/** Where the enemy may be, as a heat map: the likelier, the warmer, and the figure in percent. */
export class FogLayer {
  private readonly overlay: Overlay;

  constructor(
    private readonly size: Size,
    flipped: boolean,
  ) {
    this.overlay = new Overlay('fog', size, flipped);
  }

  get element(): HTMLElement {
    return this.overlay.element;
  }

  show(fog: Fog | undefined, kind: FogKind): void {
    this.overlay.clear();
    if (!fog || kind === 'off') return;
    const chances = fog[kind];
    const highest = Math.max(...chances, 0.0001);
    for (let rank = 0; rank < this.size.ranks; ++rank)
      for (let file = 0; file < this.size.files; ++file) {
        const chance = Math.min(1, chances[rank * kStride + file] ?? 0);
        if (chance < 0.005) continue;
        const cell = h('div', { class: `fog-cell ${kind}` });
        const heat = h('div', { class: 'heat' });
        // The strongest square is always clearly seen; the rest in proportion, roots lift the faint.
        heat.style.opacity = String(Math.min(0.92, 0.12 + 0.8 * Math.sqrt(chance / highest)));
        cell.append(heat);
        if (chance >= 0.03) cell.append(h('span', {}, `${Math.round(chance * 100)}`));
        this.overlay.put(squareName(file, rank), cell);
      }
  }
}
