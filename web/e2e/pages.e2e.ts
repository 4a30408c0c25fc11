import { describe, expect, it } from 'vitest';
import { kPerson, kPhone, kRandom, Visitor } from './browser';
import { openHouse } from './house';

const house = openHouse();

describe('the start page', () => {
  it('is one click away from a game of Kriegspiel', async () => {
    const me = await Visitor.come(house.browser);
    await me.page.goto(house.server.url);
    await me.page.getByRole('button', { name: 'Play Kriegspiel now' }).click();
    await me.turn();
    expect(me.hello.game).toBe('kriegspiel');
    expect(me.hello.rules).toBe('wild16');
    expect(me.hello.seats.some((seat: { kind: string }) => seat.kind === 'engine')).toBe(true);
    await me.page.locator('cg-board piece').first().waitFor();
    await me.fine();
    await me.leave();
  });

  it('explains every game, player, level and rule, and starts what was chosen', async () => {
    const me = await Visitor.come(house.browser);
    await me.page.goto(house.server.url);
    await me.page.getByRole('radio', { name: /Kriegspiel/ }).waitFor({ state: 'attached' });
    await me.axe();
    for (const game of ['Dark Chess', 'Stratego', 'Kriegspiel']) {
      await me.page.locator('.card', { hasText: game }).click();
      expect((await me.page.locator('.explain').first().innerText()).length).toBeGreaterThan(10);
      const levels = new Set<string>();
      for (const level of ['Easy', 'Medium', 'Strong']) {
        await me.page.getByText(level, { exact: true }).click();
        levels.add(await me.page.locator('.explain.level').innerText());
      }
      expect(levels.size, `three levels of ${game} explained`).toBe(3);
    }
    await me.page.getByLabel('Rules', { exact: true }).selectOption('cincinnati');
    await me.page.getByText('What the umpire says').click();
    expect(await me.page.locator('.announcements li').count()).toBeGreaterThan(2);
    await me.page.getByLabel('Board', { exact: true }).selectOption('6x6');
    await me.page.getByLabel('Player').selectOption('random');
    await me.page.getByText('Black', { exact: true }).click();
    await me.page.getByText('5 + 5', { exact: true }).click();
    await me.page.getByRole('button', { name: 'Play Kriegspiel', exact: true }).click();
    await me.turn();
    expect(me.hello).toMatchObject({ rules: 'cincinnati,board=6x6', seat: 'second', clock: { base_s: 300, increment_s: 5 } });
    expect(me.view.files).toBe(6);
    expect(await me.page.locator('.clock').count()).toBe(2);
    await me.fine();
    await me.leave();
  });

  it('works by keyboard alone', async () => {
    const me = await Visitor.come(house.browser);
    await me.page.goto(house.server.url);
    await me.page.getByRole('button', { name: 'Play Kriegspiel now' }).waitFor();
    for (let i = 0; i < 12; ++i) {
      await me.page.keyboard.press('Tab');
      const name = await me.page.evaluate(() => document.activeElement?.textContent);
      if (name === 'Play Kriegspiel now') break;
    }
    await me.page.keyboard.press('Enter');
    await me.turn();
    await me.fine();
    await me.leave();
  });
});

describe('the list of games', () => {
  it('resumes what goes on, reviews what is over and keeps the score', async () => {
    const me = await Visitor.come(house.browser);
    await me.sitDown(house.server.url, { game: 'darkchess', rules: 'seed40', seats: [kPerson, kRandom] });
    await me.page.goto(`${house.server.url}/games`);
    await me.arrive(() => me.page.getByRole('link', { name: /Go on playing Dark Chess/ }).first().click());
    await me.type('resign');
    await me.type('resign');
    await expect.poll(() => me.view?.outcome?.reason).toBe('resignation');
    await me.page.getByRole('link', { name: 'Games' }).click();
    await me.page.getByRole('link', { name: /Review Dark Chess, You/ }).first().waitFor();
    const row = me.page.getByRole('row', { name: /Dark Chess random Easy/ });
    await expect(row.innerText()).resolves.toMatch(/0\s+0\s+1$/);
    await me.axe();
    await me.fine();
    await me.leave();
  });
});

