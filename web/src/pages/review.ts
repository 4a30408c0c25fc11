import { fill, h, svg } from '../dom';
import { api } from '../net/api';
import type { Fog, Review, ReviewStep, Seat } from '../net/protocol';
import { keysOf, rememberCreated, sitDown } from '../net/seats';
import { ReviewBoards } from '../boards/review_boards';
import type { FogKind } from '../boards/fog_layer';
import { segmented } from '../panels/segmented';
import { go, setTitle, type Page } from '../router';
import { capital, headline, kGameNames, playerName, reasonWords, rulesWords, seatName } from '../words';

/** A finished game: both sides' boards beside the truth, at every try and announcement. */
export class ReviewPage implements Page {
  readonly title = 'Review';
  readonly element = h('main', { class: 'page review' });
  private review: Review | undefined;
  private boards: ReviewBoards | undefined;
  private at = 0;
  private fogKind: FogKind = 'off';
  private fogSource: 'heard' | 'believed' = 'heard';
  private readonly fogs = new Map<string, Fog>();
  private readonly slider = h('input', { type: 'range', min: '0', max: '0', value: '0', class: 'review-slider', 'aria-label': 'Step of the game' });
  private readonly place = h('output', { class: 'review-place' });
  private readonly story = h('div', { class: 'review-story', role: 'status' });
  private readonly steps = h('ol', { class: 'review-steps', 'aria-label': 'Every try', tabindex: '0' });
  private readonly fogNote = h('p', { class: 'hint', role: 'status' });
  private readonly onKey = (event: KeyboardEvent) => this.key(event);

  constructor(private readonly id: string) {
    fill(this.element, h('h1', {}, 'Review'), h('p', { class: 'loading' }, 'Opening the curtain…'));
    void this.load();
    window.addEventListener('keydown', this.onKey);
  }

  leave(): void {
    window.removeEventListener('keydown', this.onKey);
    this.boards?.destroy();
  }

