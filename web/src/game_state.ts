import type {
  AnswerMessage,
  ClockTimes,
  GameEvent,
  GameView,
  HelloMessage,
  Seat,
  ServerMessage,
} from './net/protocol';
import type { Connection } from './net/socket';

/** One line of what this seat has heard. */
export interface Heard {
  n: number;
  event: GameEvent;
  text: string;
}

/** The clock as last told, and when that was by this browser's own clock. */
export interface HeardClock extends ClockTimes {
  at: number;
}

export interface GameState {
  connection: Connection;
  closedBecause: string | undefined;
  hello: HelloMessage | undefined;
  heard: Heard[];
  view: GameView | undefined;
  /** The number of the last event the view includes. */
  viewN: number;
  clock: HeardClock | undefined;
  present: Partial<Record<Seat, boolean>>;
  rematchOffer: Seat | undefined;
  rematch: { id: string; token: string } | undefined;
}

export function emptyState(): GameState {
  return {
    connection: 'connecting',
    closedBecause: undefined,
    hello: undefined,
    heard: [],
    view: undefined,
    viewN: 0,
    clock: undefined,
    present: {},
    rematchOffer: undefined,
    rematch: undefined,
  };
}

function withClock(state: GameState, clock: ClockTimes | null | undefined, now: number): GameState {
  return clock ? { ...state, clock: { ...clock, at: now } } : state;
}

/** The state after a message; the same object when the message changes nothing. */
export function hear(state: GameState, message: ServerMessage, now: number): GameState {
  switch (message.type) {
    case 'hello':
      return { ...state, hello: message };
    case 'event': {
      if (message.n <= (state.heard.at(-1)?.n ?? 0)) return state;
      const line = { n: message.n, event: message.event, text: message.text };
      return withClock({ ...state, heard: [...state.heard, line] }, message.clock, now);
    }
    case 'view':
      return withClock({ ...state, view: message.view, viewN: message.n }, message.clock, now);
    case 'presence':
      return { ...state, present: { first: message.first, second: message.second } };
    case 'rematch':
      if (message.id && message.token)
        return { ...state, rematch: { id: message.id, token: message.token } };
      return { ...state, rematchOffer: message.offer };
    default:
      return state;
  }
}

/** What a seat has left, a running clock counted down to now. Never below zero. */
export function timeLeft(clock: HeardClock, seat: Seat, now: number): number {
  const told = seat === 'first' ? clock.first_ms : clock.second_ms;
  const spent = clock.running === seat ? now - clock.at : 0;
  return Math.max(0, told - spent);
}

/** "4:05", "0:09.3" below ten seconds, "1:02:03" above an hour. */
export function clockText(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds < 10) return `0:0${seconds}.${tenths % 10}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export function mySeat(state: GameState): Seat | undefined {
  return state.hello && state.hello.seat !== 'watch' ? state.hello.seat : undefined;
}

/** What to tell a person about an answer that was no move of the game. */
export function invalidWords(answer: AnswerMessage): string {
  if (answer.reason === 'stale') return 'Something happened meanwhile. Look again.';
  return answer.reason ? `Not possible: ${answer.reason}` : 'Not possible now.';
}
