import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser';
import { Server } from './server';

/** A server and a browser for all tests of a file. */
export interface House {
  server: Server;
  browser: Browser;
}

/** Opens before the first test of the file that calls it, and closes after the last. */
export function openHouse(): House {
  const house = {} as House;
  beforeAll(async () => {
    // One after the other: where there is no browser the server is stopped all the same.
    house.server = await Server.start();
    house.browser = await launch();
  });
  afterAll(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });
  return house;
}
