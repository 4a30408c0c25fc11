import { h } from '../dom';
import { clockText, timeLeft, type HeardClock } from '../game_state';
import type { Seat } from '../net/protocol';

/** Who sits on one side of the board, and that side's clock. */
export class PlayerBar {
  readonly element: HTMLElement;
  private readonly name = h('span', { class: 'player-name' });
  private readonly role = h('span', { class: 'player-role' });
  private readonly clock = h('span', { class: 'clock', hidden: true });
  private heard: HeardClock | undefined;
  private seat: Seat = 'first';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: 'above' | 'below') {
    this.element = h('div', { class: `player-bar ${place}` },
      h('span', { class: 'turn-dot', 'aria-hidden': 'true' }),
      h('span', { class: 'player' }, this.name, this.role),
      this.clock);
  }

  show(seat: Seat, name: string, role: string, active: boolean, clock: HeardClock | undefined): void {
    this.seat = seat;
    this.heard = clock;
    this.name.textContent = name;
    this.role.textContent = role;
    this.element.classList.toggle('active', active);
    this.clock.hidden = !clock;
    this.tick();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.heard) return;
    const left = timeLeft(this.heard, this.seat, performance.now());
    this.clock.textContent = clockText(left);
    this.clock.classList.toggle('low', left < 20_000);
    const running = this.heard.running === this.seat;
    this.clock.classList.toggle('running', running);
    if (running && left > 0) this.timer = setTimeout(() => this.tick(), left < 10_500 ? 100 : 250);
  }
}
