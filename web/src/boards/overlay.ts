import { h } from '../dom';
import { onScreen, type Size } from './squares';

/** A transparent sheet over a board on which things stand on squares. */
export class Overlay {
  readonly element: HTMLElement;

  constructor(
    className: string,
    private readonly size: Size,
    private readonly flipped: boolean,
  ) {
    this.element = h('div', { class: `overlay ${className}`, 'aria-hidden': 'true' });
  }

  /** Puts an element on a square. */
  put(square: string, element: HTMLElement): void {
    const { column, row } = onScreen(square, this.size, this.flipped);
    element.style.width = `${100 / this.size.files}%`;
    element.style.height = `${100 / this.size.ranks}%`;
    element.style.left = `${(100 * column) / this.size.files}%`;
    element.style.top = `${(100 * row) / this.size.ranks}%`;
    this.element.appendChild(element);
  }

  clear(): void {
    this.element.replaceChildren();
  }
}
