import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../scripts/lib/rounds.mjs';
import { KeptBackend } from './kept-backend.ts';

const ROUNDS = rounds({ short: 2, long: 20 });

const backend = new KeptBackend();
beforeAll(() => backend.start());
afterAll(() => backend.stop());

const victims = [
  ['the backend', undefined],
  ['the database server', 'postgres -D'],
  ['the process of the functions', 'router.ts'],
] as const;

test.each(victims)(
  `%s is killed amid writes, ${ROUNDS} times, and comes back`,
  async (_, command) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await backend.untilWritten(20);
      backend.kill(command);
      await backend.untilWritten(1);
      await backend.untilReady();
    }
  },
  600_000,
);

test('not one write that was acknowledged is lost, and nothing is there that nobody wrote', async () => {
  await backend.untilReady();
  await backend.stopWriting();
  const stored = await backend.stored();
  expect(backend.acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  expect([...stored].filter((slug) => !backend.wasAttempted(slug))).toEqual([]);
  expect(backend.acknowledged.length).toBeGreaterThan(ROUNDS * victims.length * 20);
});
