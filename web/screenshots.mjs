#!/usr/bin/env node
// Takes the pictures of the README from the real page: node web/screenshots.mjs [NEBEL]
// Writes docs/images/*.png. Needs a built page (web/build.sh), the program and Chromium.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { smallPng } from './small_png.mjs';

const root = new URL('..', import.meta.url).pathname;
const program = process.argv[2] ?? process.env.NEBEL_PROGRAM ?? join(root, 'build/release/src/nebel');
const images = join(root, 'docs/images');
const store = mkdtempSync(join(tmpdir(), 'nebel-pictures-'));
mkdirSync(images, { recursive: true });

const server = spawn(program, ['serve', '--port', '0', '--store', join(store, 'table.db'), '--page', join(root, 'web/dist')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const base = await new Promise((resolve, reject) => {
  let said = '';
  server.stdout.on('data', (data) => {
    said += data;
    const open = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
    if (open) resolve(open[0]);
  });
  server.once('exit', (code) => reject(new Error(`nebel serve ended with ${code}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.NEBEL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const person = { kind: 'person' };
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function visit(options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const ears = { view: undefined, heard: 0 };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'view') ears.view = message.view;
      if (message.type === 'event') ears.heard = Math.max(ears.heard, message.n);
    }));
  return { page, ears };
}

async function create(game) {
  const response = await fetch(`${base}/api/games`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ order: 'given', clock: null, ...game }),
  });
  return response.json();
}

async function until(test) {
  for (let i = 0; i < 1500; ++i) {
    if (test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the table did not get on');
}

async function sit(page, ears, game) {
  const created = await create(game);
  await page.goto(`${base}/play/${created.id}#${created.tokens.first ?? created.tokens.second}`);
  await until(() => ears.view?.my_turn);
  return created;
}

async function type(page, ears, text) {
  const heard = ears.heard;
  const input = page.getByLabel('Type a move or a command');
  await input.fill(text);
  await input.press('Enter');
  await until(() => ears.heard > heard);
  await until(() => ears.view.my_turn || ears.view.outcome);
}

async function keep(page, name) {
  await page.evaluate(() => {
    document.activeElement?.blur?.();
    window.scrollTo(0, 0);
  });
  await page.mouse.move(2, 2);
  await page.waitForTimeout(250);
  const path = join(images, `${name}.png`);
  const picture = smallPng(await page.screenshot());
  writeFileSync(path, picture);
  console.log(`${name}.png ${Math.round(picture.length / 1024)} KB`);
}

/** Tries of an opening, as far as the umpire allows each. */
async function opening(page, ears, wishes) {
  for (const wish of wishes) {
    if (ears.view.outcome) return;
    if (ears.view.tries.includes(wish)) await type(page, ears, wish);
  }
}

async function kriegspiel(options, name, fog) {
  const { page, ears } = await visit(options);
  const { id } = await sit(page, ears, {
    game: 'kriegspiel', rules: 'wild16', clock: { base_s: 600, increment_s: 10 },
    seats: [person, { kind: 'engine', player: 'aosp', level: 'easy' }],
  });
  await opening(page, ears, ['e2e4', 'd2d4', 'g1f3', 'b1c3', 'e4d5', 'd4e5', 'f1c4', 'c4f7', 'e1g1', 'c1g5', 'g5d8', 'f3e5', 'd1h5']);
  for (const guess of ['guess k g8', 'guess n f6', 'guess p e6']) {
    const input = page.getByLabel('Type a move or a command');
    await input.fill(guess);
    await input.press('Enter');
  }
  await page.reload();
  await until(() => ears.view?.my_turn || ears.view?.outcome);
  if (fog) {
    await page.getByText('King', { exact: true }).first().click();
    await page.locator('.fog-cell').first().waitFor({ timeout: 20_000 });
  }
  await keep(page, name);
  return { page, ears, id };
}

try {
  const start = await visit(wide);
  await start.page.goto(base);
  await start.page.getByRole('radio', { name: /Kriegspiel/ }).waitFor({ state: 'attached' });
  await keep(start.page, 'start');

  const game = await kriegspiel(wide, 'kriegspiel', true);
  for (let i = 0; i < 2; ++i) {
    const input = game.page.getByLabel('Type a move or a command');
    await input.fill('resign');
    await input.press('Enter');
  }
  await until(() => game.ears.view.outcome);
  await game.page.goto(`${base}/review/${game.id}`);
  const slider = game.page.getByLabel('Step of the game');
  await slider.waitFor();
  await game.page.evaluate(() => {
    const input = document.querySelector('.review-slider');
    input.value = String(Math.floor(Number(input.max) * 0.6));
    input.dispatchEvent(new Event('input'));
  });
  await game.page.getByText('King', { exact: true }).click();
  await game.page.locator('.fog-cell').first().waitFor({ timeout: 20_000 });
  await keep(game.page, 'review');

  const dark = await visit(wide);
  await sit(dark.page, dark.ears, { game: 'darkchess', rules: 'icga180', seats: [person, { kind: 'engine', player: 'capturer', level: 'easy' }] });
  for (let i = 0; i < 9 && !dark.ears.view.outcome; ++i) {
    const captures = dark.ears.view.tries.filter((t) => t.includes('-'));
    const flips = dark.ears.view.tries.filter((t) => !t.includes('-'));
    await type(dark.page, dark.ears, i % 3 === 2 && captures.length ? captures[0] : (flips[(i * 11) % flips.length] ?? captures[0]));
  }
  await keep(dark.page, 'darkchess');

  const field = await visit({ ...wide, colorScheme: 'dark' });
  await sit(field.page, field.ears, { game: 'stratego', rules: 'classic,setup=human', seats: [person, { kind: 'engine', player: 'capturer', level: 'easy' }] });
  for (let i = 0; i < 22 && !field.ears.view.outcome; ++i) {
    const rank = (t, k) => Number(t.match(/\d+/g)[k]);
    const ahead = field.ears.view.tries.filter((t) => rank(t, 1) > rank(t, 0));
    const list = ahead.length ? ahead : field.ears.view.tries;
    await type(field.page, field.ears, list[(i * 5) % list.length]);
  }
  await field.page.reload();
  await field.page.locator('.square:has(.tile.unknown)').nth(5).hover();
  await keep(field.page, 'stratego');

  await kriegspiel(phone, 'phone', false);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(store, { recursive: true, force: true });
}
