import { format } from 'node:util';
import { expect, test } from 'vitest';
import { Busy, TooManyRenders } from '../render/limit.ts';
import { silentConsole } from '../testing/temporary.ts';
import { failureResponse } from './error-page.ts';

// The address has a format specifier, which the log must print as it is.
const url = new URL('http://site/post/%s?q=geheim');

test.each([
  ['too much to render', new Busy(), 503, '3', 'Gerade ist sehr viel los'],
  ['too many pages for one client', new TooManyRenders(9_001), 429, '10', 'Zu viele Anfragen'],
])('%s is no failure: a German page with Retry-After', (_what, error, status, retryAfter, title) => {
  const logged = silentConsole();
  const answer = failureResponse(url, error);
  expect(answer).toMatchObject({
    status,
    headers: { 'retry-after': retryAfter, 'cache-control': 'private, no-store' },
  });
  expect(answer.body).toMatch(/^<!doctype html><html lang="de">/);
  expect(answer.body).toContain(`<h1>${title}</h1>`);
  expect(logged).not.toHaveBeenCalled();
});

test('any other error is logged, and the page does not show its message', () => {
  const logged = silentConsole();
  const answer = failureResponse(url, new Error('broken inside'));
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('broken');
  expect(logged.mock.calls.map((words) => format(...words))).toEqual([
    expect.stringContaining('/post/%s: Error: broken inside'),
  ]);
});
