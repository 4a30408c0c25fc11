import { describe, expect, it } from 'vitest';
import { latestWords } from './panels/log';
import { soundOf } from './sounds';
import { likeliest } from './tables/kriegspiel_table';
import { clockWords, fate, headline, playerName, reasonWords, statusLine } from './words';

describe('the end of a game', () => {
  it('is told from the seat’s side', () => {
    expect(fate({ result: '1-0', reason: 'checkmate' }, 'first')).toBe('won');
    expect(fate({ result: '1-0', reason: 'checkmate' }, 'second')).toBe('lost');
    expect(fate({ result: '0-1', reason: 'checkmate' }, 'second')).toBe('won');
    expect(fate({ result: '1/2-1/2', reason: 'stalemate' }, 'first')).toBe('drawn');
    expect(headline({ result: '0-1', reason: 'x' }, 'stratego', undefined)).toBe('Blue won');
    expect(headline({ result: '0-1', reason: 'x' }, 'kriegspiel', 'second')).toBe('You won');
  });
  it('has a reason in words, even one unknown here', () => {
    expect(reasonWords('time_out')).toBe('Out of time');
    expect(reasonWords('some_new_reason')).toBe('Some new reason');
  });
});

describe('the status line', () => {
  const view = { to_move: 'white', my_turn: true, outcome: null };
  it('says whose turn it is', () => {
    expect(statusLine(view, 'kriegspiel', 'first', true)).toBe('Your turn');
    expect(statusLine({ ...view, my_turn: false }, 'kriegspiel', 'first', true)).toBe('Black is thinking…');
    expect(statusLine({ ...view, my_turn: false }, 'kriegspiel', 'first', false)).toBe('Waiting for Black…');
    expect(statusLine({ ...view, my_turn: false }, 'darkchess', 'second', true)).toBe('Your opponent is thinking…');
    expect(statusLine({ to_move: 'white', outcome: null }, 'kriegspiel', undefined, false)).toBe('White to move');
  });
  it('asks for the set-up', () => {
    const setup = { ...view, phase: 'setup' };
    expect(statusLine(setup, 'stratego', 'first', true)).toBe('Set up your men');
  });
});

describe('names', () => {
  it('of players and clocks', () => {
    expect(playerName({ kind: 'engine', player: 'aosp', level: 'easy' })).toBe('aosp · easy');
    expect(playerName({ kind: 'person' }, 'a friend')).toBe('a friend');
    expect(clockWords(null)).toBe('no clock');
    expect(clockWords({ base_s: 300, increment_s: 5 })).toBe('5 min + 5 s');
    expect(clockWords({ base_s: 90, increment_s: 0 })).toBe('90 s');
  });
});

describe('what was just said', () => {
  const line = (n: number, type: string, seat: string, text = `${n}`) => ({ n, event: { type, seat }, text });
  const heard = [
    line(1, 'moved', 'white'), line(2, 'moved', 'black'), line(3, 'capture', 'black'), line(4, 'check', 'white'),
    line(5, 'refused', 'white'), line(6, 'refused', 'white'),
  ];
  it('is the last turn and everything after it, with the last refusal only', () => {
    expect(latestWords(heard, 'white').map(({ n }) => n)).toEqual([2, 3, 4, 6]);
  });
  it('leaves out what was said before the enemy moved', () => {
    const told = [line(1, 'moved', 'white'), line(2, 'pawn_tries', 'black'), line(3, 'moved', 'black'), line(4, 'pawn_tries', 'white')];
    expect(latestWords(told, 'white').map(({ n }) => n)).toEqual([3, 4]);
    expect(latestWords(told.slice(0, 2), 'white').map(({ n }) => n)).toEqual([2]);
  });
  it('is the own move when nothing followed', () => {
    expect(latestWords([line(1, 'moved', 'white')], 'white').map(({ n }) => n)).toEqual([1]);
    expect(latestWords([], 'white')).toEqual([]);
  });
});

describe('a sound', () => {
  it('is the weightiest of what was heard together', () => {
    expect(soundOf([{ type: 'moved' }, { type: 'capture' }, { type: 'check' }])).toBe('check');
    expect(soundOf([{ type: 'check' }, { type: 'end' }])).toBe('end');
    expect(soundOf([{ type: 'move', captured: 'P' }])).toBe('capture');
    expect(soundOf([{ type: 'pawn_tries' }])).toBeUndefined();
  });
});

describe('the fog in words', () => {
  it('names the likeliest squares first', () => {
    const chances = Array<number>(64).fill(0);
    chances[60] = 0.5;
    chances[62] = 0.3;
    expect(likeliest(chances, 'King:')).toBe('King: e8 (50 %), g8 (30 %).');
    expect(likeliest(Array<number>(64).fill(0), 'King:')).toBe('Nothing is known yet.');
  });
});
