import { expect, it } from 'vitest';
import { kPerson, kRandom, Visitor } from './browser';
import { openHouse } from './house';

const house = openHouse();

it('a game of Dark Chess is played to its end and reviewed', async () => {
  const me = await Visitor.come(house.browser);
  await me.sitDown(house.server.url, { game: 'darkchess', rules: 'seed40,cap=70', seats: [kPerson, kRandom] });
  expect(me.view.board.replace(/[^X]/g, '')).toHaveLength(32);
  await me.axe();
  let turn = 0;
  let dragged = 0;
  let flipped = 0;
  while (await me.turn()) {
    const { tries } = me.view as { tries: string[] };
    const moves = tries.filter((t) => t.includes('-'));
    const action = moves.length && turn % 2 ? moves[turn % moves.length]! : (tries.find((t) => !t.includes('-')) ?? tries[0]!);
    const heard = me.heard.length;
    const [from, to] = action.split('-') as [string, string | undefined];
    const square = (name: string) => me.page.locator(`.square[data-square=${name}]`);
    if (!to) {
      await square(from).click();
      flipped += 1;
    } else if (turn % 3 === 0) {
      const box = async (name: string) => {
        const b = (await square(name).boundingBox())!;
        return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
      };
      await me.drag(await box(from), await box(to));
      dragged += 1;
    } else {
      await square(from).click();
      await me.page.locator(`.square.target[data-square=${to}]`).waitFor();
      await square(to).click();
    }
    await me.newsAfter(heard);
    turn += 1;
    expect(turn).toBeLessThan(60);
  }
  expect(flipped).toBeGreaterThan(3);
  expect(dragged).toBeGreaterThan(0);
  await expect.poll(() => me.status()).toMatch(/You won|You lost|A draw/);
  await me.page.getByRole('link', { name: 'Review the game' }).click();
  await me.page.getByRole('button', { name: 'To the beginning' }).click();
  // The truth shows what lies under every square; nobody else did.
  await expect.poll(() => me.page.locator('[data-place=truth] .disc.ghost').count()).toBe(32);
  expect(await me.page.locator('[data-place=first] .disc.dark').count()).toBe(32);
  await me.axe();
  await me.fine();
  await me.leave();
});

it('Dark Chess answers to the keyboard alone', async () => {
  const me = await Visitor.come(house.browser);
  await me.sitDown(house.server.url, { game: 'darkchess', rules: 'seed40', seats: [kPerson, kRandom] });
  await me.page.locator('.square[tabindex="0"]').focus();
  await me.page.keyboard.press('ArrowUp');
  await me.page.keyboard.press('ArrowRight');
  expect(await me.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('b2, face down');
  await me.page.keyboard.press('Enter');
  await me.newsAfter(0);
  await expect.poll(() => me.logText()).toContain('You turned over');
  expect(me.heard[0]!.event.square).toBe('b2');
  await me.fine();
  await me.leave();
});
