import type { ClientMessage, ServerMessage } from './protocol';

/** The little of a WebSocket that is used here, so that tests can stand in for one. */
export interface SocketLike {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

export interface TableSocketOptions {
  /** The address for a resume after event n. */
  url: (after: number) => string;
  onMessage: (message: ServerMessage) => void;
  onConnection: (connection: Connection, reason?: string) => void;
  make?: (url: string) => SocketLike;
  wait?: (ms: number, then: () => void) => () => void;
}

/** Close codes after which coming back is no use. */
const kFinalCodes = new Set([4001, 4002]);
const kPingEvery = 25_000;

/**
 * One seat's line to the table. It comes back by itself after a break and asks for exactly the
 * events it has missed; a message that is heard twice is passed on once. Actions are never sent
 * again by themselves: after a break the view tells what became of them.
 */
export class TableSocket {
  private socket: SocketLike | undefined;
  private last = 0;
  private attempts = 0;
  private ended = false;
  private open = false;
  private byeReason: string | undefined;
  private cancelRetry: (() => void) | undefined;
  private cancelPing: (() => void) | undefined;

  constructor(private readonly options: TableSocketOptions) {
    this.connect();
  }

  /** The number of the last event heard. */
  get heard(): number {
    return this.last;
  }

  /** Whether the message went out; it does not when the line is down. */
  send(message: ClientMessage): boolean {
    if (!this.open || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    this.cancelRetry?.();
    this.cancelPing?.();
    this.socket?.close();
  }

  /** Tries again at once, for instance when the browser says it is online. */
  retryNow(): void {
    if (this.ended || this.open || !this.cancelRetry) return;
    this.cancelRetry();
    this.connect();
  }

  private connect(): void {
    this.cancelRetry = undefined;
    this.options.onConnection('connecting');
    const make = this.options.make ?? ((url: string) => new WebSocket(url) as unknown as SocketLike);
    const socket = make(this.options.url(this.last));
    this.socket = socket;
    socket.onopen = () => {
      this.open = true;
      this.attempts = 0;
      this.options.onConnection('open');
      this.ping();
    };
    socket.onmessage = ((event: { data: unknown }) => this.hear(event.data)) as (event: never) => void;
    socket.onerror = () => undefined;
    socket.onclose = ((event: { code?: number }) => {
      if (this.socket === socket) this.lost(event?.code ?? 0);
    }) as (event: never) => void;
  }

  private hear(data: unknown): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'bye') this.byeReason = message.reason;
    if (message.type === 'event') {
      if (message.n <= this.last) return;
      this.last = message.n;
    }
    this.options.onMessage(message);
  }

  private lost(code: number): void {
    this.open = false;
    this.cancelPing?.();
    if (this.ended) return;
    if (kFinalCodes.has(code)) {
      this.ended = true;
      this.options.onConnection('closed', this.byeReason);
      return;
    }
    this.options.onConnection('lost');
    const delay = Math.min(250 * 2 ** this.attempts, 4000);
    this.attempts += 1;
    this.cancelRetry = this.wait(delay, () => this.connect());
  }

  private ping(): void {
    this.cancelPing = this.wait(kPingEvery, () => {
      this.send({ type: 'ping' });
      this.ping();
    });
  }

  private wait(ms: number, then: () => void): () => void {
    if (this.options.wait) return this.options.wait(ms, then);
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  }
}
