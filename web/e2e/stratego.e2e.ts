import { expect, it } from 'vitest';
import { kPerson, kRandom, Visitor } from './browser';
import { openHouse } from './house';

const house = openHouse();

it('Stratego is set up by hand, played to its end and reviewed', async () => {
  const me = await Visitor.come(house.browser);
  const { id } = await me.sitDown(house.server.url, { game: 'stratego', rules: '5x5,quiet=40,cap=300', seats: [kPerson, kRandom] });
  await expect.poll(() => me.page.locator('.setting-up .tile').count()).toBe(6);
  await me.axe();
  // Load a set-up as text, then drag the flag from the corner to the middle.
  await me.page.getByText('Save and load as text').click();
  await me.page.locator('.setup-text').fill('LEDCA\nMBAAA');
  await me.page.getByRole('button', { name: 'Load' }).click();
  const at = async (name: string) => {
    const b = (await me.page.locator(`.square[data-square=${name}]`).boundingBox())!;
    return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  };
  await me.page.locator('[data-square=a1] [data-rank=flag]').waitFor();
  await me.drag(await at('a1'), await at('c1'));
  await me.page.locator('[data-square=c1] [data-rank=flag]').waitFor();
  await expect(me.page.locator('.setup-text').inputValue()).resolves.toBe('LEDCA\nABMAA');
  // Off the board and back from the tray.
  const board = (await me.page.locator('.setting-up').boundingBox())!;
  await me.drag(await at('b1'), { x: board.x + board.width / 2, y: board.y - 12 });
  await expect.poll(() => me.page.getByRole('button', { name: '1 still to place' }).isDisabled()).toBe(true);
  const bomb = (await me.page.getByRole('button', { name: 'Bomb, 1 to place' }).boundingBox())!;
  await me.drag({ x: bomb.x + 15, y: bomb.y + 15 }, await at('d1'));
  await me.page.getByRole('button', { name: 'Ready' }).click();
  await expect.poll(() => me.view.phase, { timeout: 10_000 }).toBe('play');

  let turn = 0;
  let strikes = 0;
  while (await me.turn()) {
    const { tries } = me.view as { tries: string[] };
    // Forward where possible: somebody must strike.
    const rank = (square: string) => Number(square.slice(1));
    const parts = tries.map((t) => t.match(/[a-j]\d+/g) as [string, string]);
    const ahead = parts.filter(([from, to]) => rank(to) > rank(from));
    const [from, to] = (ahead.length ? ahead : parts)[turn % (ahead.length || parts.length)]!;
    const heard = me.heard.length;
    if (turn % 2) await me.type(`${from}-${to}`);
    else {
      await me.page.locator(`.square[data-square=${from}]`).click();
      await me.page.locator(`.square.target[data-square=${to}]`).click();
    }
    await me.newsAfter(heard);
    strikes = me.heard.filter(({ event }) => event.type === 'strike').length;
    turn += 1;
    expect(turn).toBeLessThan(160);
  }
  expect(strikes).toBeGreaterThan(0);
  await expect.poll(() => me.page.locator('.strike .tile').count()).toBe(2);
  await expect.poll(() => me.page.locator('.lost-man').count()).toBeGreaterThan(0);
  await me.axe();
  await me.page.goto(`${house.server.url}/review/${id}`);
  await me.page.locator('figcaption', { hasText: 'The truth' }).waitFor();
  await me.page.getByRole('button', { name: 'To the end' }).click();
  expect(await me.page.locator('[data-place=truth] .tile.unknown').count()).toBe(0);
  await me.axe();
  await me.fine();
  await me.leave();
});

it('tells what is known of an unknown man', async () => {
  const me = await Visitor.come(house.browser);
  await me.sitDown(house.server.url, { game: 'stratego', rules: 'classic,setup=human', seats: [kPerson, kRandom] });
  await me.page.locator('.square[data-square=e7]').hover();
  await expect.poll(() => me.page.locator('.look').innerText()).toContain('unknown blue man on e7');
  await expect(me.page.locator('.possible li').count()).resolves.toBe(12);
  await me.type('man e7');
  await expect.poll(() => me.logText()).toContain('An unknown blue man on e7');
  await me.axe();
  await me.fine();
  await me.leave();
});
