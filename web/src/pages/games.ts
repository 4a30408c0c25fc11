import { fill, h } from '../dom';
import { api } from '../net/api';
import type { GameSummary, OpponentScore, Seat } from '../net/protocol';
import { keysOf } from '../net/seats';
import type { Page } from '../router';
import { clockWords, count, fate, kGameNames, kLevelNames, playerName, reasonWords, rulesWords, seatName, whenWords } from '../words';

/** What is running and what was played on this machine, and the score against each opponent. */
export class GamesPage implements Page {
  readonly title = 'Games';
  readonly element = h('main', { class: 'page games' });
  private readonly list = h('div', { class: 'game-lists' });
  private games: GameSummary[] = [];
  private total = 0;

  constructor() {
    fill(this.element, h('h1', {}, 'Games'), this.list);
    fill(this.list, h('p', { class: 'loading' }, 'Fetching the games of this machine…'));
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const [{ games, total }, { opponents }] = await Promise.all([api.games(100, this.games.length), api.statistics()]);
      this.games = [...this.games, ...games];
      this.total = total;
      this.draw(opponents);
    } catch (error) {
      fill(this.list, h('p', { class: 'problem' }, error instanceof Error ? error.message : 'The games could not be fetched.'),
        h('button', { type: 'button', class: 'button', onclick: () => void this.load() }, 'Try again'));
    }
  }

  private draw(opponents: OpponentScore[]): void {
    const running = this.games.filter(({ status }) => status === 'running');
    const over = this.games.filter(({ status }) => status === 'over');
    fill(this.list,
      h('section', { 'aria-labelledby': 'running' }, h('h2', { id: 'running' }, 'Going on'),
        running.length ? h('ul', { class: 'game-list' }, running.map(item))
          : h('p', { class: 'hint' }, 'No game is going on. ', h('a', { href: '/' }, 'Start one'), '.')),
      h('section', { 'aria-labelledby': 'finished' }, h('h2', { id: 'finished' }, 'Finished'),
        over.length ? h('ul', { class: 'game-list' }, over.map(item)) : h('p', { class: 'hint' }, 'Nothing was finished yet.'),
        this.games.length < this.total
          ? h('button', { type: 'button', class: 'button', onclick: () => void this.load() }, 'Older games') : null),
      h('section', { 'aria-labelledby': 'score' }, h('h2', { id: 'score' }, 'Your score'), statistics(opponents)));
  }
}

function mine(game: GameSummary): Seat | undefined {
  const keys = keysOf(game.id);
  return keys.first ? 'first' : keys.second ? 'second' : undefined;
}

function opponentWords(game: GameSummary): string {
  const seat = mine(game);
  const names = (['first', 'second'] as const).map((s, i) => {
    const spec = game.seats[i];
    return s === seat ? 'You' : playerName(spec, spec?.kind === 'person' ? 'A person' : 'Somebody');
  });
  return names.join(' – ');
}

function item(game: GameSummary): HTMLElement {
  const seat = mine(game);
  const running = game.status === 'running';
  const href = running ? (seat ? `/play/${game.id}` : `/watch/${game.id}`) : `/review/${game.id}`;
  const canOpen = !running || seat || keysOf(game.id).watch;
  const outcome = game.result ? { result: game.result, reason: game.reason ?? '' } : undefined;
  const ended = outcome && seat ? fate(outcome, seat) : undefined;
  return h('li', { class: `game-item ${game.status}${ended ? ` ${ended}` : ''}` },
    h('div', { class: 'game-main' },
      h('span', { class: 'game-name' }, kGameNames[game.game], h('span', { class: 'game-rules' }, rulesWords(game.rules))),
      h('span', { class: 'game-players' }, opponentWords(game)),
      h('span', { class: 'hint' }, `${whenWords(game.updated)} · ${count(game.turns, 'turn')} · ${clockWords(game.clock)}${seat ? ` · you were ${seatName(game.game, seat)}`.replace('were', running ? 'are' : 'were') : ''}`)),
    h('div', { class: 'game-end' },
      outcome
        ? h('span', { class: 'result' }, h('strong', {}, ended === 'won' ? 'Won' : ended === 'lost' ? 'Lost' : ended === 'drawn' ? 'Drawn' : game.result!), h('span', { class: 'hint' }, reasonWords(outcome.reason)))
        : null,
      canOpen
        ? h('a', { class: `button ${running ? 'primary' : ''}`, href, 'aria-label': `${running ? (seat ? 'Go on playing' : 'Watch') : 'Review'} ${kGameNames[game.game]}, ${opponentWords(game)}, ${whenWords(game.updated)}` },
            running ? (seat ? 'Go on' : 'Watch') : 'Review')
        : h('span', { class: 'hint' }, 'in another browser')));
}

function statistics(opponents: OpponentScore[]): HTMLElement {
  if (!opponents.length) return h('p', { class: 'hint' }, 'Play a game against the machine and the score appears here.');
  return h('div', { class: 'table-scroll' }, h('table', { class: 'scores' },
    h('thead', {}, h('tr', {}, ['Game', 'Opponent', 'Level', 'Won', 'Drawn', 'Lost'].map((name, i) =>
      h('th', { scope: 'col', class: i > 2 ? 'number' : '' }, name)))),
    h('tbody', {}, opponents.map((row) => h('tr', {},
      h('td', {}, kGameNames[row.game] ?? row.game), h('td', {}, row.player), h('td', {}, kLevelNames[row.level] ?? row.level),
      h('td', { class: 'number' }, String(row.won)), h('td', { class: 'number' }, String(row.drawn)), h('td', { class: 'number' }, String(row.lost)))))));
}
