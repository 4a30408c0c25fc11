import { fill, h } from '../dom';
import { emptyState, hear, invalidWords, mySeat, timeLeft, clockText, type GameState, type Heard } from '../game_state';
import { api, ApiError } from '../net/api';
import type { DarkChessView, KriegspielView, RulesEntry, Seat, ServerMessage, StrategoView } from '../net/protocol';
import { keysOf, remember, rememberSeat, sitDown, tokenFor } from '../net/seats';
import { TableSocket, type Connection } from '../net/socket';
import { CommandLine } from '../panels/command';
import { inviteCard } from '../panels/invite';
import { latestWords, LogPanel } from '../panels/log';
import { PlayerBar } from '../panels/player_bar';
import { go, setTitle, type Page } from '../router';
import { change, settings } from '../settings';
import { play, soundOf } from '../sounds';
import { DarkChessTable } from '../tables/darkchess_table';
import { KriegspielTable } from '../tables/kriegspiel_table';
import { StrategoTable } from '../tables/stratego_table';
import type { GameTable, TableHost } from '../tables/table';
import { WatchTable } from '../tables/watch_table';
import { clockWords, headline, kGameNames, otherSeat, playerName, reasonWords, rulesName, seatName, statusLine } from '../words';

/** A game being played or watched. The board and its panels belong to the game's own table. */
export class PlayPage implements Page {
  readonly title = 'Game';
  readonly element = h('main', { class: 'page play' });
  private state: GameState = emptyState();
  private socket: TableSocket | undefined;
  private table: GameTable | undefined;
  private acts = 0;
  private echo: string | undefined;
  private shownN = 0;
  private resignArmed = false;
  private resignTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly heading = h('h1', { class: 'visually-hidden' }, 'Game');
  private readonly status = h('div', { class: 'status', role: 'status' });
  private readonly umpire = h('div', { class: 'umpire-words' });
  private readonly log = new LogPanel('What you have heard');
  private readonly above = new PlayerBar('above');
  private readonly below = new PlayerBar('below');
  private readonly info = h('section', { class: 'panel game-info', 'aria-label': 'This game' });
  private readonly invite = h('div', { class: 'invite-place' });
  private readonly left = h('div', { class: 'play-left' });
  private readonly middle = h('div', { class: 'play-board' });
  private readonly right = h('div', { class: 'play-right' });
  private readonly buttons = h('div', { class: 'button-row play-buttons' });
  private command: CommandLine | undefined;
  private readonly onOnline = () => this.socket?.retryNow();

  constructor(private readonly id: string) {
    const token = this.token();
    if (!token) {
      void this.withoutToken();
      return;
    }
    fill(this.element, this.heading, this.left, this.middle, this.right);
    fill(this.left, this.info);
    fill(this.middle, h('div', { class: 'board-waiting' }, h('p', {}, 'Sitting down at the table…')));
    fill(this.right, this.status, this.invite, this.umpireCard(), this.log.element, this.buttons);
    this.element.classList.toggle('text-mode', settings().text);
    window.addEventListener('online', this.onOnline);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = new TableSocket({
      url: (after) => `${scheme}://${location.host}/ws/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}${after ? `&after=${after}` : ''}`,
      onMessage: (message) => this.hear(message),
      onConnection: (connection, reason) => this.connected(connection, reason),
    });
    this.drawStatus();
  }

  leave(): void {
    this.socket?.close();
    this.table?.destroy();
    this.above.stop();
    this.below.stop();
    clearTimeout(this.resignTimer);
    window.removeEventListener('online', this.onOnline);
  }

  /** A link carries its key behind the '#', which no server ever sees; it is kept and taken off. */
  private token(): string | undefined {
    const given = location.hash.slice(1);
    if (given) {
      sitDown(this.id, given);
      history.replaceState(null, '', location.pathname);
      return given;
    }
    if (location.pathname.startsWith('/watch/')) return keysOf(this.id).watch ?? tokenFor(this.id);
    return tokenFor(this.id);
  }

