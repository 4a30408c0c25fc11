import { fill, freshId, h, svg } from '../dom';
import { darkChessMan } from '../boards/darkchess_men';
import { strategoMan } from '../boards/stratego_men';
import { api } from '../net/api';
import type { Catalog, GameEntry, GameId, LevelId, NewGame, SeatSpec, TimeControl } from '../net/protocol';
import { rememberCreated, sitDown } from '../net/seats';
import { segmented } from '../panels/segmented';
import { go, type Page } from '../router';
import { capital, kGameNames, kLevelNames, rulesName } from '../words';

type Side = 'first' | 'random' | 'second';
type Opponent = 'machine' | 'friend';

interface Choices {
  game: GameId;
  opponent: Opponent;
  player: string;
  level: LevelId;
  side: Side;
  rules: string;
  board: string;
  setup: 'player' | 'human' | 'random';
  clock: string;
}

const kClocks: { value: string; label: string; control: TimeControl | null }[] = [
  { value: 'none', label: 'None', control: null },
  { value: '3+2', label: '3 + 2', control: { base_s: 180, increment_s: 2 } },
  { value: '5+5', label: '5 + 5', control: { base_s: 300, increment_s: 5 } },
  { value: '10+10', label: '10 + 10', control: { base_s: 600, increment_s: 10 } },
  { value: '30+30', label: '30 + 30', control: { base_s: 1800, increment_s: 30 } },
];
const kKey = 'nebel.choices';

const kTaglines: Record<GameId, string> = {
  kriegspiel: 'Chess in which you see only your own men. An umpire says what is legal.',
  darkchess: 'Thirty-two men face down on half a board. Turn them over and take what you may.',
  stratego: 'Two armies with hidden ranks. Find and take the flag.',
};

/** Choosing a game. One click from here to Kriegspiel. */
export class StartPage implements Page {
  readonly title = 'Nebel';
  readonly element = h('main', { class: 'page start' });
  private catalog: Catalog | undefined;
  private choices: Choices | undefined;
  private readonly form = h('div', { class: 'start-form' });
  private readonly problem = h('p', { class: 'problem', role: 'alert' });
  private busy = false;

