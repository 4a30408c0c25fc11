import type { CreatedGame, Seat } from './protocol';

/** The keys this browser holds for one game. */
export interface Keys {
  first?: string;
  second?: string;
  watch?: string;
}

const kKeys = 'nebel.keys';

function all(): Record<string, Keys> {
  try {
    return JSON.parse(localStorage.getItem(kKeys) ?? '{}') as Record<string, Keys>;
  } catch {
    return {};
  }
}

export function keysOf(id: string): Keys {
  return all()[id] ?? {};
}

export function remember(id: string, keys: Keys): void {
  const everything = all();
  everything[id] = { ...everything[id], ...keys };
  const ids = Object.keys(everything);
  for (const old of ids.slice(0, Math.max(0, ids.length - 500))) delete everything[old];
  localStorage.setItem(kKeys, JSON.stringify(everything));
}

export function rememberCreated(game: CreatedGame): void {
  remember(game.id, { ...game.tokens, watch: game.watch });
}

/** Which seat this tab sits on; a browser may hold both keys of a game between friends. */
export function sitDown(id: string, token: string): void {
  sessionStorage.setItem(`nebel.seat.${id}`, token);
}

export function tokenFor(id: string): string | undefined {
  const keys = keysOf(id);
  return sessionStorage.getItem(`nebel.seat.${id}`) ?? keys.first ?? keys.second ?? keys.watch;
}

export function rememberSeat(id: string, seat: Seat | 'watch', token: string): void {
  remember(id, { [seat]: token });
}
