import { expect, test } from 'vitest';
import { SlowSignIns } from './slow-sign-ins.ts';

const options = { free: 2, stepMs: 40, longestMs: 80, forgottenMs: 60_000 };

async function timed(work: Promise<number>): Promise<{ left: number; ms: number }> {
  const start = performance.now();
  const left = await work;
  return { left, ms: performance.now() - start };
}

test('attempts wait longer and longer, at most the longest wait, and each gets its turn', async () => {
  const signIns = new SlowSignIns(options);
  const times: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const { left, ms } = await timed(signIns.take('anna', `192.0.2.${nth}`));
    expect(left).toBe(0);
    times.push(ms);
  }
  expect(Math.max(...times.slice(0, 2))).toBeLessThan(35);
  expect(Math.min(...times.slice(2))).toBeGreaterThan(38);
  expect(Math.max(...times)).toBeLessThan(1_000);
  expect((await timed(signIns.take('berta', '192.0.2.1'))).ms).toBeLessThan(35);
});

test('a client has one attempt waiting for an account; others go on, and it may come again', async () => {
  const signIns = new SlowSignIns(options);
  for (let nth = 0; nth < 3; nth += 1) await signIns.take('anna', 'x');
  const attempts = [signIns.take('anna', 'x'), signIns.take('anna', 'x'), signIns.take('anna', 'y')];
  expect(await Promise.all(attempts)).toEqual([0, 80, 0]);
  expect(await signIns.take('anna', 'x')).toBe(0);
});

test('a sign-in forgets what came before', async () => {
  const signIns = new SlowSignIns(options);
  for (let nth = 0; nth < 4; nth += 1) await signIns.take('anna', 'x');
  signIns.forget('anna');
  expect((await timed(signIns.take('anna', 'x'))).ms).toBeLessThan(35);
});
