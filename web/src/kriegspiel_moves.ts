// What a person types, turned into the tries it may mean. Kriegspiel is played blind, so a text is
// judged against the own men and the tries that are left, never against an enemy.

export type Men = Map<string, string>;

/** "rnbqkbnr/8/..." as square name -> letter. */
export function menOfFen(fen: string, files: number, ranks: number): Men {
  const men: Men = new Map();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= '0' && c <= '9') file += Number(c);
      else if (file < files) men.set(`${String.fromCharCode(97 + file++)}${ranks - i}`, c);
    }
  });
  return men;
}

const kMove = /^([KQRBN])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?([QRBNqrbn]))?$/;
const kCoordinates = /^([a-h][1-8])[-x: ]?([a-h][1-8])=?([QRBNqrbn])?$/;

function castlingTries(text: string, men: Men, tries: string[]): string[] | undefined {
  const plain = text.replace(/0/g, 'O').toUpperCase().replace(/[+#!?]/g, '');
  if (plain !== 'O-O' && plain !== 'O-O-O') return undefined;
  const side = plain === 'O-O' ? 'g' : 'c';
  return tries.filter((t) => men.get(t.slice(0, 2))?.toUpperCase() === 'K' && t[0] === 'e' && t[2] === side);
}

/**
 * The tries a text may mean: none, one, or several to choose from. "e2e4", "e2-e4", "Nf3", "Nbd2",
 * "exd5", "e4", "e8=Q", "O-O", "any". A promotion without its man means each of the four.
 */
export function readTry(input: string, men: Men, tries: string[]): string[] {
  const text = input.trim();
  if (/^any\??$/i.test(text)) return tries.filter((t) => t === 'any');
  const castling = castlingTries(text, men, tries);
  if (castling) return castling;
  const plain = text.replace(/[+#!?]+$/, '');
  const coordinates = kCoordinates.exec(plain.toLowerCase());
  if (coordinates) {
    const stem = `${coordinates[1]}${coordinates[2]}`;
    const whole = stem + (coordinates[3] ?? '');
    return tries.filter((t) => (coordinates[3] ? t === whole : t.slice(0, 4) === stem));
  }
  const move = kMove.exec(plain) ?? kMove.exec(plain.charAt(0).toUpperCase() + plain.slice(1));
  if (!move) return [];
  const [, kind = 'P', file, rank, to, promotion] = move;
  const pawnCapture = kind === 'P' && file !== undefined && file !== to?.[0];
  return tries.filter((t) => {
    const from = t.slice(0, 2);
    if (t === 'any' || t.slice(2, 4) !== to || men.get(from)?.toUpperCase() !== kind) return false;
    if (file && from[0] !== file) return false;
    if (rank && from[1] !== rank) return false;
    if (kind === 'P' && !pawnCapture && from[0] !== to[0]) return false;
    return !promotion || t[4] === promotion.toLowerCase();
  });
}

const kNames: Record<string, string> = {
  P: 'pawn',
  N: 'knight',
  B: 'bishop',
  R: 'rook',
  Q: 'queen',
  K: 'king',
};

export function manName(letter: string): string {
  return kNames[letter.toUpperCase()] ?? 'man';
}

/** "knight g1 to f3", "pawn e7 to e8, promoting to a queen": a try as a person would say it. */
export function tryWords(action: string, men: Men): string {
  if (action === 'any') return 'ask "Any?"';
  const from = action.slice(0, 2);
  const promotion = action[4] ? `, promoting to a ${manName(action[4])}` : '';
  return `${manName(men.get(from) ?? '')} ${from} to ${action.slice(2, 4)}${promotion}`;
}
