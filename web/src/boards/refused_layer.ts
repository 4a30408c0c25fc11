import { onScreen, type Size } from './squares';

const kSvg = 'http://www.w3.org/2000/svg';

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(kSvg, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Tries the umpire has refused: a line from the man to a red cross where it could not go. */
export class RefusedLayer {
  readonly element: SVGElement;

  constructor(
    private readonly size: Size,
    private readonly flipped: boolean,
  ) {
    this.element = element('svg', {
      class: 'overlay refused-layer',
      viewBox: `0 0 ${size.files} ${size.ranks}`,
      'aria-hidden': 'true',
    });
  }

  show(tries: string[]): void {
    this.element.replaceChildren();
    for (const action of tries) {
      if (action === 'any') continue;
      const from = this.centre(action.slice(0, 2));
      const to = this.centre(action.slice(2, 4));
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const stop = Math.max(0, length - 0.24) / length;
      const end = { x: from.x + (to.x - from.x) * stop, y: from.y + (to.y - from.y) * stop };
      const r = 0.13;
      this.element.append(
        element('line', { class: 'refused-way', x1: from.x, y1: from.y, x2: end.x, y2: end.y }),
        element('circle', { class: 'refused-spot', cx: to.x, cy: to.y, r: 0.24 }),
        element('path', {
          class: 'refused-cross',
          d: `M${to.x - r} ${to.y - r}L${to.x + r} ${to.y + r}M${to.x + r} ${to.y - r}L${to.x - r} ${to.y + r}`,
        }),
      );
    }
  }

  private centre(square: string): { x: number; y: number } {
    const { column, row } = onScreen(square, this.size, this.flipped);
    return { x: column + 0.5, y: row + 0.5 };
  }
}
