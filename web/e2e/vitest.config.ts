import { defineConfig } from 'vitest/config';

// End to end: the built page, the real server and Debian's Chromium. Two files at a time.
export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.e2e.ts'],
    environment: 'node',
    pool: 'forks',
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 15_000, interval: 30 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
