import { describe, expect, it } from 'vitest';
import { kPerson, kRandom, Visitor } from './browser';
import { openHouse } from './house';

const house = openHouse();

/** A try worth making: something that goes forward first, so that men meet and the game ends. */
function wish(view: { tries: string[] }, turn: number): string {
  const tries = view.tries.filter((t) => t !== 'any');
  const promotion = tries.find((t) => t.endsWith('q'));
  return promotion ?? tries[(turn * 7 + 3) % tries.length]!;
}

describe('Kriegspiel', () => {
  it('shows afterwards what the machine believed', async () => {
    const me = await Visitor.come(house.browser);
    // Not an easy one: that plays at random now and then, and has nothing to say of such a move.
    const engine = { kind: 'engine', player: 'metaposition', level: 'strong' };
    const { id } = await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, engine] });
    await me.turn();
    const heard = me.heard.length;
    await me.type('e2-e4');
    await me.newsAfter(heard);
    await me.turn();
    await me.type('resign');
    await me.type('resign');
    await expect.poll(() => me.view?.outcome?.reason).toBe('resignation');
    await me.page.goto(`${house.server.url}/review/${id}`);
    await me.page.getByText('King', { exact: true }).click();
    await me.page.getByText('What it believed', { exact: true }).click();
    await me.page.getByRole('button', { name: 'To the end' }).click();
    await me.page.locator('[data-place=second] .fog-cell').first().waitFor();
    await me.axe();
    await me.fine();
  });

  it('is played to its end by dragging, typing and the arrow keys, and reviewed', async () => {
    const me = await Visitor.come(house.browser);
    const rules = 'wild16,board=reduced4x4,cap=30';
    let { id } = await me.sitDown(house.server.url, { game: 'kriegspiel', rules, seats: [kPerson, kRandom] });
    const ways = { drag: 0, typed: 0, keys: 0 };
    let turn = 0;
    for (;;) {
      if (!(await me.turn())) {
        // On so small a board a game may end at once; then another one is played.
        if (turn > 2) break;
        ({ id } = await me.sitDown(house.server.url, { game: 'kriegspiel', rules, seats: [kPerson, kRandom] }));
        turn = 0;
      }
      const action = wish(me.view, turn);
      const from = action.slice(0, 2);
      const to = action.slice(2, 4);
      const heard = me.heard.length;
      if (turn % 3 === 0) {
        await me.dragMan(from, to);
        ways.drag += 1;
      } else if (turn % 3 === 1) {
        await me.type(`${from}-${to}`);
        ways.typed += 1;
      } else {
        await byKeys(me, from, to);
        ways.keys += 1;
      }
      await me.newsAfter(heard);
      turn += 1;
      expect(turn, 'the game does not end').toBeLessThan(200);
    }
    expect(Math.min(...Object.values(ways)), 'every way of moving was used').toBeGreaterThan(0);
    await expect.poll(() => me.status()).toMatch(/You won|You lost|A draw/);
    await me.axe();
    await review(me, id);
    await me.fine();
    await me.leave();
  });

  it('marks refused tries for this turn only', async () => {
    const me = await Visitor.come(house.browser);
    const small = { game: 'kriegspiel', rules: 'wild16,board=4x4', seats: [kPerson, kRandom] };
    await me.sitDown(house.server.url, small);
    let refused: string | undefined;
    for (let turn = 0; turn < 80 && !refused; ++turn) {
      if (!(await me.turn())) await me.sitDown(house.server.url, small); // it ended before anything was refused
      const heard = me.heard.length;
      await me.type(wish(me.view, turn));
      await me.newsAfter(heard);
      refused = me.view.my_turn ? me.view.refused[0] : undefined;
    }
    expect(refused, 'the umpire refused something').toBeTruthy();
    await me.page.locator('.refused-cross').first().waitFor({ state: 'attached' });
    await expect.poll(() => me.page.locator('.refused-line').innerText()).toContain(`${refused!.slice(0, 2)}-${refused!.slice(2, 4)}`);
    expect(me.view.tries).not.toContain(refused);
    // Another move is accepted sooner or later, and the marks are gone.
    for (let i = 0; i < 60 && me.view.my_turn && me.view.refused.length; ++i) {
      const heard = me.heard.length;
      await me.type(me.view.tries.find((t: string) => t !== 'any'));
      await me.newsAfter(heard);
    }
    await me.turn();
    if (!me.view.outcome) await expect.poll(() => me.page.locator('.refused-cross').count()).toBe(0);
    await me.fine();
    await me.leave();
  });

  it('keeps guesses to itself and shows the fog', async () => {
    const me = await Visitor.come(house.browser);
    const sent: string[] = [];
    me.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'wild16', seats: [kPerson, kRandom] });
    // Put one by clicking, one by dragging from the tray, move one, take one off.
    await me.page.getByRole('button', { name: 'Guess a knight' }).click();
    const at = (square: string) => me.centre(square, 'cg-board', 8, 8);
    await me.page.mouse.click((await at('f6')).x, (await at('f6')).y);
    await me.page.getByRole('button', { name: 'Guess a knight' }).click();
    const queen = (await me.page.getByRole('button', { name: 'Guess a queen' }).boundingBox())!;
    await me.drag({ x: queen.x + 15, y: queen.y + 15 }, await at('d8'));
    await expect.poll(() => me.page.locator('.phantom').count()).toBe(2);
    await me.drag(await at('d8'), await at('h4'));
    await me.page.locator('.phantom[data-square=h4][data-man=q]').waitFor({ state: 'attached' });
    await me.type('guess f6');
    await expect.poll(() => me.page.locator('.phantom').count()).toBe(1);
    expect(sent.filter((text) => /h4|guess/.test(text)), 'a guess was sent').toEqual([]);
    await me.arrive(() => me.page.reload());
    await me.page.locator('.phantom[data-square=h4]').waitFor({ state: 'attached' });

    await me.page.getByText('King', { exact: true }).click();
    await me.page.locator('.fog-cell').first().waitFor();
    const shown = await me.page.locator('.fog-cell span').allInnerTexts();
    expect(shown.map(Number).some((percent) => percent > 0)).toBe(true);
    await me.axe();
    await me.fine();
    await me.leave();
  });

  it('asks "Any?" where the rules have it', async () => {
    const me = await Visitor.come(house.browser);
    await me.sitDown(house.server.url, { game: 'kriegspiel', rules: 'berkeley_any', seats: [kPerson, kRandom] });
    await me.page.getByRole('button', { name: 'Any?' }).click();
    await expect.poll(() => me.logText()).toContain('Any?');
    await expect.poll(() => me.page.getByRole('button', { name: 'Any?' }).isDisabled()).toBe(true);
    await me.fine();
    await me.leave();
  });
});

