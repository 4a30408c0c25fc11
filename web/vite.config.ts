import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

// The chess men that come with chessgroundx are addressed by their old names (piece.pawn); the
// library itself now says piece.p-piece. The style sheet is renamed while the page is built.
function chessMen(): Plugin {
  const id = 'virtual:chess-men.css';
  const names = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
  return {
    name: 'chess-men',
    resolveId: (source) => (source === id ? '\0' + id : undefined),
    load(source) {
      if (source !== '\0' + id) return undefined;
      const file = new URL('./node_modules/chessgroundx/assets/chessground.cburnett.css', import.meta.url);
      return readFileSync(fileURLToPath(file), 'utf8')
        .replace(/\.cg-wrap piece\.(\w+)\./g, (_, name: keyof typeof names) => `piece.${names[name]}-piece.`);
    },
  };
}

export default defineConfig({
  plugins: [chessMen()],
  build: { target: 'es2022', assetsInlineLimit: 4096, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
} as Parameters<typeof defineConfig>[0]);
