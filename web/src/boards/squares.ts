// Squares by name ("a1", "j10") on boards of any size.

export interface Size {
  files: number;
  ranks: number;
}

export function squareName(file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

export function fileOf(square: string): number {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square: string): number {
  return Number(square.slice(1)) - 1;
}

/** Column and row on the screen, counted from the top left. */
export function onScreen(square: string, size: Size, flipped: boolean): { column: number; row: number } {
  const file = fileOf(square);
  const rank = rankOf(square);
  return flipped
    ? { column: size.files - 1 - file, row: rank }
    : { column: file, row: size.ranks - 1 - rank };
}

export function fromScreen(column: number, row: number, size: Size, flipped: boolean): string | undefined {
  if (column < 0 || row < 0 || column >= size.files || row >= size.ranks) return undefined;
  return flipped ? squareName(size.files - 1 - column, row) : squareName(column, size.ranks - 1 - row);
}

/** The square under a point of the page, for a board that fills the rectangle. */
export function squareAt(x: number, y: number, bounds: DOMRect, size: Size, flipped: boolean): string | undefined {
  return fromScreen(
    Math.floor(((x - bounds.left) / bounds.width) * size.files),
    Math.floor(((y - bounds.top) / bounds.height) * size.ranks),
    size,
    flipped,
  );
}

/** The square a step away on the screen, or the same one at the edge. */
export function step(square: string, right: number, down: number, size: Size, flipped: boolean): string {
  const { column, row } = onScreen(square, size, flipped);
  return fromScreen(column + right, row + down, size, flipped) ?? square;
}

/** Names by which the style sheet colours coordinates: which squares of the edge are dark. */
export function parityClasses(size: Size): string {
  return `${size.files % 2 ? 'odd-files' : 'even-files'} ${size.ranks % 2 ? 'odd-ranks' : 'even-ranks'}`;
}

export const kArrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
