import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page, type WebSocket } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const kPhone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.NEBEL_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
  });
}

/* eslint-disable @typescript-eslint/no-explicit-any */
/** A page with ears: the last view the server sent, everything that went wrong. */
export class Visitor {
  view: any;
  hello: any;
  private viewN = -1;
  heard: { n: number; event: any; text: string }[] = [];
  readonly problems: string[] = [];

  private constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.problems.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const line = message.text();
      // A line that breaks while a server is killed is what those tests are about.
      if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(line)) this.problems.push(line);
    });
    page.on('websocket', (socket: WebSocket) => {
      socket.on('framereceived', ({ payload }) => this.hear(JSON.parse(String(payload))));
    });
  }

  static async come(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
    return new Visitor(await context.newPage());
  }

  private hear(message: any): void {
    if (message.type === 'hello') {
      if (this.hello?.id !== message.id) this.heard = [];
      this.hello = message;
      this.view = undefined;
      this.viewN = -1;
    }
    if (message.type === 'event' && message.n > (this.heard.at(-1)?.n ?? 0)) this.heard.push(message);
    if (message.type === 'view') {
      this.view = message.view;
      this.viewN = message.n;
    }
  }

  /** Waits until it is this visitor's turn or the game is over; says whether it goes on. */
  async turn(): Promise<boolean> {
    const mine = () => this.settled() && Boolean(this.view?.my_turn || this.view?.outcome);
    await expect.poll(mine, { timeout: 30_000, interval: 20 }).toBe(true);
    return !this.view.outcome;
  }

  /**
   * Goes to a game by `way` and waits for the turn there. What the page before had seen is forgotten
   * first: a game that is over there would pass for this one until the new page has its line.
   */
  async arrive(way: () => Promise<unknown>): Promise<boolean> {
    this.view = undefined;
    this.viewN = -1;
    await way();
    return this.turn();
  }

  /** Whether the last view includes everything heard. */
  private settled(): boolean {
    return this.view !== undefined && this.viewN >= (this.heard.at(-1)?.n ?? 0);
  }

  /** Something this visitor has heard beyond the given number of events, and the view with it. */
  async newsAfter(n: number): Promise<void> {
    await expect.poll(() => this.heard.length > n && this.settled(), { timeout: 20_000, interval: 15 }).toBe(true);
  }

  /** The line that says what is going on. */
  status(): Promise<string> {
    return this.page.locator('.status').innerText();
  }

  /** Makes the game at the table and sits down at it in this browser. */
  async sitDown(base: string, game: Record<string, unknown>): Promise<{ id: string; tokens: Record<string, string>; watch: string }> {
    const created = await create(base, game);
    const token = created.tokens.first ?? created.tokens.second!;
    await this.arrive(() => this.page.goto(`${base}/play/${created.id}#${token}`));
    return created;
  }

  async type(text: string): Promise<void> {
    const input = this.page.getByLabel('Type a move or a command');
    await input.fill(text);
    await input.press('Enter');
  }

  logText(): Promise<string> {
    return this.page.getByRole('log').innerText();
  }

  /** The middle of a square of a board, on the page. */
  async centre(square: string, board: string, files: number, ranks: number, flipped = false): Promise<{ x: number; y: number }> {
    const box = (await this.page.locator(board).first().boundingBox())!;
    let column = square.charCodeAt(0) - 97;
    let row = ranks - Number(square.slice(1));
    if (flipped) {
      column = files - 1 - column;
      row = ranks - 1 - row;
    }
    return { x: box.x + ((column + 0.5) * box.width) / files, y: box.y + ((row + 0.5) * box.height) / ranks };
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await this.page.mouse.move(to.x, to.y);
    await this.page.mouse.up();
  }

  /** Drags on the Kriegspiel board as this visitor sees it. */
  async dragMan(from: string, to: string): Promise<void> {
    const { files, ranks, seat } = this.view;
    const at = (square: string) => this.centre(square, 'cg-board', files, ranks, seat === 'black');
    await this.drag(await at(from), await at(to));
  }

  async axe(): Promise<void> {
    await this.page.evaluate(axeSource);
    const violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] = await this.page.evaluate(
      async () => (await (window as any).axe.run(document, { resultTypes: ['violations'] })).violations,
    );
    const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 3).map((n) => `  ${n.html.slice(0, 200)}\n  ${n.failureSummary}`).join('\n')}`);
    expect(told, `axe on ${this.page.url()}`).toEqual([]);
  }

  /** Nothing went wrong and nothing sticks out sideways. */
  async fine(): Promise<void> {
    expect(this.problems).toEqual([]);
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, 'the page is wider than the screen').toBeLessThanOrEqual(0);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}

export async function create(base: string, game: Record<string, unknown>): Promise<{ id: string; tokens: Record<string, string>; watch: string }> {
  const response = await fetch(`${base}/api/games`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order: 'given', clock: null, ...game }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`no game: ${JSON.stringify(body)}`);
  return body as { id: string; tokens: Record<string, string>; watch: string };
}

export const kPerson = { kind: 'person' };
export const kRandom = { kind: 'engine', player: 'random', level: 'easy' };
