// What server and page say to each other, as docs/table.md has it. Types only.

export type GameId = 'kriegspiel' | 'darkchess' | 'stratego';
export type Seat = 'first' | 'second';
export type LevelId = 'easy' | 'medium' | 'strong';

export interface RulesEntry {
  text: string;
  name: string;
  about: string;
  announcements: string[];
}
export interface BoardEntry {
  id: string;
  name: string;
  files: number;
  ranks: number;
}
export interface PlayerEntry {
  id: string;
  about: string;
  levels: { id: LevelId; about: string }[];
}
export interface GameEntry {
  id: GameId;
  name: string;
  about: string;
  seats: [string, string];
  rules: RulesEntry[];
  boards: BoardEntry[];
  players: PlayerEntry[];
  default: { player: string; level: LevelId; rules: string };
}
export interface Catalog {
  version: string;
  default_game: GameId;
  games: GameEntry[];
}

export type SeatSpec =
  | { kind: 'person'; name?: string }
  | { kind: 'engine'; player: string; level: LevelId };
export interface TimeControl {
  base_s: number;
  increment_s: number;
}
export interface NewGame {
  game: GameId;
  rules: string;
  seats: [SeatSpec, SeatSpec];
  order: 'given' | 'random';
  clock: TimeControl | null;
}
export interface CreatedGame {
  id: string;
  tokens: Partial<Record<Seat, string>>;
  watch: string;
  seats: [SeatSpec, SeatSpec];
}
export interface GameSummary {
  id: string;
  game: GameId;
  rules: string;
  seats: [SeatSpec, SeatSpec];
  status: 'running' | 'over';
  result: string | null;
  reason: string | null;
  turns: number;
  created: number;
  updated: number;
  clock: TimeControl | null;
}
export interface OpponentScore {
  game: GameId;
  player: string;
  level: LevelId;
  won: number;
  drawn: number;
  lost: number;
}

export interface Outcome {
  result: string;
  reason: string;
}
export interface CommonView {
  seat?: string;
  to_move: string | null;
  my_turn?: boolean;
  outcome: Outcome | null;
  tries?: string[];
}
export interface KriegspielView extends CommonView {
  files: number;
  ranks: number;
  fen?: string;
  refused?: string[];
  may_ask?: boolean;
  must_capture?: boolean;
  check?: string[];
  pawn_tries?: null | { count?: number; any?: boolean; squares?: string[] };
  enemy?: { men: number; pawns: number | null; pieces: number | null };
  taken?: { pawns: number; pieces: number; unsaid: number };
  captured?: Record<string, number>;
}
export interface DarkChessView extends CommonView {
  my_colour?: 'red' | 'black' | null;
  board: string;
  hidden: Record<string, number>;
  captured: Record<string, number>;
  quiet?: number;
}
export interface StrategoMan {
  at: string | null;
  start?: string | null;
  seat: string;
  rank: string | null;
  moved?: boolean;
  shown?: boolean;
}
export interface StrategoView extends CommonView {
  phase: 'setup' | 'play' | 'over';
  files: number;
  ranks: number;
  lakes: string[];
  setup_rows: number;
  army: Record<string, number>;
  men: StrategoMan[];
  lost: Record<string, Record<string, number>>;
  hidden?: Record<string, number>;
}
export type GameView = KriegspielView | DarkChessView | StrategoView;

/** An event of a game as the referee's JSON has it. */
export interface GameEvent {
  type: string;
  seat?: string;
  [field: string]: unknown;
}
export interface ClockTimes {
  first_ms: number;
  second_ms: number;
  running: Seat | null;
}

export interface HelloMessage {
  type: 'hello';
  id: string;
  game: GameId;
  rules: string;
  seat: Seat | 'watch';
  seat_name: string | null;
  seats: [SeatSpec, SeatSpec];
  clock: TimeControl | null;
  last: number;
}
export interface EventMessage {
  type: 'event';
  n: number;
  event: GameEvent;
  text: string;
  clock?: ClockTimes | null;
}
export interface ViewMessage {
  type: 'view';
  n: number;
  view: GameView;
  clock?: ClockTimes | null;
}
export interface AnswerMessage {
  type: 'answer';
  id: number | string;
  verdict: 'accepted' | 'refused' | 'invalid';
  reason?: string;
}
export interface Fog {
  king: number[];
  pawns: number[];
  pieces: number[];
}
export interface FogMessage extends Fog {
  type: 'fog';
  n: number;
  id?: number | string;
}
export type ServerMessage =
  | HelloMessage
  | EventMessage
  | ViewMessage
  | AnswerMessage
  | FogMessage
  | { type: 'rematch'; offer?: Seat; id?: string; seat?: Seat; token?: string }
  | { type: 'presence'; first: boolean; second: boolean }
  | { type: 'error'; reason: string; id?: number | string }
  | { type: 'pong' }
  | { type: 'bye'; reason: string };

export type ClientMessage =
  | { type: 'act'; id: number; action: string; n?: number }
  | { type: 'fog'; id?: number }
  | { type: 'resign' }
  | { type: 'rematch' }
  | { type: 'ping' };

export interface ReviewStep {
  n: number;
  seat: Seat | null;
  action: string | null;
  accepted: boolean;
  at?: number;
  truth: { fen?: string; board?: string; deal?: string; men?: StrategoMan[]; to_move?: string };
  views: Record<Seat, GameView>;
  events: Record<Seat, { event: GameEvent; text: string }[]>;
  info?: SearchInfo;
}
export interface SearchInfo {
  value?: number;
  depth?: number;
  nodes?: number;
  simulations?: number;
  line?: string;
  detail?: string;
  /** What the player itself believed when it made this try, in the form of a fog. */
  belief?: Fog;
}
export interface Review {
  id: string;
  game: GameId;
  rules: string;
  seats: [SeatSpec, SeatSpec];
  result: string;
  reason: string;
  clock: TimeControl | null;
  steps: ReviewStep[];
}