  constructor() {
    fill(this.element,
      h('section', { class: 'hero' },
        h('div', { class: 'hero-words' },
          h('h1', {}, 'Play what you cannot see'),
          h('p', { class: 'lead' }, 'Kriegspiel, Chinese Dark Chess and Stratego, on this machine: against a player that reasons about the fog, or against a friend.'),
          h('div', { class: 'hero-buttons' },
            h('button', { type: 'button', class: 'button primary big', onclick: () => void this.quick() }, 'Play Kriegspiel now'),
            h('span', { class: 'hint' }, 'Rules of the Internet Chess Club (wild 16), side by lot, no clock'))),
        heroPicture()),
      this.problem,
      this.form);
    fill(this.form, h('p', { class: 'loading' }, 'Asking the table which games it knows…'));
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.catalog = await api.catalog();
      this.choices = this.stored(this.catalog);
      this.draw();
    } catch (error) {
      fill(this.form, h('p', { class: 'problem' }, message(error)),
        h('button', { type: 'button', class: 'button', onclick: () => void this.load() }, 'Try again'));
    }
  }

  private entry(id = this.choices!.game): GameEntry {
    return this.catalog!.games.find((game) => game.id === id) ?? this.catalog!.games[0]!;
  }

  private defaults(game: GameEntry): Choices {
    return {
      game: game.id, opponent: 'machine', player: game.default.player, level: game.default.level, side: 'random',
      rules: game.default.rules.split(',')[0] ?? game.rules[0]!.text, board: game.boards[0]?.id ?? '', setup: 'player', clock: 'none',
    };
  }

  private stored(catalog: Catalog): Choices {
    const game = catalog.games.find(({ id }) => id === catalog.default_game) ?? catalog.games[0]!;
    try {
      const stored = JSON.parse(localStorage.getItem(kKey) ?? 'null') as Choices | null;
      const known = stored && catalog.games.find(({ id }) => id === stored.game);
      if (known && known.rules.some(({ text }) => text === stored.rules) && known.players.some(({ id }) => id === stored.player))
        return { ...this.defaults(known), ...stored };
    } catch {
      // What an older page stored is of no use: begin afresh.
    }
    return this.defaults(game);
  }

  private pick(part: Partial<Choices>, redraw = true): void {
    this.choices = { ...this.choices!, ...part };
    localStorage.setItem(kKey, JSON.stringify(this.choices));
    if (redraw) this.draw();
  }

  private draw(): void {
    const focus = document.activeElement instanceof HTMLElement && this.form.contains(document.activeElement)
      ? document.activeElement.dataset.key ?? (document.activeElement as HTMLInputElement).value
      : undefined;
    fill(this.form, this.gameCards(), this.details());
    if (focus !== undefined) {
      const again = [...this.form.querySelectorAll<HTMLElement>('input, select, button')]
        .find((element) => (element.dataset.key ?? (element as HTMLInputElement).value) === focus);
      again?.focus({ preventScroll: true });
    }
  }

  private gameCards(): HTMLElement {
    const name = freshId('game');
    const set = h('fieldset', { class: 'game-cards' }, h('legend', {}, 'Choose a game'));
    const row = h('div', { class: 'cards' });
    for (const game of this.catalog!.games) {
      const id = freshId('card');
      row.append(
        h('input', {
          type: 'radio', id, name, value: game.id, class: 'visually-hidden', checked: game.id === this.choices!.game,
          onchange: () => {
            const { side, clock, opponent } = this.choices!;
            this.pick({ ...this.defaults(game), side, clock, opponent });
          },
        }),
        h('label', { for: id, class: 'card' }, cardPicture(game.id),
          h('span', { class: 'card-name' }, game.name || kGameNames[game.id]),
          h('span', { class: 'card-about' }, kTaglines[game.id] ?? game.about)));
    }
    set.append(row);
    return set;
  }

  private details(): HTMLElement {
    const game = this.entry();
    const choices = this.choices!;
    return h('div', { class: 'start-columns' },
      h('section', { class: 'panel', 'aria-label': 'Opponent' },
        segmented('Opponent', [{ value: 'machine', label: 'The machine' }, { value: 'friend', label: 'A friend' }],
          choices.opponent, (opponent) => this.pick({ opponent })),
        choices.opponent === 'machine' ? this.machine(game) : h('p', { class: 'explain' },
          'You get a link for each seat: keep one, send the other. Both of you must reach this machine.')),
      h('section', { class: 'panel', 'aria-label': 'Rules and clock' },
        this.rules(game),
        segmented('Your side', [
          { value: 'first', label: capital(game.seats[0]) },
          { value: 'random', label: 'By lot' },
          { value: 'second', label: capital(game.seats[1]) },
        ], choices.side, (side) => this.pick({ side })),
        segmented('Clock (minutes + seconds a move)', kClocks, choices.clock, (clock) => this.pick({ clock }))),
      h('div', { class: 'start-go' },
        h('button', { type: 'button', class: 'button primary big', 'data-key': 'start', onclick: () => void this.start() },
          choices.opponent === 'friend' ? 'Make the links' : `Play ${game.name || kGameNames[game.id]}`)));
  }

  private machine(game: GameEntry): HTMLElement {
    const choices = this.choices!;
    const id = freshId('player');
    const player = game.players.find((entry) => entry.id === choices.player) ?? game.players[0]!;
    const level = player.levels.find((entry) => entry.id === choices.level) ?? player.levels[0];
    const select = h('select', { id, 'data-key': 'player', onchange: () => this.pick({ player: select.value }) },
      game.players.map((entry) => h('option', { value: entry.id }, entry.id === game.default.player ? `${entry.id} (recommended)` : entry.id)));
    select.value = player.id;
    return h('div', { class: 'machine' },
      h('div', { class: 'field' }, h('label', { for: id }, 'Player'), select),
      h('p', { class: 'explain' }, capital(player.about)),
      segmented('Level', player.levels.map((entry) => ({ value: entry.id, label: kLevelNames[entry.id] ?? entry.id })),
        level?.id ?? 'medium', (value) => this.pick({ level: value })),
      h('p', { class: 'explain level' }, capital(level?.about ?? '')));
  }

  private rules(game: GameEntry): HTMLElement {
    const choices = this.choices!;
    const id = freshId('rules');
    const rules = game.rules.find((entry) => entry.text === choices.rules) ?? game.rules[0]!;
    const select = h('select', { id, 'data-key': 'rules', onchange: () => this.pick({ rules: select.value }) },
      game.rules.map((entry) => h('option', { value: entry.text }, rulesName(entry.text, entry.name))));
    select.value = rules.text;
    const parts: HTMLElement[] = [
      h('div', { class: 'field' }, h('label', { for: id }, game.id === 'stratego' ? 'Board and army' : 'Rules'), select),
      h('p', { class: 'explain' }, rules.about),
    ];
    if (rules.announcements.length)
      parts.push(h('details', { class: 'announcements' },
        h('summary', {}, game.id === 'kriegspiel' ? 'What the umpire says' : 'The rules in words'),
        h('ul', {}, rules.announcements.map((line) => h('li', {}, line)))));
    if (game.id === 'kriegspiel' && game.boards.length > 1) {
      const boardId = freshId('board');
      const board = h('select', { id: boardId, 'data-key': 'board', onchange: () => this.pick({ board: board.value }) },
        game.boards.map((entry) => h('option', { value: entry.id }, boardLabel(entry.id, entry.name, entry.files, entry.ranks))));
      board.value = choices.board;
      parts.push(h('div', { class: 'field' }, h('label', { for: boardId }, 'Board'), board));
    }
    if (game.id === 'stratego')
      parts.push(segmented('Set-up', [
        { value: 'player', label: 'By hand' }, { value: 'human', label: 'Human-like' }, { value: 'random', label: 'Random' },
      ], choices.setup, (setup) => this.pick({ setup })));
    return h('div', { class: 'rules-choice' }, ...parts);
  }

  private rulesText(): string {
    const { game, rules, board, setup } = this.choices!;
    const standard = this.entry().boards[0]?.id;
    if (game === 'kriegspiel') return board && board !== standard ? `${rules},board=${board}` : rules;
    return game === 'stratego' && setup !== 'player' ? `${rules},setup=${setup}` : rules;
  }

  private start(): Promise<void> {
    const { game, opponent, player, level, side, clock } = this.choices!;
    const me: SeatSpec = { kind: 'person' };
    const other: SeatSpec = opponent === 'friend' ? { kind: 'person' } : { kind: 'engine', player, level };
    return this.create({
      game,
      rules: this.rulesText(),
      seats: side === 'second' ? [other, me] : [me, other],
      order: side === 'random' ? 'random' : 'given',
      clock: kClocks.find(({ value }) => value === clock)?.control ?? null,
    }, opponent === 'friend' ? side : undefined);
  }

  private async quick(): Promise<void> {
    try {
      this.catalog ??= await api.catalog();
    } catch (error) {
      this.problem.textContent = message(error);
      return;
    }
    const game = this.entry('kriegspiel');
    await this.create({
      game: 'kriegspiel',
      rules: 'wild16',
      seats: [{ kind: 'person' }, { kind: 'engine', player: game.default.player, level: game.default.level }],
      order: 'random',
      clock: null,
    });
  }

  private async create(game: NewGame, friendSide?: Side): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem.textContent = '';
    try {
      const created = await api.create(game);
      rememberCreated(created);
      let seat: 'first' | 'second' = created.tokens.first ? 'first' : 'second';
      if (friendSide === 'second' || (friendSide === 'random' && Math.random() < 0.5)) seat = 'second';
      const token = created.tokens[seat];
      if (token) sitDown(created.id, token);
      go(`/play/${created.id}`);
    } catch (error) {
      this.problem.textContent = message(error);
    } finally {
      this.busy = false;
    }
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

