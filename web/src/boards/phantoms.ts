import { h } from '../dom';
import { Overlay } from './overlay';
import { squareAt, type Size } from './squares';

const kMen = ['p', 'n', 'b', 'r', 'q', 'k'] as const;
export type PhantomMan = (typeof kMen)[number];
export const kPhantomMen: readonly PhantomMan[] = kMen;
export type PhantomTool = PhantomMan | 'erase';

/**
 * Enemy men a player guesses: put on the board, moved, taken off. They are drawn above the board
 * and kept in this browser alone; nothing of them is ever sent.
 */
export class Phantoms {
  private readonly overlay: Overlay;
  private readonly men = new Map<string, PhantomMan>();
  private tool: PhantomTool | undefined;
  /** Set while a press belongs to the phantoms and the board below must not see it. */
  private swallowing = false;

  constructor(
    private readonly size: Size,
    private readonly flipped: boolean,
    private readonly colour: 'white' | 'black',
    private readonly key: string,
    private readonly onChange: () => void,
  ) {
    this.overlay = new Overlay('phantoms', size, flipped);
    for (const [square, man] of Object.entries(this.stored()))
      if (kMen.includes(man)) this.men.set(square, man);
    this.draw();
  }

  get element(): HTMLElement {
    return this.overlay.element;
  }
  get armed(): PhantomTool | undefined {
    return this.tool;
  }
  at(square: string): PhantomMan | undefined {
    return this.men.get(square);
  }
  get all(): ReadonlyMap<string, PhantomMan> {
    return this.men;
  }

  arm(tool: PhantomTool | undefined): void {
    this.tool = this.tool === tool ? undefined : tool;
    this.onChange();
  }

  set(square: string, man: PhantomMan | undefined): void {
    if (man) this.men.set(square, man);
    else this.men.delete(square);
    this.save();
  }

  clear(): void {
    this.men.clear();
    this.save();
  }

  /** Own men stand where they stand: a guess under one of them was wrong. */
  removeUnder(own: Iterable<string>): void {
    let changed = false;
    for (const square of own) changed = this.men.delete(square) || changed;
    if (changed) this.save();
  }

  /** Listens on the board's frame before the board does. `busy`: the board has a man in hand. */
  attach(frame: HTMLElement, occupied: (square: string) => boolean, busy: () => boolean): void {
    const swallow = (event: Event) => {
      if (!this.swallowing) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    frame.addEventListener('mousedown', swallow, { capture: true });
    frame.addEventListener('touchstart', swallow, { capture: true, passive: false });
    frame.addEventListener(
      'pointerdown',
      (event) => {
        this.swallowing = false;
        if (event.button !== 0 || (event.target as Element).closest('dialog')) return;
        const bounds = this.element.getBoundingClientRect();
        const square = squareAt(event.clientX, event.clientY, bounds, this.size, this.flipped);
        if (!square || occupied(square)) return;
        if (this.tool) {
          this.swallowing = true;
          const put = this.tool === 'erase' || this.men.get(square) === this.tool ? undefined : this.tool;
          this.set(square, put);
        } else if (this.men.has(square) && !busy()) {
          this.swallowing = true;
          this.drag(square, event, occupied);
        }
      },
      { capture: true },
    );
  }

  /** Carries a man from the tray, or one that stands already, to where it is dropped. */
  drag(from: string | PhantomMan, event: PointerEvent, occupied: (square: string) => boolean): void {
    const man = this.men.get(from) ?? (from as PhantomMan);
    const bounds = this.element.getBoundingClientRect();
    const side = bounds.width / this.size.files;
    const ghost = h('div', { class: 'phantom-drag' }, h('piece' as 'div', { class: `${man}-piece ${this.colour}` }));
    ghost.style.width = ghost.style.height = `${side}px`;
    const follow = (x: number, y: number) => {
      ghost.style.transform = `translate(${x - side / 2}px, ${y - side / 2}px)`;
    };
    follow(event.clientX, event.clientY);
    document.body.append(ghost);
    const standing = this.men.has(from);
    if (standing) this.element.querySelector(`[data-square="${from}"]`)?.classList.add('lifted');
    const move = (e: PointerEvent) => follow(e.clientX, e.clientY);
    const end = (e: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      ghost.remove();
      const to = squareAt(e.clientX, e.clientY, this.element.getBoundingClientRect(), this.size, this.flipped);
      if (e.type !== 'pointercancel' && to !== from) {
        if (standing) this.men.delete(from);
        if (to && !occupied(to)) this.men.set(to, man);
      }
      this.save();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  private draw(): void {
    this.overlay.clear();
    for (const [square, man] of this.men)
      this.overlay.put(
        square,
        h('div', { class: 'phantom', 'data-square': square, 'data-man': man },
          h('piece' as 'div', { class: `${man}-piece ${this.colour}` })),
      );
  }

  private save(): void {
    localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.men)));
    this.draw();
    this.onChange();
  }

  private stored(): Record<string, PhantomMan> {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? '{}') as Record<string, PhantomMan>;
    } catch {
      return {};
    }
  }
}
