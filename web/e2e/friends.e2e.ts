import { describe, expect, it } from 'vitest';
import { create, kPerson, kRandom, Visitor } from './browser';
import { openHouse } from './house';

const house = openHouse();

const both = { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, kPerson], clock: { base_s: 600, increment_s: 5 } };

async function moves(who: Visitor, action: string): Promise<void> {
  await expect.poll(() => who.view?.my_turn, { timeout: 15_000, interval: 20 }).toBe(true);
  const heard = who.heard.length;
  await who.dragMan(action.slice(0, 2), action.slice(2, 4));
  await who.newsAfter(heard);
}

describe('two browsers', () => {
  it('play a game over the links the page makes', async () => {
    const ann = await Visitor.come(house.browser);
    await ann.page.goto(house.server.url);
    await ann.page.getByText('A friend', { exact: true }).click();
    await ann.page.getByText('White', { exact: true }).click();
    await ann.page.getByRole('button', { name: 'Make the links' }).click();
    const link = await ann.page.getByRole('textbox', { name: 'For your friend, who plays Black' }).inputValue();
    expect(link).toMatch(/\/play\/[^#]+#.{16,}/);
    await ann.axe();

    const ben = await Visitor.come(house.browser);
    await ben.page.goto(link);
    await expect.poll(() => ben.hello?.seat).toBe('second');
    expect(ben.page.url(), 'the key is not left in the address').not.toContain('#');
    await moves(ann, 'e2e4');
    await ben.turn();
    await moves(ben, 'd7d5');
    await ann.turn();
    await expect.poll(() => ann.logText()).toContain('You have 1 pawn try');
    expect(await ann.logText()).not.toContain('d7');
    expect(JSON.stringify(ann.heard)).not.toContain('d7d5');

    // Black decides before White has moved: a premove.
    await ben.dragMan('d5', 'e4');
    await ben.page.locator('square.current-premove').first().waitFor({ state: 'attached' });
    await moves(ann, 'g1f3');
    await expect.poll(() => ann.logText()).toContain('captured your pawn on e4');

    // White reloads and comes back to the very same try.
    await ann.arrive(() => ann.page.reload());
    await expect.poll(() => ann.logText()).toContain('captured your pawn on e4');
    expect(ann.view.fen).toContain('5N2');
    await moves(ann, 'f3g5');

    await ben.turn();
    await ben.page.getByRole('button', { name: 'Resign' }).click();
    await ben.page.getByRole('button', { name: 'Really resign?' }).click();
    await expect.poll(() => ann.view?.outcome?.result).toBe('1-0');
    await expect.poll(() => ann.status()).toContain('You won');

    // Once more, the sides changed, when both have asked.
    await ann.page.getByRole('button', { name: 'Play again' }).click();
    await ben.page.getByRole('button', { name: /Play again/ }).click();
    await expect.poll(() => ben.hello?.seat, { timeout: 10_000 }).toBe('first');
    await expect.poll(() => ann.hello?.seat, { timeout: 10_000 }).toBe('second');
    await ann.fine();
    await ben.fine();
    await Promise.all([ann.leave(), ben.leave()]);
  });

  it('go on at the very try when the server is killed and started again', async () => {
    const created = await create(house.server.url, both);
    const ann = await Visitor.come(house.browser);
    const ben = await Visitor.come(house.browser);
    await ann.page.goto(`${house.server.url}/play/${created.id}#${created.tokens.first}`);
    await ben.page.goto(`${house.server.url}/play/${created.id}#${created.tokens.second}`);
    await moves(ann, 'e2e4');
    await moves(ben, 'e7e5');
    await ann.turn();
    // A refused try belongs to what must survive.
    await ann.type('e4e5');
    await expect.poll(() => ann.view.refused).toEqual(['e4e5']);
    const heard = [ann.heard.length, ben.heard.length];

    await house.server.kill();
    await expect.poll(() => ann.status(), { timeout: 10_000 }).toContain('The line is down');
    await house.server.restart();
    await expect.poll(() => ann.status(), { timeout: 20_000 }).toContain('Your turn');
    await expect.poll(() => ann.view?.refused).toEqual(['e4e5']);
    expect([ann.heard.length, ben.heard.length], 'nothing is heard twice').toEqual(heard);
    expect(await ann.page.locator('.log-line.refused').count()).toBe(1);
    await moves(ann, 'g1f3');
    await moves(ben, 'b8c6');
    await ann.turn();
    expect(await ann.page.locator('.clock').count()).toBe(2);
    await Promise.all([ann.leave(), ben.leave()]);
  });

  it('choose what an arriving pawn becomes', async () => {
    const created = await create(house.server.url, { ...both, rules: 'wild16,board=4x4', clock: null });
    const ann = await Visitor.come(house.browser);
    const ben = await Visitor.come(house.browser);
    await ann.page.goto(`${house.server.url}/play/${created.id}#${created.tokens.first}`);
    await ben.page.goto(`${house.server.url}/play/${created.id}#${created.tokens.second}`);
    await moves(ann, 'b2a3');
    await moves(ben, 'b3a2');
    await ann.turn();
    // A change of mind puts the pawn back; the second time it becomes a rook.
    const heard = ann.heard.length;
    await ann.dragMan('a3', 'b4');
    await ann.axe();
    await ann.page.keyboard.press('Escape');
    await expect.poll(() => ann.page.locator('.promotion').count()).toBe(0);
    expect(ann.heard.length).toBe(heard);
    await ann.dragMan('a3', 'b4');
    await ann.page.getByRole('button', { name: 'Rook', exact: true }).click();
    await ann.newsAfter(heard);
    expect(ann.heard[heard]!.event).toMatchObject({ type: 'moved', action: 'a3b4r' });
    await ann.fine();
    await Promise.all([ann.leave(), ben.leave()]);
  });

  it('can be watched without a word too much', async () => {
    const created = await create(house.server.url, both);
    const ann = await Visitor.come(house.browser);
    const eve = await Visitor.come(house.browser);
    await ann.page.goto(`${house.server.url}/play/${created.id}#${created.tokens.first}`);
    await eve.page.goto(`${house.server.url}/watch/${created.id}#${created.watch}`);
    await moves(ann, 'e2e4');
    await expect.poll(() => eve.logText()).toContain('White moved');
    expect(JSON.stringify(eve.heard)).not.toContain('e2e4');
    await eve.axe();
    await eve.fine();
    await Promise.all([ann.leave(), eve.leave()]);
  });
});

it('a second window takes the seat, the first says so', async () => {
  const me = await Visitor.come(house.browser);
  await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, kRandom] });
  const second = await me.page.context().newPage();
  await second.goto(me.page.url());
  await second.getByText('Your turn').first().waitFor();
  await expect.poll(() => me.status()).not.toContain('Your turn');
  await me.leave();
});
