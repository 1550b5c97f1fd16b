import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FixtureBackend, password, startFixtureBackend } from '../fixtures/backend.ts';

let backend: FixtureBackend;

beforeAll(async () => {
  backend = await startFixtureBackend();
});
afterAll(() => backend.close());

/** A cost that takes the library several of its slices. */
const COST = 12;

/** How often other work gets its turn until a promise settles. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work;
  clearImmediate(next);
  return turns;
}

test('while a password is hashed or compared, the process does other work', async () => {
  const hashed = bcrypt.hash(password, COST);
  expect(await turnsDuring(hashed)).toBeGreaterThan(50);
  expect(await turnsDuring(bcrypt.compare(password, await hashed))).toBeGreaterThan(50);
});

test('a sign-in compares there, and a wrong password fails', async () => {
  const compare = vi.spyOn(bcrypt, 'compare');
  const account = { email: 'a@example.com', password };
  await backend.send('/auth/v1/signup', { json: account });
  const signIn = (json: object) => backend.send('/auth/v1/token?grant_type=password', { json });
  expect((await signIn(account)).status).toBe(200);
  expect((await signIn({ ...account, password: 'falsch-falsch' })).status).toBe(400);
  expect(compare.mock.calls.map(([sent]) => sent)).toEqual([password, 'falsch-falsch']);
});

test('a hash that cannot be computed is an error, and the next one is computed', async () => {
  await expect(bcrypt.hash(null as never, 4)).rejects.toThrow();
  expect(await bcrypt.compare(password, await bcrypt.hash(password, 4))).toBe(true);
});
