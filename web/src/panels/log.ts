import { h } from '../dom';
import type { Heard } from '../game_state';
import type { GameEvent } from '../net/protocol';

/** Sorts of events that begin a new turn, by game. */
const kTurns = new Set(['moved', 'move', 'flip', 'strike']);

/**
 * Everything heard, in order, as sentences. It is the live region of the page: what is added is
 * spoken. Replies to typed commands are lines here too.
 */
export class LogPanel {
  readonly element: HTMLElement;
  private readonly list = h('ol', { class: 'log-lines' });
  private turns = 0;
  private shown = 0;

  constructor(title: string) {
    this.element = h('section', { class: 'panel log', 'aria-label': title },
      h('h2', {}, title),
      h('div', { class: 'log-scroll', role: 'log', 'aria-live': 'polite', 'aria-label': title, tabindex: '0' }, this.list));
  }

  /** Adds the lines that are not there yet. */
  show(heard: Heard[]): void {
    for (const line of heard) {
      if (line.n <= this.shown) continue;
      this.shown = line.n;
      this.list.append(this.line(line.event, line.text));
    }
    this.toEnd();
  }

  /** A line of the page itself: the answer to a typed command. */
  note(text: string, sort: 'note' | 'asked' | 'problem' = 'note'): void {
    for (const part of text.split('\n'))
      this.list.append(h('li', { class: `log-line ${sort}` }, h('span', { class: 'turn' }), h('span', {}, part)));
    this.toEnd();
  }

  private line(event: GameEvent, text: string): HTMLElement {
    let turn = '';
    if (kTurns.has(event.type)) {
      this.turns += 1;
      turn = this.turns % 2 ? `${(this.turns + 1) / 2}.` : '';
    }
    const begins = kTurns.has(event.type) ? ' begins' : '';
    return h('li', { class: `log-line ${event.type}${begins}`, 'data-seat': event.seat },
      h('span', { class: 'turn', 'aria-hidden': 'true' }, turn),
      h('span', {}, text));
  }

  private toEnd(): void {
    const scroll = this.list.parentElement!;
    scroll.scrollTop = scroll.scrollHeight;
    // Once more when the page has found its layout.
    requestAnimationFrame(() => {
      scroll.scrollTop = scroll.scrollHeight;
    });
  }
}

/** The last turn and what was said with it: the words to act on. */
export function latestWords(heard: Heard[], mine: string | undefined): Heard[] {
  const turn = heard.findLastIndex(({ event }) => kTurns.has(event.type));
  const words = heard.slice(Math.max(turn, 0));
  // The own move itself is no news unless nothing else was said, and of refused tries, which stand on
  // the board and in the log, the last one is enough.
  const refused = words.findLastIndex(({ event }) => event.type === 'refused' && event.seat === mine);
  const news = words.filter(({ event }, i) => {
    if (event.seat !== mine) return true;
    return event.type === 'refused' ? i === refused : !kTurns.has(event.type);
  });
  return (news.length ? news : words).slice(-6);
}
