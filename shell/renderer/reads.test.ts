import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReads, readingFetch } from './reads.ts';

/** Answers with the status that its address names as a filter. */
const backend = createServer((request, response) => {
  response.writeHead(Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200)).end('[]');
});
let origin: string;
beforeAll(async () => {
  await new Promise((resolve) => backend.listen(0, '127.0.0.1', () => resolve(null)));
  origin = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
afterAll(() => void backend.close());

async function readsAfter(...paths: readonly string[]) {
  const reads = createReads();
  const ask = readingFetch(fetch, () => [reads]);
  for (const path of paths) await ask(`${origin}/rest/v1/${path}`).then((answer) => answer.text());
  return reads.topics();
}

test('what was asked is read, each topic once', async () => {
  expect(await readsAfter()).toEqual([]);
  expect(await readsAfter('posts', 'categories', 'posts?select=id')).toEqual(['posts', 'categories']);
});

test.each([200, 400, 406, 416])('an answer of status %s follows from what is there', async (status) => {
  expect(await readsAfter(`posts?status=${status}`)).toEqual(['posts']);
});

test.each([408, 429, 500, 503])('after one of status %s nobody knows what is there', async (status) => {
  expect(await readsAfter(`posts?status=${status}`, 'categories')).toBeNull();
});

test('nor without any answer', async () => {
  const reads = createReads();
  await expect(readingFetch(fetch, () => [reads])('http://127.0.0.1:1/rest/v1/posts')).rejects.toThrow();
  expect(reads.topics()).toBeNull();
});

test('whose work it was when it was asked counts', async () => {
  const [early, late] = [createReads(), createReads()];
  let concerned = [early];
  const asked = readingFetch(fetch, () => concerned)(`${origin}/rest/v1/posts?status=500`);
  concerned = [late];
  await asked;
  expect([early.topics(), late.topics()]).toEqual([null, []]);
});
