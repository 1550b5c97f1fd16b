import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptBackend } from './testing/kept-backend.ts';

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
  `%s is killed during writes, ${ROUNDS} times, and restarts`,
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

test('no acknowledged write is lost, and no row exists that was not written', async () => {
  await backend.untilReady();
  await backend.stopWriting();
  const stored = await backend.stored();
  expect(backend.acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  expect([...stored].filter((slug) => !backend.wasAttempted(slug))).toEqual([]);
  expect(backend.acknowledged.length).toBeGreaterThan(ROUNDS * victims.length * 20);
});
