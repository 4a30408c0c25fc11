import { describe, expect, it } from 'vitest';
import { lettersOf } from './darkchess_board';
import { readSetup, unplaced, writeSetup } from './setup_editor';
import { fromScreen, onScreen, step, squareAt } from './squares';
import { kStrategoRanks, possibleRanks } from './stratego_men';

describe('squares on the screen', () => {
  const size = { files: 10, ranks: 10 };
  it('go there and back on either side of the board', () => {
    for (const flipped of [false, true])
      for (const square of ['a1', 'j10', 'c7', 'a10']) {
        const { column, row } = onScreen(square, size, flipped);
        expect(fromScreen(column, row, size, flipped)).toBe(square);
      }
    expect(onScreen('a1', size, false)).toEqual({ column: 0, row: 9 });
    expect(onScreen('a1', size, true)).toEqual({ column: 9, row: 0 });
  });
  it('stop at the edge', () => {
    expect(step('a1', -1, 0, size, false)).toBe('a1');
    expect(step('a1', 0, -1, size, false)).toBe('a2');
    expect(step('a1', 0, 1, size, true)).toBe('a2');
  });
  it('are found under a point', () => {
    const bounds = { left: 100, top: 50, width: 400, height: 800 } as DOMRect;
    expect(squareAt(101, 849, bounds, { files: 4, ranks: 8 }, false)).toBe('a1');
    expect(squareAt(499, 51, bounds, { files: 4, ranks: 8 }, false)).toBe('d8');
    expect(squareAt(99, 51, bounds, { files: 4, ranks: 8 }, false)).toBeUndefined();
  });
});

describe('a Stratego set-up', () => {
  const army = { marshal: 1, miner: 1, scout: 1, spy: 1, bomb: 1, flag: 1 };
  it('is read in any layout and written row by row', () => {
    expect(readSetup('LEDCB\nMAAAA', 10, army)).toBe('LEDCBMAAAA');
    expect(readSetup('ledcb maaaa', 10, army)).toBe('LEDCBMAAAA');
    expect(writeSetup([...'LEDCBMAAAA'], 5)).toBe('LEDCB\nMAAAA');
  });
  it('of another army, size or alphabet is none', () => {
    expect(readSetup('LLDCBMAAAA', 10, army)).toBeUndefined();
    expect(readSetup('LEDCBM', 10, army)).toBeUndefined();
    expect(readSetup('LEDCBMAAAZ', 10, army)).toBeUndefined();
  });
  it('knows who still has to be placed', () => {
    const left = unplaced([...'LEAAAAAAAA'], army);
    expect([...left.keys()].map(({ name }) => name)).toEqual(['scout', 'spy', 'bomb', 'flag']);
    expect(unplaced([...'LEDCBMAAAA'], army).size).toBe(0);
  });
  it('has a letter of its own for every rank', () => {
    expect(new Set(kStrategoRanks.map(({ letter }) => letter)).size).toBe(12);
  });
});

describe('what an unknown man can be', () => {
  it('excludes bombs and the flag once it has moved', () => {
    const hidden = { bomb: 2, flag: 1, scout: 3, marshal: 0 };
    expect(possibleRanks(hidden, false).map(([{ name }]) => name)).toEqual(['scout', 'bomb', 'flag']);
    expect(possibleRanks(hidden, true).map(([{ name }, n]) => [name, n])).toEqual([['scout', 3]]);
  });
});

describe('a Dark Chess board', () => {
  it('is read from the top row down', () => {
    const letters = lettersOf('XXXX/XkXX/XRcX/XX-X/XKpX/XNXX/XCXX/aXMX'.replace('a', '-'));
    expect(letters.get('b7')).toBe('k');
    expect(letters.get('c1')).toBe('M');
    expect(letters.get('a1')).toBe('-');
    expect(letters.size).toBe(32);
  });
});
