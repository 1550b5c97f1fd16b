import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptBackend, VICTIMS, writePost } from './testing/kept-backend.ts';

const ROUNDS = rounds({ short: 2, long: 20 });
const victims = Object.keys(VICTIMS) as (keyof typeof VICTIMS)[];

const backend = new KeptBackend(writePost(() => 'Inhalt'));
beforeAll(() => backend.start());
afterAll(() => backend.stop());

test.each(victims)(
  `%s is killed during writes, ${ROUNDS} times, and restarts`,
  async (victim) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await backend.untilWritten(20);
      await backend.killAndRestart(victim);
    }
  },
  600_000,
);

test('no acknowledged write is lost, and no row exists that was not written', async () => {
  await backend.expectNothingLost(() => backend.storedPosts());
  expect(backend.acknowledged.length).toBeGreaterThan(ROUNDS * victims.length * 20);
});