  private async load(): Promise<void> {
    try {
      this.review = await api.review(this.id);
    } catch (error) {
      fill(this.element, h('h1', {}, 'Review'),
        h('p', { class: 'problem' }, error instanceof Error ? error.message : 'The review could not be fetched.'),
        h('p', {}, h('a', { class: 'button', href: `/play/${this.id}` }, 'To the game'), ' ', h('a', { class: 'button', href: '/games' }, 'All games')));
      return;
    }
    this.draw();
    const asked = Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 0);
    this.go(asked);
  }

  private mySeat(): Seat | undefined {
    const keys = keysOf(this.id);
    return keys.first ? 'first' : keys.second ? 'second' : undefined;
  }

  private draw(): void {
    const review = this.review!;
    const outcome = { result: review.result, reason: review.reason };
    const names = review.seats.map((spec, i) =>
      `${seatName(review.game, i ? 'second' : 'first')}: ${i === (this.mySeat() === 'second' ? 1 : 0) && this.mySeat() ? 'you' : playerName(spec, 'a person')}`);
    setTitle(`Review of ${kGameNames[review.game]}`);
    this.boards = new ReviewBoards(review);
    this.slider.max = String(review.steps.length - 1);
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    fill(this.steps, review.steps.map((step) => this.stepItem(step)));
    const button = (picture: string, name: string, to: () => number) =>
      h('button', { type: 'button', class: 'button small', 'aria-label': name, title: name, onclick: () => this.go(to()) }, svg('0 0 24 24', [picture], 'step-icon'));
    const last = review.steps.length - 1;
    fill(this.element,
      h('div', { class: 'review-head' },
        h('div', {},
          h('h1', {}, `${kGameNames[review.game]}: ${headline(outcome, review.game, this.mySeat())}`),
          h('p', { class: 'hint' }, `${reasonWords(review.reason)} · ${names.join(' · ')} · ${rulesWords(review.rules)}`)),
        this.actions()),
      this.boards.element,
      h('div', { class: 'review-control' },
        button('M6 5h3v14H6zM20 5v14L9 12z', 'To the beginning', () => 0),
        button('M17 5v14L6 12z', 'One step back', () => this.at - 1),
        this.slider,
        button('M7 5v14l11-7z', 'One step on', () => this.at + 1),
        button('M15 5h3v14h-3zM4 5v14l11-7z', 'To the end', () => last),
        this.place),
      h('div', { class: 'review-below' },
        h('section', { class: 'panel', 'aria-label': 'What was said' }, h('h2', {}, 'What was said'), this.story),
        h('section', { class: 'panel', 'aria-label': 'Every try and move' }, h('h2', {}, 'Every try'), this.steps),
        review.game === 'kriegspiel' ? this.fogPanel() : null));
  }

  private actions(): HTMLElement {
    const review = this.review!;
    return h('div', { class: 'button-row' },
      this.mySeat() ? h('button', { type: 'button', class: 'button primary', onclick: () => void this.again() }, 'Play again') : h('a', { class: 'button primary', href: '/' }, 'New game'),
      review.game === 'kriegspiel' ? h('a', { class: 'button', href: `/api/games/${this.id}/record.pgn`, download: '' }, 'PGN') : null,
      h('a', { class: 'button', href: `/api/games/${this.id}/record.json`, download: '' }, 'Record'));
  }

  /** The same game once more, the sides changed. */
  private async again(): Promise<void> {
    const review = this.review!;
    try {
      const created = await api.create({
        game: review.game, rules: review.rules, seats: [review.seats[1], review.seats[0]], order: 'given', clock: review.clock,
      });
      rememberCreated(created);
      const seat = this.mySeat() === 'first' ? 'second' : 'first';
      const token = created.tokens[seat] ?? created.tokens.first ?? created.tokens.second;
      if (token) sitDown(created.id, token);
      go(`/play/${created.id}`);
    } catch (error) {
      this.fogNote.textContent = error instanceof Error ? error.message : 'No new game could be made.';
    }
  }

  private stepItem(step: ReviewStep): HTMLElement {
    const game = this.review!.game;
    const who = step.seat ? seatName(game, step.seat) : '';
    const what = step.action ? (step.action.length > 12 ? 'sets up' : step.action) : step.n === 0 ? 'The game begins' : 'The end';
    return h('li', { class: `review-step${step.action && !step.accepted ? ' refused' : ''}` },
      h('button', { type: 'button', onclick: () => this.go(step.n), 'data-step': String(step.n) },
        h('span', { class: `step-seat ${step.seat ?? ''}` }, who),
        h('span', { class: 'step-action' }, what),
        step.action && !step.accepted ? h('span', { class: 'step-verdict' }, 'refused') : null));
  }

  private go(n: number): void {
    const review = this.review;
    if (!review) return;
    this.at = Math.max(0, Math.min(review.steps.length - 1, n));
    const step = review.steps[this.at]!;
    this.slider.value = String(this.at);
    this.slider.setAttribute('aria-valuetext', `${this.at} of ${review.steps.length - 1}: ${step.action ?? 'no action'}`);
    this.place.textContent = `${this.at} / ${review.steps.length - 1}`;
    this.boards!.show(step);
    this.tell(step);
    for (const button of this.steps.querySelectorAll<HTMLElement>('button')) {
      const current = button.dataset.step === String(this.at);
      if (current) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      if (current) this.steps.scrollTop = button.parentElement!.offsetTop - this.steps.clientHeight / 2;
    }
    history.replaceState(null, '', `${location.pathname}#step=${this.at}`);
    void this.showFog();
  }

  private tell(step: ReviewStep): void {
    const { game } = this.review!;
    const heardBy = (seat: Seat) => {
      const lines = step.events[seat] ?? [];
      return h('div', { class: 'heard-by' },
        h('h3', {}, `${seatName(game, seat)} heard`),
        lines.length ? lines.map(({ text }) => h('p', {}, text)) : h('p', { class: 'hint' }, 'nothing'));
    };
    const info = step.info;
    const facts = info
      ? [
          info.value !== undefined ? `value ${info.value.toFixed(2)}` : '',
          info.depth ? `depth ${info.depth}` : '',
          info.simulations ? `${info.simulations.toLocaleString('en')} simulations` : '',
          info.nodes ? `${info.nodes.toLocaleString('en')} nodes` : '',
        ].filter(Boolean)
      : [];
    fill(this.story,
      h('div', { class: 'heard-pair' }, heardBy('first'), heardBy('second')),
      info
        ? h('div', { class: 'engine-view' },
            h('h3', {}, `What ${step.seat ? playerName(this.review!.seats[step.seat === 'first' ? 0 : 1]) : 'the engine'} thought`),
            facts.length ? h('p', {}, facts.join(' · ')) : null,
            info.line ? h('p', { class: 'line' }, `meant to play ${info.line}`) : null,
            info.detail ? h('p', {}, info.detail) : null)
        : null);
  }

  private fogPanel(): HTMLElement {
    const choices = (['off', 'king', 'pawns', 'pieces'] as const).map((value) => ({ value, label: capital(value) }));
    return h('section', { class: 'panel', 'aria-label': 'Fog of either side' },
      h('h2', {}, 'Fog'),
      segmented('What the heat maps show', choices, this.fogKind, (kind) => {
        this.fogKind = kind;
        void this.showFog();
      }, { hideLegend: true }),
      h('p', { class: 'hint' }, 'Where each side could suspect the other at this moment, from what it had heard.'),
      this.review!.steps.some((step) => step.info?.belief)
        ? segmented('Fog of the machine', [
            { value: 'heard', label: 'From what it heard' },
            { value: 'believed', label: 'What it believed' },
          ] as const, this.fogSource, (source) => {
            this.fogSource = source;
            void this.showFog();
          })
        : null,
      this.fogNote);
  }

  private async showFog(): Promise<void> {
    if (!this.boards || this.review!.game !== 'kriegspiel') return;
    if (this.fogKind === 'off') {
      this.boards.showFog(undefined, undefined, 'off');
      return;
    }
    const at = this.at;
    this.fogNote.textContent = 'Working out the fog of both sides…';
    try {
      const [first, second] = await Promise.all([this.fog('first', at), this.fog('second', at)]);
      if (at !== this.at) return;
      this.boards.showFog(first, second, this.fogKind);
      this.fogNote.textContent = '';
    } catch (error) {
      this.fogNote.textContent = error instanceof Error ? error.message : 'The fog could not be worked out.';
    }
  }

  /** What the player in this seat believed at its latest try up to this step, if it said so. */
  private belief(seat: Seat, step: number): Fog | undefined {
    for (let i = step; i > 0; i--) {
      const { seat: who, info } = this.review!.steps[i] ?? {};
      if (who === seat && info?.belief) return info.belief;
    }
    return undefined;
  }

  private async fog(seat: Seat, step: number): Promise<Fog> {
    const believed = this.fogSource === 'believed' ? this.belief(seat, step) : undefined;
    if (believed) return believed;
    const key = `${seat}${step}`;
    const known = this.fogs.get(key);
    if (known) return known;
    const fog = await api.fog(this.id, seat, step);
    this.fogs.set(key, fog);
    return fog;
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key];
    if (to === undefined || !this.review) return;
    event.preventDefault();
    this.go(to);
  }
}
