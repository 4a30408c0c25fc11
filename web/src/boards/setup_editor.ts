import { fill, freshId, h } from '../dom';
import { api } from '../net/api';
import type { StrategoView } from '../net/protocol';
import { capital, kGameNames } from '../words';
import { GridBoard, type Cell } from './grid_board';
import { kStrategoRanks, rankNamed, rankOfLetter, strategoMan, type StrategoRank } from './stratego_men';
import { squareName } from './squares';

const kEmpty = 'A';

/** A set-up text in any layout, as plain letters; nothing when it holds anything else. */
export function readSetup(text: string, size: number, army: Record<string, number>): string | undefined {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
  if (letters.length !== size) return undefined;
  const left = { ...army };
  for (const letter of letters) {
    if (letter === kEmpty) continue;
    const rank = rankOfLetter(letter);
    if (!rank || !left[rank.name]) return undefined;
    left[rank.name]! -= 1;
  }
  return letters;
}

/** One line a row, front row first. */
export function writeSetup(letters: string[], width: number): string {
  const rows: string[] = [];
  for (let i = 0; i < letters.length; i += width) rows.push(letters.slice(i, i + width).join(''));
  return rows.join('\n');
}

/** The men that are not on the board yet. */
export function unplaced(letters: string[], army: Record<string, number>): Map<StrategoRank, number> {
  const left = new Map<StrategoRank, number>();
  for (const rank of kStrategoRanks) {
    const n = (army[rank.name] ?? 0) - letters.filter((letter) => letter === rank.letter).length;
    if (n > 0) left.set(rank, n);
  }
  return left;
}

/**
 * Where a person puts up an army: drag men to swap or place them, take one drawn at random or in
 * the manner of people, mirror it, save and load it as text.
 */
export class SetupEditor {
  readonly element: HTMLElement;
  readonly panel: HTMLElement;
  private letters: string[];
  private armed: StrategoRank | undefined;
  private readonly grid: GridBoard;
  private readonly tray = h('div', { class: 'tray men-tray', role: 'group', 'aria-label': 'Men to place' });
  private readonly text: HTMLTextAreaElement;
  private readonly problem = h('p', { class: 'hint', role: 'status' });
  private readonly ready: HTMLButtonElement;
  private readonly size: number;

  constructor(
    private readonly view: StrategoView,
    private readonly mine: string,
    private readonly rules: string,
    private readonly onReady: (letters: string) => void,
  ) {
    this.size = view.files * view.setup_rows;
    this.letters = Array<string>(this.size).fill(kEmpty);
    this.grid = new GridBoard(
      { files: view.files, ranks: view.ranks }, mine === 'blue', `${kGameNames.stratego} set-up`, 'stratego setting-up',
      {
        onMove: (from, to) => this.swap(from, to),
        onTap: (square) => this.place(square),
        onDropOff: (from) => this.set(this.indexOf(from)!, kEmpty),
      });
    this.element = this.grid.element;
    const id = freshId('setup');
    this.text = h('textarea', { id, rows: String(view.setup_rows), spellcheck: 'false', class: 'setup-text' });
    this.ready = h('button', { type: 'button', class: 'button primary wide', onclick: () => this.finish() }, 'Ready');
    const button = (label: string, action: () => void) =>
      h('button', { type: 'button', class: 'button small', onclick: action }, label);
    this.panel = h('section', { class: 'panel setup-panel', 'aria-label': 'Set-up' },
      h('h2', {}, 'Your set-up'),
      h('p', { class: 'hint' }, 'Drag men to swap them. Your back row is at the bottom.'),
      h('div', { class: 'button-row' },
        button('Human-like', () => void this.draw('human')),
        button('Random', () => void this.draw('random')),
        button('Mirror', () => this.mirror()),
        button('Last used', () => this.load(this.remembered(), 'There is no set-up of yours for this board yet.')),
        button('Clear', () => this.replace(Array<string>(this.size).fill(kEmpty)))),
      this.tray,
      this.ready,
      this.problem,
      h('details', {},
        h('summary', {}, 'Save and load as text'),
        h('label', { for: id, class: 'hint' }, 'Front row first, your left to right. A is an empty square.'),
        this.text,
        h('div', { class: 'button-row' },
          button('Load', () => this.load(this.text.value, 'This text is no set-up of these rules.')),
          button('Copy', () => void navigator.clipboard?.writeText(this.text.value)))));
    this.show();
    void this.draw('human');
  }

  get setup(): string {
    return this.letters.join('');
  }

  /** Takes a set-up from a text; says whether it was one. */
  load(text: string, otherwise: string): boolean {
    const letters = readSetup(text, this.size, this.view.army);
    if (letters) this.replace([...letters]);
    this.problem.textContent = letters ? '' : otherwise;
    return letters !== undefined;
  }

  /** A set-up drawn by the table. */
  async draw(kind: 'human' | 'random'): Promise<void> {
    try {
      const { setup } = await api.setup(this.rules, kind);
      this.load(setup, 'The table drew a set-up that does not fit. Place the men by hand.');
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : 'No set-up could be drawn.';
    }
  }