describe('a phone held upright', () => {
  it('fits, and a tap moves', async () => {
    const me = await Visitor.come(house.browser, kPhone);
    await me.page.goto(house.server.url);
    await me.page.getByRole('radio', { name: /Kriegspiel/ }).waitFor({ state: 'attached' });
    await me.fine();
    await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, kRandom] });
    const board = (await me.page.locator('cg-board').boundingBox())!;
    expect(board.width).toBeGreaterThan(370);
    expect(board.y + board.height, 'the whole board is on the screen').toBeLessThan(844);
    const heard = me.heard.length;
    for (const square of ['e2', 'e4']) {
      const { x, y } = await me.centre(square, 'cg-board', 8, 8);
      await me.page.touchscreen.tap(x, y);
    }
    await me.newsAfter(heard);
    expect(me.heard[heard]!.event).toMatchObject({ type: 'moved', action: 'e2e4' });
    await me.axe();
    await me.fine();
    for (const [game, rules] of [['darkchess', 'seed40'], ['stratego', 'classic']]) {
      await me.sitDown(house.server.url, { game, rules, seats: [kPerson, kRandom] });
      await me.page.locator('.square').first().waitFor();
      if (game === 'stratego') {
        const ready = (await me.page.getByRole('button', { name: 'Ready' }).boundingBox())!;
        expect(ready.y + ready.height, 'the set-up is ended without scrolling').toBeLessThan(844);
      }
      await me.axe();
      await me.fine();
    }
    await me.leave();
  });
});

describe('text mode', () => {
  it('plays a whole game with typed commands and speaks in a live region', async () => {
    const me = await Visitor.come(house.browser);
    await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16,board=reduced4x4,cap=12', seats: [kPerson, kRandom] });
    await me.page.getByRole('button', { name: 'Text mode' }).click();
    expect(await me.page.locator('cg-board').isVisible()).toBe(false);
    expect(await me.page.getByRole('log').getAttribute('aria-live')).toBe('polite');
    await me.type('help');
    await expect.poll(() => me.logText()).toContain('make a try');
    await me.type('men');
    await expect.poll(() => me.logText()).toMatch(/Your men: king c1, rooks a1 d1, bishop b1/);
    await me.type('enemy');
    await expect.poll(() => me.logText()).toContain('The enemy has the king');
    await me.type('rubbish');
    await expect.poll(() => me.logText()).toContain('not understood');
    await me.axe();
    for (let turn = 0; await me.turn(); ++turn) {
      const heard = me.heard.length;
      await me.type(me.view.tries[(turn * 5) % me.view.tries.length]);
      await me.newsAfter(heard);
      expect(turn).toBeLessThan(120);
    }
    await expect.poll(() => me.logText()).toMatch(/wins|draw/i);
    await me.page.getByRole('button', { name: 'Text mode' }).click();
    await me.page.locator('cg-board').waitFor();
    await me.fine();
    await me.leave();
  });
});

describe('light and dark', () => {
  it('both keep their contrast on every page', async () => {
    const me = await Visitor.come(house.browser, { colorScheme: 'dark' });
    await me.page.goto(house.server.url);
    await me.page.getByRole('radio', { name: /Kriegspiel/ }).waitFor({ state: 'attached' });
    await me.axe();
    for (const [game, rules] of [['kriegspiel', 'wild16'], ['darkchess', 'seed40'], ['stratego', 'classic']]) {
      await me.sitDown(house.server.url, { game, rules, seats: [kPerson, kRandom] });
      await me.axe();
    }
    await me.page.goto(`${house.server.url}/games`);
    await me.page.getByRole('heading', { name: 'Going on' }).waitFor();
    await me.axe();
    const colour = () => me.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await colour();
    await me.page.getByRole('button', { name: /Colours/ }).click();
    await expect.poll(colour).not.toBe(dark);
    await me.fine();
    await me.leave();
  });
});

describe('the page', () => {
  it('does not jump while a game is played', async () => {
    const me = await Visitor.come(house.browser);
    await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, kRandom] });
    await me.page.waitForTimeout(300);
    await me.page.evaluate(() => {
      const page = window as unknown as { shift: number };
      page.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Element }[] }[])
          if (entry.sources.some(({ node }) => !node?.closest?.('cg-container, .log-scroll'))) page.shift += entry.value;
      }).observe({ type: 'layout-shift' });
    });
    for (let turn = 0; turn < 12 && (await me.turn()); ++turn) {
      const heard = me.heard.length;
      await me.type(me.view.tries[(turn * 3) % me.view.tries.length]);
      await me.newsAfter(heard);
    }
    expect(await me.page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    await me.fine();
    await me.leave();
  });

  it('says so plainly where there is nothing', async () => {
    const me = await Visitor.come(house.browser);
    await me.page.goto(`${house.server.url}/play/nosuchgame`);
    await me.page.getByRole('heading', { name: 'No such game' }).waitFor();
    await me.page.goto(`${house.server.url}/nowhere`);
    await me.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await me.axe();
    await me.leave();
  });
});
