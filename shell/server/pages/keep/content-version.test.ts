import { expect, test } from 'vitest';
import { createContentVersion } from './content-version.ts';

/** A database whose answers come when the test says so. */
function slowDatabase() {
  const questions: ((version: string | null) => void)[] = [];
  return { questions, ask: () => new Promise<string | null>((resolve) => questions.push(resolve)) };
}

test('callers that came after a question was asked do not get its answer', async () => {
  const { questions, ask } = slowDatabase();
  const version = createContentVersion(ask, 0);
  const early = version();
  const late = [version(), version()];
  questions[0]?.('before');
  expect(await early).toBe('before');
  questions[1]?.('after');
  expect(await Promise.all(late)).toEqual(['after', 'after']);
  expect(questions).toHaveLength(2);
});

test('without an age every call that finds nothing running asks', async () => {
  let asked = 0;
  const version = createContentVersion(async () => String(++asked), 0);
  expect([await version(), await version()]).toEqual(['1', '2']);
});

test('within the age an answer serves again', async () => {
  let asked = 0;
  const version = createContentVersion(async () => String(++asked), 60_000);
  expect([await version(), await version()]).toEqual(['1', '1']);
});

test('a failed question is answered with null and not kept', async () => {
  let asked = 0;
  const version = createContentVersion(async () => {
    asked += 1;
    if (asked === 1) throw new Error('gone');
    return 'back';
  }, 60_000);
  expect([await version(), await version()]).toEqual([null, 'back']);
});