  finish(): boolean {
    if (unplaced(this.letters, this.view.army).size) return false;
    localStorage.setItem(this.key(), this.setup);
    this.onReady(this.setup);
    return true;
  }

  private key(): string {
    return `nebel.setup.${this.rules.split(',')[0]}`;
  }
  private remembered(): string {
    return localStorage.getItem(this.key()) ?? '';
  }

  private squareOf(i: number): string {
    const { files, ranks, setup_rows: rows } = this.view;
    const file = i % files;
    const rank = rows - 1 - Math.floor(i / files);
    return this.mine === 'blue' ? squareName(files - 1 - file, ranks - 1 - rank) : squareName(file, rank);
  }

  private indexOf(square: string): number | undefined {
    for (let i = 0; i < this.size; ++i) if (this.squareOf(i) === square) return i;
    return undefined;
  }

  private set(i: number, letter: string): void {
    this.letters[i] = letter;
    this.show();
  }

  private replace(letters: string[]): void {
    this.letters = letters;
    this.armed = undefined;
    this.show();
  }

  private swap(from: string, to: string): void {
    const a = this.indexOf(from);
    const b = this.indexOf(to);
    if (a === undefined || b === undefined) return;
    [this.letters[a], this.letters[b]] = [this.letters[b]!, this.letters[a]!];
    this.show();
  }

  private place(square: string): void {
    const i = this.indexOf(square);
    const rank = this.armed ?? [...unplaced(this.letters, this.view.army).keys()][0];
    if (i === undefined || !rank) return;
    this.letters[i] = rank.letter;
    if (!unplaced(this.letters, this.view.army).has(rank)) this.armed = undefined;
    this.show();
  }

  private mirror(): void {
    const { files } = this.view;
    this.replace(this.letters.map((_, i) => this.letters[Math.floor(i / files) * files + (files - 1 - (i % files))]!));
  }

  private show(): void {
    const { files, ranks, lakes, army } = this.view;
    const cells = new Map<string, Cell>();
    for (let rank = 0; rank < ranks; ++rank)
      for (let file = 0; file < files; ++file) {
        const square = squareName(file, rank);
        const lake = lakes.includes(square);
        cells.set(square, { label: `${square}, ${lake ? 'lake' : 'not yours'}`, classes: [lake ? 'lake' : 'away'] });
      }
    const left = unplaced(this.letters, army);
    const moves = new Map<string, string[]>();
    const taps: string[] = [];
    const home = Array.from({ length: this.size }, (_, i) => this.squareOf(i));
    this.letters.forEach((letter, i) => {
      const square = home[i]!;
      const rank = rankOfLetter(letter);
      cells.set(square, {
        man: rank ? strategoMan(this.mine, rank.name) : undefined,
        label: `${square}, ${rank ? `your ${rank.name}` : 'free'}`,
        classes: ['home'],
      });
      if (rank) moves.set(square, home.filter((other) => other !== square));
      else if (left.size) taps.push(square);
    });
    this.grid.show(cells, moves, taps);
    fill(this.tray, [...left].map(([rank, n]) => this.trayMan(rank, n)));
    this.tray.hidden = left.size === 0;
    this.ready.disabled = left.size > 0;
    const missing = [...left.values()].reduce((sum, n) => sum + n, 0);
    this.ready.textContent = missing ? `${missing} still to place` : 'Ready';
    this.text.value = writeSetup(this.letters, files);
  }

  private trayMan(rank: StrategoRank, n: number): HTMLElement {
    const button = h('button', {
      type: 'button', class: 'tray-man', 'aria-pressed': String(this.armed === rank), title: capital(rank.name),
      'aria-label': `${capital(rank.name)}, ${n} to place`,
      onclick: () => {
        this.armed = this.armed === rank ? undefined : rank;
        this.show();
      },
    }, strategoMan(this.mine, rankNamed(rank.name)!.name), h('span', { class: 'tray-count' }, `×${n}`));
    button.addEventListener('pointerdown', (event) => this.dragFromTray(rank, button, event));
    return button;
  }

  private dragFromTray(rank: StrategoRank, button: HTMLElement, start: PointerEvent): void {
    let ghost: HTMLElement | undefined;
    const side = this.element.getBoundingClientRect().width / this.view.files;
    const move = (event: PointerEvent) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
        ghost = h('div', { class: 'drag-ghost stratego' }, button.firstElementChild!.cloneNode(true) as HTMLElement);
        ghost.style.width = ghost.style.height = `${side}px`;
        document.body.append(ghost);
      }
      ghost.style.transform = `translate(${event.clientX - side / 2}px, ${event.clientY - side / 2}px)`;
    };
    const end = (event: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (!ghost) return;
      ghost.remove();
      const square = this.grid.squareAt(event.clientX, event.clientY);
      const i = square ? this.indexOf(square) : undefined;
      if (i === undefined || this.letters[i] !== kEmpty) return;
      this.armed = rank;
      this.place(square!);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }
}
