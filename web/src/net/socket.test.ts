import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerMessage } from './protocol';
import { TableSocket, type Connection, type SocketLike } from './socket';

class FakeSocket implements SocketLike {
  static made: FakeSocket[] = [];
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  sent: string[] = [];
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.({} as never);
  }
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) } as never);
  }
  break(code = 1006): void {
    this.onclose?.({ code } as never);
  }
}

const event = (n: number) => ({ type: 'event', n, event: { type: 'moved' }, text: `event ${n}` });

describe('the line to the table', () => {
  let heard: ServerMessage[];
  let states: Connection[];
  let waits: { ms: number; then: () => void; cancelled: boolean }[];
  let socket: TableSocket;

  beforeEach(() => {
    FakeSocket.made = [];
    heard = [];
    states = [];
    waits = [];
    socket = new TableSocket({
      url: (after) => `ws://table/ws/g?token=t&after=${after}`,
      onMessage: (message) => heard.push(message),
      onConnection: (state) => states.push(state),
      make: (url) => new FakeSocket(url),
      wait: (ms, then) => {
        const wait = { ms, then, cancelled: false };
        waits.push(wait);
        return () => {
          wait.cancelled = true;
        };
      },
    });
  });
  const line = () => FakeSocket.made.at(-1)!;
  const retries = () => waits.filter((wait) => wait.ms < 20_000 && !wait.cancelled);

  it('asks after a break for exactly what it has missed', () => {
    line().open();
    line().say(event(1));
    line().say(event(2));
    line().break();
    expect(states).toEqual(['connecting', 'open', 'lost']);
    retries().at(-1)!.then();
    expect(line().url).toContain('after=2');
    line().open();
    line().say(event(2));
    line().say(event(3));
    expect(heard.map((m) => (m as { n: number }).n)).toEqual([1, 2, 3]);
  });

  it('waits longer after each failure, but never more than four seconds', () => {
    for (let i = 0; i < 8; ++i) {
      line().break();
      waits.at(-1)!.then();
    }
    const delays = waits.map((wait) => wait.ms);
    expect(delays.slice(0, 5)).toEqual([250, 500, 1000, 2000, 4000]);
    expect(Math.max(...delays)).toBe(4000);
  });

  it('does not come back when the seat was taken elsewhere or is unknown', () => {
    line().open();
    line().say({ type: 'bye', reason: 'replaced' });
    line().break(4002);
    expect(states.at(-1)).toBe('closed');
    expect(retries()).toHaveLength(0);
  });

  it('sends nothing while the line is down and never repeats an action by itself', () => {
    expect(socket.send({ type: 'act', id: 1, action: 'e2e4' })).toBe(false);
    line().open();
    expect(socket.send({ type: 'act', id: 2, action: 'e2e4' })).toBe(true);
    line().break();
    retries().at(-1)!.then();
    line().open();
    expect(line().sent.filter((text) => text.includes('act'))).toEqual([]);
  });

  it('ignores what is no JSON', () => {
    line().open();
    line().say('{nonsense');
    expect(heard).toEqual([]);
  });

  it('stays closed once closed', () => {
    line().open();
    socket.close();
    line().break();
    expect(retries()).toHaveLength(0);
    expect(states.at(-1)).toBe('open');
  });
});
