import { h, svg } from '../dom';
import { settings } from '../settings';

export interface DarkChessKind {
  letter: string;
  name: string;
  /** 7 is the strongest; a pawn beats the king all the same. */
  strength: number;
  red: string;
  black: string;
  paths: (string | Record<string, unknown>)[];
}

const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };

export const kDarkChessKinds: DarkChessKind[] = [
  {
    letter: 'K', name: 'king', strength: 7, red: '帥', black: '將',
    paths: ['M9 34 6 15l9 8 9-13 9 13 9-8-3 19z', { tag: 'rect', x: 9, y: 37, width: 30, height: 4, rx: 1.5, fill: 'currentColor' }],
  },
  {
    letter: 'G', name: 'general', strength: 6, red: '仕', black: '士',
    paths: ['M24 6c5 4 10 5 15 5 0 14-4 24-15 31C13 35 9 25 9 11c5 0 10-1 15-5z', { d: 'M24 15l2.600 5.600 6 .7-4.400 4.200 1.200 6L24 28.500l-5.400 3 1.200-6-4.400-4.200 6-.7z', fill: 'var(--face)' }],
  },
  {
    letter: 'M', name: 'minister', strength: 5, red: '相', black: '象',
    paths: ['M24 4l3 6c3 2 6 3 10 3-2 4-4 6-7 6v4c4 2 8 3 12 3-2 5-5 7-9 7v6h6v4H9v-4h6v-6c-4 0-7-2-9-7 4 0 8-1 12-3v-4c-3 0-5-2-7-6 4 0 7-1 10-3z'],
  },
  {
    letter: 'R', name: 'rook', strength: 4, red: '俥', black: '車',
    paths: [
      { ...line, tag: 'circle', cx: 24, cy: 24, r: 16, 'stroke-width': 4 },
      { ...line, d: 'M24 8v32M8 24h32M12.700 12.700l22.600 22.600M35.300 12.700 12.700 35.300', 'stroke-width': 2.5 },
      { tag: 'circle', cx: 24, cy: 24, r: 5, fill: 'currentColor' },
    ],
  },
  {
    letter: 'N', name: 'knight', strength: 3, red: '傌', black: '馬',
    paths: [
      'M15 41c0-8 8-10 9-17-3 3-6 4-9 4l-3 3c-2 1-5-2-4-4l7-11c1-4 4-7 8-8l2-4 3 4c8 2 12 9 12 18 0 6-2 11-3 15z',
      { tag: 'circle', cx: 20.500, cy: 17.500, r: 1.800, fill: 'var(--face)' },
    ],
  },
  {
    letter: 'C', name: 'cannon', strength: 2, red: '炮', black: '砲',
    paths: [
      'M7 25 34 11c2-1 4 0 5 2l2 4c1 2 0 4-2 5L12 34z',
      { ...line, tag: 'circle', cx: 20, cy: 33, r: 7.500, fill: 'var(--face)' },
      { tag: 'circle', cx: 20, cy: 33, r: 2.200, fill: 'currentColor' },
      { ...line, d: 'M28 37l11 4' },
    ],
  },
  {
    letter: 'P', name: 'pawn', strength: 1, red: '兵', black: '卒',
    paths: [{ tag: 'circle', cx: 24, cy: 15, r: 7.500, fill: 'currentColor' }, 'M14 41c0-9 3-15 10-15s10 6 10 15z'],
  },
];

const byLetter = new Map(kDarkChessKinds.map((kind) => [kind.letter, kind]));

export function kindOf(letter: string): DarkChessKind | undefined {
  return byLetter.get(letter.toUpperCase());
}

/** "red cannon", "black pawn". */
export function darkManName(letter: string): string {
  const colour = letter === letter.toUpperCase() ? 'red' : 'black';
  return `${colour} ${kindOf(letter)?.name ?? 'man'}`;
}

/**
 * The man on a letter as a disc; 'X' lies face down. `ghost`: known to the reviewer alone. Its signs
 * are drawn by the style sheet: the words for it are the label of its square.
 */
export function darkChessMan(letter: string, ghost = false): HTMLElement {
  if (letter === 'X') return h('span', { class: 'disc dark' });
  const kind = kindOf(letter)!;
  const red = letter === letter.toUpperCase();
  const face =
    settings().signs === 'characters'
      ? h('span', { class: 'sign', lang: 'zh-Hant', 'data-sign': red ? kind.red : kind.black })
      : svg('0 0 48 48', kind.paths, 'picture');
  return h('span', { class: `disc ${red ? 'red' : 'black'}${ghost ? ' ghost' : ''}`, 'data-man': letter },
    face as unknown as HTMLElement,
    h('span', { class: 'strength', 'data-sign': String(kind.strength) }));
}
