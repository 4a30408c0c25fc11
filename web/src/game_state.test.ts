import { describe, expect, it } from 'vitest';
import { clockText, emptyState, hear, invalidWords, mySeat, timeLeft } from './game_state';
import type { HelloMessage, ServerMessage, ViewMessage } from './net/protocol';

const hello: HelloMessage = {
  type: 'hello', id: 'g', game: 'kriegspiel', rules: 'wild16', seat: 'second', seat_name: 'black',
  seats: [{ kind: 'person' }, { kind: 'person' }], clock: null, last: 0,
};
const event = (n: number): ServerMessage => ({ type: 'event', n, event: { type: 'moved' }, text: `line ${n}` });
const view = (n: number): ViewMessage => ({ type: 'view', n, view: { to_move: 'white', outcome: null, files: 8, ranks: 8 } });

describe('what a seat has heard', () => {
  it('keeps events in order, each once', () => {
    const state = [event(1), event(2), event(2), event(1), event(3)].reduce((s, m) => hear(s, m, 0), emptyState());
    expect(state.heard.map((line) => line.n)).toEqual([1, 2, 3]);
  });

  it('is the same object when nothing changed', () => {
    const state = hear(emptyState(), event(1), 0);
    expect(hear(state, event(1), 5)).toBe(state);
    expect(hear(state, { type: 'pong' }, 5)).toBe(state);
  });

  it('knows its seat; a watcher has none', () => {
    expect(mySeat(hear(emptyState(), hello, 0))).toBe('second');
    expect(mySeat(hear(emptyState(), { ...hello, seat: 'watch' }, 0))).toBeUndefined();
  });

  it('tells an offer of a rematch from the new game', () => {
    const offered = hear(emptyState(), { type: 'rematch', offer: 'first' }, 0);
    expect(offered.rematchOffer).toBe('first');
    expect(offered.rematch).toBeUndefined();
    expect(hear(offered, { type: 'rematch', id: 'n', seat: 'first', token: 't' }, 0).rematch).toEqual({ id: 'n', token: 't' });
  });
});

describe('the clock', () => {
  const state = hear(emptyState(), { ...view(3), clock: { first_ms: 60_000, second_ms: 5_000, running: 'first' } }, 1_000);

  it('runs for the side to move alone', () => {
    expect(timeLeft(state.clock!, 'first', 11_000)).toBe(50_000);
    expect(timeLeft(state.clock!, 'second', 11_000)).toBe(5_000);
  });
  it('stops at zero', () => {
    expect(timeLeft(state.clock!, 'first', 1e9)).toBe(0);
  });
  it('reads like a clock', () => {
    expect(clockText(245_900)).toBe('4:05');
    expect(clockText(9_340)).toBe('0:09.3');
    expect(clockText(0)).toBe('0:00.0');
    expect(clockText(3_723_000)).toBe('1:02:03');
    expect(clockText(10_000)).toBe('0:10');
  });
  it('keeps the last time told when a message has none', () => {
    expect(hear(state, view(4), 2_000).clock).toBe(state.clock);
  });
});

describe('an action that was none', () => {
  it('is explained', () => {
    expect(invalidWords({ type: 'answer', id: 1, verdict: 'invalid', reason: 'stale' })).toContain('meanwhile');
    expect(invalidWords({ type: 'answer', id: 1, verdict: 'invalid', reason: 'it is not your turn' })).toContain('not your turn');
  });
});
