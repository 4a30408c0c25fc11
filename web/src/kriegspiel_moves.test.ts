import { describe, expect, it } from 'vitest';
import { menOfFen, readTry, tryWords } from './kriegspiel_moves';

const men = menOfFen('8/P7/8/8/4P3/5N2/PPPP1PPP/RNBQK2R', 8, 8);
const tries = [
  'e4e5', 'e4d5', 'e4f5', 'f3g5', 'f3d4', 'b1c3', 'b1a3', 'e1g1', 'e1f1', 'e1e2', 'a7a8q', 'a7a8r', 'a7a8b', 'a7a8n',
  'a7b8q', 'a7b8r', 'a7b8b', 'a7b8n', 'd2d4', 'd2d3', 'd1e2', 'a1a3', 'b1e5', 'f3e5', 'any',
];

describe('a placement', () => {
  it('is read square by square', () => {
    expect(men.get('e1')).toBe('K');
    expect(men.get('a7')).toBe('P');
    expect(men.has('e2')).toBe(false);
    expect(men.size).toBe(16);
  });
  it('is read on small boards too', () => {
    const small = menOfFen('rqkr/4/4/RQKR', 4, 4);
    expect(small.get('a1')).toBe('R');
    expect(small.get('d4')).toBe('r');
  });
});

describe('a typed try', () => {
  const read = (text: string) => readTry(text, men, tries);
  it.each([
    ['e4e5', 'e4e5'], ['e4-e5', 'e4e5'], ['E4E5', 'e4e5'], ['e5', 'e4e5'], ['exd5', 'e4d5'], ['Nc3', 'b1c3'], ['nc3', 'b1c3'],
    ['Ng5+', 'f3g5'], ['O-O', 'e1g1'], ['0-0', 'e1g1'], ['Ke2', 'e1e2'], ['Qe2', 'd1e2'], ['a8=Q', 'a7a8q'], ['a7a8n', 'a7a8n'],
    ['axb8=N', 'a7b8n'], ['any', 'any'], ['Any?', 'any'], ['d4', 'd2d4'], ['Nd4', 'f3d4'],
  ])('%s means %s', (text, meant) => {
    expect(read(text)).toEqual([meant]);
  });
  it('of two men alike is told apart by file or rank', () => {
    expect(read('Ne5')).toEqual(['b1e5', 'f3e5']);
    expect(read('Nbe5')).toEqual(['b1e5']);
    expect(read('Nf3xe5')).toEqual(['f3e5']);
    expect(read('N1e5')).toEqual(['b1e5']);
  });
  it('that lacks the promotion may be each of four', () => {
    expect(read('a8')).toHaveLength(4);
    expect(read('a7b8')).toHaveLength(4);
  });
  it('that is none of the tries left means nothing', () => {
    expect(read('e3')).toEqual([]);
    expect(read('Qh5')).toEqual([]);
    expect(read('O-O-O')).toEqual([]);
    expect(read('hello')).toEqual([]);
    expect(read('')).toEqual([]);
  });
  it('never takes a pawn capture for a plain pawn move', () => {
    expect(readTry('d5', men, ['e4d5'])).toEqual([]);
  });
});

describe('a try in words', () => {
  it('names the man', () => {
    expect(tryWords('b1c3', men)).toBe('knight b1 to c3');
    expect(tryWords('a7a8q', men)).toBe('pawn a7 to a8, promoting to a queen');
    expect(tryWords('any', men)).toContain('Any?');
  });
});