async function byKeys(me: Visitor, from: string, to: string): Promise<void> {
  const frame = me.page.getByRole('application');
  await frame.focus();
  await me.page.keyboard.press('Escape');
  // To the corner first: from there every square has its address in steps.
  for (let i = 0; i < 3; ++i) {
    await me.page.keyboard.press('ArrowDown');
    await me.page.keyboard.press('ArrowLeft');
  }
  let at = 'a1';
  for (const square of [from, to]) {
    const files = square.charCodeAt(0) - at.charCodeAt(0);
    const ranks = Number(square[1]) - Number(at[1]);
    for (let i = 0; i < Math.abs(files); ++i) await me.page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(ranks); ++i) await me.page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
    await me.page.keyboard.press('Enter');
    at = square;
  }
}

async function review(me: Visitor, id: string): Promise<void> {
  await me.page.getByRole('link', { name: 'Review the game' }).click();
  await me.page.locator('figcaption', { hasText: 'The truth' }).waitFor();
  expect(await me.page.locator('.review-board').count()).toBe(3);
  const slider = me.page.getByLabel('Step of the game');
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(2);
  await me.page.getByRole('button', { name: 'One step on' }).click();
  await expect.poll(() => me.page.locator('.review-place').innerText()).toBe(`1 / ${last}`);
  const men = (place: string) => me.page.locator(`[data-place=${place}] cg-board piece`).count();
  const [white, truth, black] = await Promise.all(['first', 'truth', 'second'].map(men));
  expect(truth).toBe(white! + black!);
  expect(white).toBeGreaterThan(0);
  await me.page.getByText('King', { exact: true }).click();
  await me.page.locator('[data-place=first] .fog-cell').first().waitFor();
  await me.axe();
  await me.page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(() => me.page.locator('.review-place').innerText()).toBe(`${last} / ${last}`);
  const [download] = await Promise.all([me.page.waitForEvent('download'), me.page.getByRole('link', { name: 'PGN' }).click()]);
  expect(download.suggestedFilename()).toBe(`${id}.pgn`);
}
