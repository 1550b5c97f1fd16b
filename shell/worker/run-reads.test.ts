import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runReads } from './run-reads.ts';

const loaded: string[] = [];
const loader = async ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url);
  loaded.push(pathname + search);
  return null;
};

beforeEach(() => {
  vi.useFakeTimers();
  loaded.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const remote = (...routes: RemoteModule['routes']): RemoteModule => ({ contract: CONTRACT, id: 'mf-x', routes });

test('query keys are given together and each alone, as one may leave another without effect', async () => {
  const one = { path: '/x/:id', loader, handle: { query: ['page'] } };
  const two = { path: '/y', loader, handle: { query: ['a', 'b'] } };
  await runReads(remote(one, two), { example: '1', hasQuery: true, from: 0 });
  expect(loaded).toEqual(['/x/1?page=1', '/y?a=1&b=1', '/y?a=1', '/y?b=1']);
});

test('a loader that never ends keeps none of the others from running', async () => {
  const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
  const waiting = { path: '/', loader: () => new Promise(() => {}) };
  const given = remote(waiting, ...paths.map((path) => ({ path, loader })));
  const isEnded = (async () => {
    let from = 0;
    do from = await runReads(given, { example: 'x', hasQuery: false, from });
    while (from > 0);
    return true;
  })();
  await vi.runAllTimersAsync();
  expect(loaded).toEqual(paths);
  await isEnded;
});
