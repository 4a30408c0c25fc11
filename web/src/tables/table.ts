import type { GameState, Heard } from '../game_state';
import type { FogMessage, Seat } from '../net/protocol';

/** What a game's table may ask of the page around it. */
export interface TableHost {
  id: string;
  seat: Seat | undefined;
  seatName: string | undefined;
  rules: string;
  /** Sends an action; `premoved` ones are dropped when something was heard meanwhile. */
  act: (action: string, premoved?: boolean) => void;
  askFog: () => boolean;
  /** A line for the log. */
  note: (text: string, sort?: 'note' | 'asked' | 'problem') => void;
}

/** The board and the panels of one game, and what can be typed at it. */
export interface GameTable {
  board: HTMLElement;
  panels: HTMLElement[];
  /** Buttons that belong under the log: "Any?". */
  buttons?: HTMLElement[];
  /** Called after every change; `fresh` are the lines not shown before. */
  update(state: GameState, fresh: Heard[]): void;
  /** An action came to nothing: put the men back. */
  reset(): void;
  fog?(message: FogMessage): void;
  /** The table said that something asked for cannot be had. */
  problem?(reason: string): void;
  /** Handles what was typed; false when it is no command of this game. */
  command(text: string): boolean;
  /** One line each: what can be typed. */
  help: string[];
  placeholder: string;
  destroy(): void;
}
