import { defineConfig } from 'vitest/config';

// End to end: the built page, the real server and Debian's Chromium. Two files at a time.
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.e2e.ts'],
    environment: 'node',
    pool: 'forks',
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
