import type { CommonView, GameId, LevelId, Outcome, Seat, SeatSpec } from './net/protocol';

export const kGameNames: Record<GameId, string> = {
  kriegspiel: 'Kriegspiel',
  darkchess: 'Dark Chess',
  stratego: 'Stratego',
};

const kSeatNames: Record<GameId, [string, string]> = {
  kriegspiel: ['White', 'Black'],
  darkchess: ['First', 'Second'],
  stratego: ['Red', 'Blue'],
};

export const kLevelNames: Record<LevelId, string> = { easy: 'Easy', medium: 'Medium', strong: 'Strong' };

export function seatName(game: GameId, seat: Seat): string {
  return kSeatNames[game][seat === 'first' ? 0 : 1];
}

export function otherSeat(seat: Seat): Seat {
  return seat === 'first' ? 'second' : 'first';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const kRulesNames: Record<string, string> = {
  wild16: 'Wild 16 (ICC)',
  berkeley_any: 'Berkeley with Any?',
  rand: 'RAND',
  open: 'Open (plain chess)',
  icga180: 'ICGA',
  ntu60: 'NTU',
  seed40: 'Forty quiet plies',
};

/** A ruleset as a person would call it. */
export function rulesName(text: string, given = ''): string {
  if (given && given !== text) return given;
  return kRulesNames[text] ?? (/^\d/.test(text) ? text.replace('x', ' × ') : capital(text.replace(/_/g, ' ')));
}

/** The same with the options behind it: "Wild 16 (ICC), board 6x6". */
export function rulesWords(rules: string): string {
  const [name = '', ...options] = rules.split(',');
  return [rulesName(name), ...options.map((option) => option.replace('=', ' '))].join(', ');
}

/** "aosp, medium" or a person's name. */
export function playerName(spec: SeatSpec | undefined, nobody = 'Friend'): string {
  if (!spec) return nobody;
  if (spec.kind === 'engine') return `${spec.player} · ${spec.level}`;
  return spec.name || nobody;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

const kReasons: Record<string, string> = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  insufficient_material: 'Too few men left to win',
  fifty_moves: 'Fifty moves without a capture or a pawn move',
  repetition: 'The position came a third time',
  ply_limit: 'The game reached its longest length',
  no_men: 'No men left',
  no_move: 'No move left',
  quiet_limit: 'Too long without a capture',
  flag_taken: 'The flag was taken',
  nobody_can_move: 'Nobody can move',
  resignation: 'Resignation',
  agreement: 'Agreed',
  time_out: 'Out of time',
  crash: 'The player crashed',
  nonsense: 'The player answered nonsense',
  adjudication: 'Adjudicated',
  abandoned: 'Abandoned',
};

export function reasonWords(reason: string): string {
  return kReasons[reason] ?? capital(reason.replace(/_/g, ' '));
}

/** "won", "lost", "drawn" from a seat's side of the table. */
export function fate(outcome: Outcome, seat: Seat): 'won' | 'lost' | 'drawn' {
  if (outcome.result === '1/2-1/2') return 'drawn';
  return (outcome.result === '1-0') === (seat === 'first') ? 'won' : 'lost';
}

/** "You won", "White won", "Drawn": the headline of a finished game. */
export function headline(outcome: Outcome, game: GameId, seat: Seat | undefined): string {
  if (outcome.result === '1/2-1/2') return 'A draw';
  if (seat) return fate(outcome, seat) === 'won' ? 'You won' : 'You lost';
  return `${seatName(game, outcome.result === '1-0' ? 'first' : 'second')} won`;
}

/** The one line that says what is going on. */
export function statusLine(view: CommonView, game: GameId, seat: Seat | undefined, machine: boolean): string {
  if (view.outcome) return `${headline(view.outcome, game, seat)}. ${reasonWords(view.outcome.reason)}.`;
  const settingUp = 'phase' in view && view.phase === 'setup';
  if (seat && view.my_turn) return settingUp ? 'Set up your men' : 'Your turn';
  if (!seat) return view.to_move ? `${capital(view.to_move)} to move` : 'The game goes on';
  if (settingUp) return machine ? 'Your opponent is setting up…' : 'Waiting for your opponent to set up…';
  const other = seatName(game, otherSeat(seat));
  const name = game === 'darkchess' ? 'Your opponent' : other;
  return machine ? `${name} is thinking…` : `Waiting for ${name === 'Your opponent' ? 'your opponent' : name}…`;
}

/** "today 14:03", "3 May 2026". */
export function whenWords(ms: number, now = Date.now()): string {
  const then = new Date(ms);
  const time = then.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (new Date(now).toDateString() === then.toDateString()) return `today ${time}`;
  if (new Date(now - 86_400_000).toDateString() === then.toDateString()) return `yesterday ${time}`;
  return then.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' });
}

export function clockWords(clock: { base_s: number; increment_s: number } | null): string {
  if (!clock) return 'no clock';
  const minutes = clock.base_s / 60;
  const base = Number.isInteger(minutes) ? `${minutes} min` : `${clock.base_s} s`;
  return clock.increment_s ? `${base} + ${clock.increment_s} s` : base;
}