function boardLabel(id: string, name: string, files: number, ranks: number): string {
  if (id === 'standard') return 'Standard, 8 × 8';
  return id === `${files}x${ranks}` ? `${files} × ${ranks}` : `${capital(name || id)}`;
}

/** A board half lost in fog. */
function heroPicture(): HTMLElement {
  const squares: Record<string, unknown>[] = [];
  for (let row = 0; row < 5; ++row)
    for (let column = 0; column < 8; ++column)
      if ((row + column) % 2) squares.push({ tag: 'rect', x: column * 10, y: row * 10, width: 10, height: 10, class: 'hero-dark' });
  const board = svg('0 0 80 50', [{ tag: 'rect', width: 80, height: 50, class: 'hero-light' }, ...squares], 'hero-board');
  const man = (role: string, column: number, row: number, faint = false) => {
    const piece = h('piece' as 'div', { class: `${role}-piece ${faint ? 'black faint' : 'white'}` });
    piece.style.left = `${column * 12.5}%`;
    piece.style.top = `${row * 20}%`;
    return piece;
  };
  return h('div', { class: 'hero-picture', 'aria-hidden': 'true' },
    board as unknown as HTMLElement,
    man('n', 2, 2), man('q', 3, 4), man('p', 4, 2), man('p', 3, 3), man('k', 4, 4), man('b', 1, 3), man('r', 6, 4), man('p', 6, 3), man('p', 0, 3),
    man('k', 5, 0, true), man('p', 4, 1, true), man('n', 2, 0, true), man('r', 7, 1, true),
    h('div', { class: 'hero-fog' }));
}

function cardPicture(game: GameId): HTMLElement {
  if (game === 'kriegspiel')
    return h('span', { class: 'card-picture', 'aria-hidden': 'true' },
      h('piece' as 'div', { class: 'n-piece white' }), h('piece' as 'div', { class: 'k-piece black faint' }));
  if (game === 'darkchess')
    return h('span', { class: 'card-picture darkchess', 'aria-hidden': 'true' }, darkChessMan('C'), darkChessMan('X'), darkChessMan('k'));
  return h('span', { class: 'card-picture stratego', 'aria-hidden': 'true' },
    strategoMan('red', 'marshal'), strategoMan('blue', null), strategoMan('red', 'bomb'));
}
