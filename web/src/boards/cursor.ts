import { h } from '../dom';
import { Overlay } from './overlay';
import { kArrows, squareName, step, type Size } from './squares';

export interface CursorActions {
  /** Enter or space on a square. */
  press: (square: string) => void;
  escape: () => void;
  /** Any other key; true when it was used. */
  key?: (key: string, square: string) => boolean;
  /** What stands on the square, for the ear. */
  describe: (square: string) => string;
}

/** A square frame moved by the arrow keys: the whole board without a mouse. */
export class BoardCursor {
  private readonly overlay: Overlay;
  private readonly mark = h('div', { class: 'cursor-mark' });
  private readonly voice = h('div', { class: 'visually-hidden', 'aria-live': 'assertive' });
  private square: string;

  constructor(
    private readonly frame: HTMLElement,
    private readonly size: Size,
    private readonly flipped: boolean,
    private readonly actions: CursorActions,
    start?: string,
  ) {
    this.overlay = new Overlay('cursor', size, flipped);
    this.square = start ?? squareName(Math.floor(size.files / 2), flipped ? size.ranks - 1 : 0);
    this.overlay.put(this.square, this.mark);
    frame.append(this.overlay.element, this.voice);
    frame.addEventListener('keydown', (event) => this.onKey(event));
  }

  get at(): string {
    return this.square;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = kArrows[event.key];
    if (arrow) {
      this.square = step(this.square, arrow[0], arrow[1], this.size, this.flipped);
      this.overlay.put(this.square, this.mark);
      this.say(this.actions.describe(this.square));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.actions.press(this.square);
    } else if (event.key === 'Escape') {
      this.actions.escape();
    } else if (!this.actions.key?.(event.key, this.square)) {
      return;
    }
    event.preventDefault();
  }

  say(text: string): void {
    this.voice.textContent = text;
  }
}
