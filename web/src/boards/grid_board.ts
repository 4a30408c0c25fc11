import { h } from '../dom';
import { fromScreen, kArrows, squareAt, step, type Size } from './squares';

export interface Cell {
  /** The man that stands there. */
  man?: HTMLElement | undefined;
  /** For the ear: "b3, face down". */
  label: string;
  classes?: string[];
}

export interface GridActions {
  /** A man was taken from one square to another. */
  onMove?: (from: string, to: string) => void;
  /** A square in `taps` was pressed. */
  onTap?: (square: string) => void;
  /** The pointer or the focus came to a square. */
  onLook?: (square: string) => void;
  /** A man was dragged off the board. */
  onDropOff?: (from: string) => void;
}

/**
 * A board of real buttons in a grid: click and click, drag, touch and keyboard (arrow keys, Enter)
 * all lead to the same moves, and a screen reader finds every square by name.
 */
export class GridBoard {
  readonly element: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private moves = new Map<string, string[]>();
  private taps = new Set<string>();
  private selected: string | undefined;
  private focused: string;
  private dragged = false;

  constructor(
    private readonly size: Size,
    private readonly flipped: boolean,
    label: string,
    className: string,
    private readonly actions: GridActions,
  ) {
    this.element = h('div', { class: `board-frame grid-board ${className}`, role: 'grid', 'aria-label': label });
    this.element.style.setProperty('--files', String(size.files));
    this.element.style.setProperty('--ranks', String(size.ranks));
    for (let row = 0; row < size.ranks; ++row) {
      const line = h('div', { role: 'row', class: 'grid-row' });
      for (let column = 0; column < size.files; ++column) {
        const square = fromScreen(column, row, size, flipped)!;
        const button = h('button', { type: 'button', class: 'square', 'data-square': square, tabindex: '-1' });
        const parity = (square.charCodeAt(0) + Number(square.slice(1))) % 2;
        button.classList.add(parity ? 'light' : 'dark');
        if (column === 0) button.dataset.rank = square.slice(1);
        if (row === size.ranks - 1) button.dataset.file = square[0];
        this.buttons.set(square, button);
        line.append(h('div', { role: 'gridcell', class: 'grid-cell' }, button));
      }
      this.element.append(line);
    }
    this.focused = fromScreen(0, size.ranks - 1, size, flipped)!;
    this.buttons.get(this.focused)!.tabIndex = 0;
    this.listen();
  }


  show(cells: Map<string, Cell>, moves: Map<string, string[]>, taps: Iterable<string> = []): void {
    this.moves = moves;
    this.taps = new Set(taps);
    if (this.selected && !moves.has(this.selected)) this.selected = undefined;
    for (const [square, button] of this.buttons) {
      const cell = cells.get(square);
      button.setAttribute('aria-label', cell?.label ?? square);
      for (const name of [...button.classList])
        if (!['square', 'light', 'dark'].includes(name)) button.classList.remove(name);
      button.classList.add(...(cell?.classes ?? []));
      button.classList.toggle('tappable', this.taps.has(square));
      button.classList.toggle('movable', moves.has(square));
      const now = button.firstElementChild;
      const sameMan = now && cell?.man && now.isEqualNode(cell.man);
      if (!sameMan) button.replaceChildren(...(cell?.man ? [cell.man] : []));
    }
    this.mark();
  }

  select(square: string | undefined): void {
    this.selected = square;
    this.mark();
  }

  /** The square under a point of the page. */
  squareAt(x: number, y: number): string | undefined {
    return squareAt(x, y, this.element.getBoundingClientRect(), this.size, this.flipped);
  }

  focus(square: string): void {
    this.buttons.get(this.focused)!.tabIndex = -1;
    this.focused = square;
    const button = this.buttons.get(square)!;
    button.tabIndex = 0;
    button.focus({ preventScroll: true });
  }

  private mark(): void {
    const targets = this.selected ? (this.moves.get(this.selected) ?? []) : [];
    for (const [square, button] of this.buttons) {
      button.classList.toggle('selected', square === this.selected);
      button.classList.toggle('target', targets.includes(square));
      if (square === this.selected) button.setAttribute('aria-pressed', 'true');
      else button.removeAttribute('aria-pressed');
    }
  }

  private press(square: string): void {
    if (this.selected && this.moves.get(this.selected)?.includes(square)) {
      const from = this.selected;
      this.select(undefined);
      this.actions.onMove?.(from, square);
    } else if (this.selected === square) {
      this.select(undefined);
    } else if (this.moves.has(square)) {
      this.select(square);
    } else if (this.taps.has(square)) {
      this.select(undefined);
      this.actions.onTap?.(square);
    } else {
      this.select(undefined);
    }
  }

  private listen(): void {
    const squareOf = (event: Event) => (event.target as Element).closest<HTMLElement>('.square')?.dataset.square;
    this.element.addEventListener('click', (event) => {
      const square = squareOf(event);
      if (this.dragged) this.dragged = false;
      else if (square) this.press(square);
    });
    this.element.addEventListener('pointerdown', (event) => {
      this.dragged = false;
      const square = squareOf(event);
      if (square && event.button === 0 && this.moves.has(square)) this.drag(square, event);
    });
    this.element.addEventListener('pointerover', (event) => {
      const square = squareOf(event);
      if (square) this.actions.onLook?.(square);
    });
    this.element.addEventListener('focusin', (event) => {
      const square = squareOf(event);
      if (square) this.actions.onLook?.(square);
    });
    this.element.addEventListener('keydown', (event) => {
      const arrow = kArrows[event.key];
      if (arrow) this.focus(step(this.focused, arrow[0], arrow[1], this.size, this.flipped));
      else if (event.key === 'Escape') this.select(undefined);
      else return;
      event.preventDefault();
    });
  }

  private drag(from: string, start: PointerEvent): void {
    const button = this.buttons.get(from)!;
    const man = button.firstElementChild as HTMLElement | null;
    if (!man) return;
    let ghost: HTMLElement | undefined;
    const side = button.getBoundingClientRect().width;
    const move = (event: PointerEvent) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 5) return;
        ghost = h('div', { class: `drag-ghost ${this.element.className}` }, man.cloneNode(true) as HTMLElement);
        ghost.style.width = ghost.style.height = `${side}px`;
        document.body.append(ghost);
        button.classList.add('lifted');
        this.select(from);
      }
      ghost.style.transform = `translate(${event.clientX - side / 2}px, ${event.clientY - side / 2}px)`;
    };
    const end = (event: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      button.classList.remove('lifted');
      if (!ghost) return;
      ghost.remove();
      const to = this.squareAt(event.clientX, event.clientY);
      // The click that follows a drag belongs to it, unless the pointer came up elsewhere.
      this.dragged = to === from;
      this.select(undefined);
      if (event.type === 'pointercancel' || to === from) return;
      if (to === undefined) this.actions.onDropOff?.(from);
      else if (this.moves.get(from)?.includes(to)) this.actions.onMove?.(from, to);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }
}
