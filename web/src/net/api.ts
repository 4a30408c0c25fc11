import type { Catalog, CreatedGame, Fog, GameSummary, NewGame, OpponentScore, Review, Seat } from './protocol';

/** The server said no, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, 'The table does not answer. Is nebel serve still running?');
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const reason = body && typeof body === 'object' && 'error' in body ? String(body.error) : response.statusText;
    throw new ApiError(response.status, reason);
  }
  return body as T;
}

let catalogOnce: Promise<Catalog> | undefined;

export const api = {
  /** Asked for once a visit: it does not change while the server runs. */
  catalog(): Promise<Catalog> {
    catalogOnce ??= request<Catalog>('/api/catalog').catch((error: unknown) => {
      catalogOnce = undefined;
      throw error;
    });
    return catalogOnce;
  },
  create: (game: NewGame) =>
    request<CreatedGame>('/api/games', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(game),
    }),
  games: (limit = 100, offset = 0) =>
    request<{ games: GameSummary[]; total: number }>(`/api/games?limit=${limit}&offset=${offset}`),
  game: (id: string) => request<GameSummary>(`/api/games/${encodeURIComponent(id)}`),
  statistics: () => request<{ opponents: OpponentScore[] }>('/api/statistics'),
  review: (id: string) => request<Review>(`/api/games/${encodeURIComponent(id)}/review`),
  fog: (id: string, seat: Seat, step: number) =>
    request<Fog>(`/api/games/${encodeURIComponent(id)}/fog?seat=${seat}&step=${step}`),
  setup: (rules: string, kind: 'human' | 'random') =>
    request<{ setup: string }>(`/api/stratego/setup?rules=${encodeURIComponent(rules)}&kind=${kind}`),
};
