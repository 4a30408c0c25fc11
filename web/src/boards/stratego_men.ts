import { h, svg } from '../dom';
import { capital } from '../words';

export interface StrategoRank {
  name: string;
  /** What is printed on the man. */
  sign: string;
  /** The letter in a set-up text. */
  letter: string;
}

/** From the strongest to the flag. */
export const kStrategoRanks: StrategoRank[] = [
  { name: 'marshal', sign: '10', letter: 'L' },
  { name: 'general', sign: '9', letter: 'K' },
  { name: 'colonel', sign: '8', letter: 'J' },
  { name: 'major', sign: '7', letter: 'I' },
  { name: 'captain', sign: '6', letter: 'H' },
  { name: 'lieutenant', sign: '5', letter: 'G' },
  { name: 'sergeant', sign: '4', letter: 'F' },
  { name: 'miner', sign: '3', letter: 'E' },
  { name: 'scout', sign: '2', letter: 'D' },
  { name: 'spy', sign: 'S', letter: 'C' },
  { name: 'bomb', sign: 'B', letter: 'B' },
  { name: 'flag', sign: 'F', letter: 'M' },
];

const byName = new Map(kStrategoRanks.map((rank) => [rank.name, rank]));
const byLetter = new Map(kStrategoRanks.map((rank) => [rank.letter, rank]));

export const rankNamed = (name: string): StrategoRank | undefined => byName.get(name);
export const rankOfLetter = (letter: string): StrategoRank | undefined => byLetter.get(letter);

const kBomb = [
  { tag: 'circle', cx: 22, cy: 28, r: 14, fill: 'currentColor' },
  { d: 'M30 16l4-5c3-3 7-1 8 2', fill: 'none', stroke: 'currentColor', 'stroke-width': 3.5, 'stroke-linecap': 'round' },
];
const kFlag = ['M11 5h4v38h-4z', 'M15 7c8-4 14 4 24 0v18c-10 4-16-4-24 0z'];
const kSpy = [
  { tag: 'ellipse', cx: 24, cy: 20, rx: 19, ry: 4, fill: 'currentColor' },
  'M14 18c0-7 3-11 5-11 3 0 3 2 5 2s2-2 5-2c2 0 5 4 5 11z',
  { tag: 'circle', cx: 16.500, cy: 31, r: 5.500, fill: 'none', stroke: 'currentColor', 'stroke-width': 3 },
  { tag: 'circle', cx: 31.500, cy: 31, r: 5.500, fill: 'none', stroke: 'currentColor', 'stroke-width': 3 },
  { d: 'M22 30c1-1 3-1 4 0', fill: 'none', stroke: 'currentColor', 'stroke-width': 3 },
];
const kPictures: Record<string, (string | Record<string, unknown>)[]> = { bomb: kBomb, flag: kFlag, spy: kSpy };

/**
 * A man as a tile. Without a rank it shows its back; `moved` and `shown` leave small marks; the
 * words for it are the label of its square.
 */
export function strategoMan(
  seat: string,
  rank: string | null,
  marks: { moved?: boolean | undefined; shown?: boolean | undefined; ghost?: boolean } = {},
): HTMLElement {
  const classes = ['tile', seat];
  if (!rank) classes.push('unknown');
  if (marks.moved) classes.push('moved');
  if (marks.shown) classes.push('shown');
  if (marks.ghost) classes.push('ghost');
  const known = rank ? rankNamed(rank) : undefined;
  const tile = h('span', { class: classes.join(' '), 'data-rank': rank ?? undefined });
  if (known) {
    const picture = kPictures[known.name];
    tile.append(
      picture ? svg('0 0 48 48', picture, 'picture') : h('span', { class: 'sign', 'data-sign': known.sign }),
      h('span', { class: 'rank-name', 'data-sign': capital(known.name) }),
    );
  }
  if (marks.moved && !rank) tile.append(h('span', { class: 'moved-mark', 'aria-hidden': 'true' }));
  return tile;
}

/** What a seat can still conclude of an unknown man: the ranks not shown yet that fit it. */
export function possibleRanks(hidden: Record<string, number>, moved: boolean): [StrategoRank, number][] {
  return kStrategoRanks
    .map((rank): [StrategoRank, number] => [rank, hidden[rank.name] ?? 0])
    .filter(([rank, n]) => n > 0 && !(moved && (rank.name === 'bomb' || rank.name === 'flag')));
}