  private async withoutToken(): Promise<void> {
    fill(this.element, h('h1', {}, 'A game of somebody else'), h('p', { class: 'loading' }, 'Asking the table about this game…'));
    try {
      const game = await api.game(this.id);
      if (game.status === 'over') go(`/review/${this.id}`);
      else
        fill(this.element, h('h1', {}, 'A game of somebody else'),
          h('p', {}, `This game of ${kGameNames[game.game]} is still going on, and this browser has no seat at it. Use the link you were given; when the game is over, everybody can `,
            h('a', { href: `/review/${this.id}` }, 'review it'), '.'));
    } catch (error) {
      fill(this.element, h('h1', {}, 'No such game'),
        h('p', {}, error instanceof ApiError && error.status !== 404 ? error.message : 'The table does not know this game.'),
        h('p', {}, h('a', { href: '/' }, 'To the start')));
    }
    this.element.className = 'page narrow';
  }

  private connected(connection: Connection, reason?: string): void {
    this.state = { ...this.state, connection, closedBecause: reason };
    this.element.classList.toggle('offline', connection !== 'open');
    this.drawStatus();
    if (connection === 'lost') void this.checkGame();
  }

  /** A refused handshake looks like a broken line; the table says which it was. */
  private async checkGame(): Promise<void> {
    try {
      await api.game(this.id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      this.socket?.close();
      this.state = { ...this.state, connection: 'closed', closedBecause: 'The table does not know this game any more.' };
      this.drawStatus();
    }
  }

  private hear(message: ServerMessage): void {
    const before = this.state;
    this.state = hear(before, message, performance.now());
    switch (message.type) {
      case 'hello':
        if (!before.hello) this.sitDown();
        break;
      case 'view':
        this.update();
        break;
      case 'answer':
        if (message.verdict === 'invalid') {
          this.log.note(invalidWords(message), 'problem');
          this.table?.reset();
        }
        break;
      case 'fog':
        this.table?.fog?.(message);
        break;
      case 'error':
        this.log.note(message.reason, 'problem');
        this.table?.problem?.(message.reason);
        break;
      case 'rematch':
        this.rematch();
        break;
      case 'presence':
        this.drawInvite();
        break;
      default:
        break;
    }
  }

  private sitDown(): void {
    const hello = this.state.hello!;
    const token = this.token();
    if (token) rememberSeat(this.id, hello.seat, token);
    const seat = mySeat(this.state);
    const other = seat ? hello.seats[seat === 'first' ? 1 : 0] : undefined;
    const title = `${kGameNames[hello.game]}${seat ? ` against ${playerName(other, 'a friend')}` : ', watching'}`;
    this.heading.textContent = title;
    setTitle(title);
    void this.drawInfo();
  }

  private makeTable(): GameTable {
    const hello = this.state.hello!;
    const seat = mySeat(this.state);
    const host: TableHost = {
      id: this.id,
      seat,
      seatName: hello.seat_name ?? undefined,
      rules: hello.rules,
      act: (action, premoved) => this.act(action, premoved),
      askFog: () => this.socket?.send({ type: 'fog' }) ?? false,
      note: (text, sort) => this.note(text, sort),
    };
    if (!seat) return new WatchTable(host, hello.game);
    if (hello.game === 'kriegspiel') return new KriegspielTable(host, this.state.view as KriegspielView);
    if (hello.game === 'darkchess') return new DarkChessTable(host, this.state.view as DarkChessView);
    return new StrategoTable(host, this.state.view as StrategoView);
  }

  private update(): void {
    const { view, hello, heard } = this.state;
    if (!view || !hello) return;
    const first = !this.table;
    if (!this.table) {
      this.table = this.makeTable();
      this.element.dataset.game = hello.game;
      fill(this.middle, this.above.element, this.table.board, this.below.element);
      fill(this.left, this.info, ...this.table.panels);
      this.command = new CommandLine('Type a move or a command', this.table.placeholder, (text) => this.typed(text));
      this.log.element.after(this.command.element);
      if (settings().text) this.command.focus();
    }
    const fresh = heard.filter((line) => line.n > this.shownN);
    this.shownN = heard.at(-1)?.n ?? 0;
    this.element.classList.toggle('setting-up-page', 'phase' in view && view.phase === 'setup' && view.my_turn === true);
    this.table.update(this.state, fresh);
    this.log.show(heard);
    this.drawStatus();
    this.drawBars();
    this.drawButtons();
    this.drawInvite();
    this.drawUmpire(heard);
    if (!first) {
      const sound = soundOf(fresh.map((line) => line.event));
      if (sound) play(sound);
    }
  }

  private act(action: string, premoved = false): void {
    this.acts += 1;
    const n = premoved ? this.socket?.heard : undefined;
    const sent = this.socket?.send({ type: 'act', id: this.acts, action, ...(n === undefined ? {} : { n }) });
    if (!sent) {
      this.log.note('The line is down: nothing was sent.', 'problem');
      this.table?.reset();
    }
  }

  /** A line of the page's own; what was typed stands before the answer to it. */
  private note(text: string, sort?: 'note' | 'asked' | 'problem'): void {
    if (this.echo !== undefined) this.log.note(this.echo, 'asked');
    this.echo = undefined;
    this.log.note(text, sort);
  }

  private typed(text: string): void {
    // A try that is sent is answered by the umpire; its text is repeated only where words are all.
    this.echo = text;
    if (settings().text) {
      this.log.note(text, 'asked');
      this.echo = undefined;
    }
    this.obey(text);
    this.echo = undefined;
  }

  private obey(text: string): void {
    const word = text.toLowerCase();
    if (word === 'help' || word === '?') this.note([...(this.table?.help ?? []), 'clock, who, again, resign, text: the rest'].join('\n'));
    else if (word === 'again') this.note(latestWords(this.state.heard, this.mine()).map((line) => line.text).join(' ') || 'Nothing has been said yet.');
    else if (word === 'who') this.note(this.status.textContent ?? '');
    else if (word === 'clock') this.note(this.clockLine());
    else if (word === 'resign') this.resign();
    else if (word === 'text') this.setText(!settings().text);
    else if (!this.table?.command(text)) this.note(`"${text}" is not understood. Type help.`, 'problem');
  }

  private mine(): string | undefined {
    return this.state.hello?.seat_name ?? undefined;
  }

  private clockLine(): string {
    const { clock, hello } = this.state;
    if (!clock || !hello) return 'This game has no clock.';
    const now = performance.now();
    const line = (seat: Seat) => `${seatName(hello.game, seat)} ${clockText(timeLeft(clock, seat, now))}`;
    return `${line('first')}, ${line('second')}.`;
  }

  private resign(): void {
    if (this.state.view?.outcome || !mySeat(this.state)) return;
    if (!this.resignArmed) {
      this.resignArmed = true;
      this.note('Press or type resign once more to give up the game.');
      this.resignTimer = setTimeout(() => {
        this.resignArmed = false;
        this.drawButtons();
      }, 5000);
    } else {
      clearTimeout(this.resignTimer);
      this.resignArmed = false;
      this.socket?.send({ type: 'resign' });
    }
    this.drawButtons();
  }

  private setText(on: boolean): void {
    change({ text: on });
    this.element.classList.toggle('text-mode', on);
    this.drawButtons();
    window.dispatchEvent(new Event('resize'));
    if (on) this.command?.focus();
  }

  private rematch(): void {
    const { rematch, rematchOffer } = this.state;
    const seat = mySeat(this.state);
    if (rematch) {
      remember(rematch.id, {});
      sitDown(rematch.id, rematch.token);
      go(`/play/${rematch.id}`);
    } else if (rematchOffer && rematchOffer !== seat) {
      this.note('Your opponent would like to play again.');
      this.drawButtons();
    }
  }

  private drawStatus(): void {
    const { connection, view, hello, closedBecause } = this.state;
    const seat = mySeat(this.state);
    if (connection === 'closed') {
      fill(this.status, h('strong', {}, closedBecause ?? 'This seat was taken in another window.'));
      return;
    }
    if (connection !== 'open') {
      fill(this.status, h('strong', {}, this.state.view ? 'The line is down. Trying again…' : 'Connecting…'));
      return;
    }
    if (!view || !hello) return;
    const other = seat ? hello.seats[seat === 'first' ? 1 : 0] : undefined;
    this.status.classList.toggle('mine', view.my_turn === true && !view.outcome);
    if (view.outcome)
      fill(this.status, h('strong', {}, `${headline(view.outcome, hello.game, seat)}.`), h('span', {}, `${reasonWords(view.outcome.reason)}.`));
    else fill(this.status, h('strong', {}, statusLine(view, hello.game, seat, other?.kind === 'engine')));
  }

  private umpireCard(): HTMLElement {
    return h('section', { class: 'panel umpire', 'aria-label': 'Just said', tabindex: '0' }, this.umpire);
  }

  private drawUmpire(heard: Heard[]): void {
    const game = this.state.hello!.game;
    const words = latestWords(heard, this.mine());
    fill(this.umpire,
      h('span', { class: 'umpire-name' }, game === 'kriegspiel' ? 'The umpire' : 'Just now'),
      words.length
        ? h('p', { class: 'said-all' }, words.map((line) => h('span', { class: `said ${line.event.type}` }, `${line.text} `)))
        : h('p', { class: 'said quiet' }, game === 'kriegspiel' ? 'The game has begun. Make a try.' : 'The game has begun.'));
  }

  private drawBars(): void {
    const { hello, view, clock } = this.state;
    if (!hello || !view) return;
    const below: Seat = mySeat(this.state) ?? 'first';
    const show = (bar: PlayerBar, seat: Seat) => {
      const mine = seat === mySeat(this.state);
      const spec = hello.seats[seat === 'first' ? 0 : 1];
      const name = mine ? 'You' : playerName(spec, 'Your friend');
      const acting = mine ? view.my_turn === true : mySeat(this.state) ? !view.my_turn : view.to_move === view.seat;
      bar.show(seat, name, seatName(hello.game, seat), acting && !view.outcome, hello.clock ? clock : undefined);
    };
    show(this.above, otherSeat(below));
    show(this.below, below);
  }

  private drawButtons(): void {
    const { view } = this.state;
    const seat = mySeat(this.state);
    const over = view?.outcome !== null && view?.outcome !== undefined;
    const button = (label: string, action: () => void, className = '') =>
      h('button', { type: 'button', class: `button ${className}`, onclick: action }, label);
    const focused = document.activeElement instanceof HTMLElement && this.buttons.contains(document.activeElement)
      ? document.activeElement.dataset.key : undefined;
    const keyed = (key: string, element: HTMLElement) => {
      element.dataset.key = key;
      return element;
    };
    const asked = this.state.rematchOffer && this.state.rematchOffer !== seat;
    fill(this.buttons,
      over ? h('a', { class: 'button primary', href: `/review/${this.id}` }, 'Review the game') : null,
      over && seat ? keyed('again', button(asked ? 'Play again: agreed?' : 'Play again', () => this.askRematch())) : null,
      over ? h('a', { class: 'button', href: '/' }, 'New game') : null,
      ...(over ? [] : (this.table?.buttons ?? [])),
      !over && seat ? keyed('resign', button(this.resignArmed ? 'Really resign?' : 'Resign', () => this.resign(), this.resignArmed ? 'danger' : '')) : null,
      keyed('text', h('button', {
        type: 'button', class: 'button', 'aria-pressed': String(settings().text), onclick: () => this.setText(!settings().text),
      }, 'Text mode')));
    if (focused) this.buttons.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }

  private askRematch(): void {
    if (!this.socket?.send({ type: 'rematch' })) this.note('The line is down.', 'problem');
    else if (this.state.hello?.seats.every((spec) => spec.kind === 'person')) this.note('You asked to play again.');
  }

  private drawInvite(): void {
    const { hello, view, heard, present } = this.state;
    const seat = mySeat(this.state);
    if (!hello || !seat) return;
    const other = otherSeat(seat);
    const friend = hello.seats[other === 'first' ? 0 : 1]?.kind === 'person';
    const acted = heard.some(({ event }) => event.seat && event.seat !== hello.seat_name && event.type !== 'pawn_tries');
    const key = keysOf(this.id)[other];
    const wanted = friend && key !== undefined && !acted && !present[other] && !view?.outcome;
    if (!wanted) this.invite.replaceChildren();
    else if (!this.invite.firstChild)
      fill(this.invite, inviteCard(this.id, seatName(hello.game, other), key, tokenFor(this.id) ?? '', keysOf(this.id).watch));
  }

  private async drawInfo(): Promise<void> {
    const hello = this.state.hello!;
    const name = hello.rules.split(',')[0] ?? '';
    let rules: RulesEntry | undefined;
    try {
      const catalog = await api.catalog();
      rules = catalog.games.find(({ id }) => id === hello.game)?.rules.find(({ text }) => text === name);
    } catch {
      rules = undefined;
    }
    fill(this.info,
      h('h2', {}, kGameNames[hello.game]),
      h('p', { class: 'hint' }, `${rulesName(name, rules?.name)}${hello.rules.includes(',') ? ` (${hello.rules.split(',').slice(1).join(', ')})` : ''} · ${clockWords(hello.clock)}`),
      rules
        ? h('details', {},
            h('summary', {}, hello.game === 'kriegspiel' ? 'What this umpire says' : 'The rules'),
            h('p', {}, rules.about),
            h('ul', {}, rules.announcements.map((line) => h('li', {}, line))))
        : null);
  }
}
