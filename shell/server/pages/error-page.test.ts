import { format } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TooManySearches } from '../http/rate-limit.ts';
import { failureAnswer } from './error-page.ts';
import { Busy } from './limit-renders.ts';

// No words of an address are a format.
const url = new URL('http://site/post/%s?q=geheim');

test.each([
  ['too much to render', new Busy(), 503, '3', 'Gerade ist sehr viel los'],
  ['too many searches', new TooManySearches(), 429, '60', 'Zu viele Anfragen'],
])('%s is no failure: a German page says when to come back', (_what, error, status, retryAfter, title) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const answer = failureAnswer(url, error);
  expect(answer).toMatchObject({
    status,
    headers: { 'retry-after': retryAfter, 'cache-control': 'private, no-store' },
  });
  expect(answer.body).toMatch(/^<!doctype html><html lang="de">/);
  expect(answer.body).toContain(`<h1>${title}</h1>`);
  expect(logged).not.toHaveBeenCalled();
});

test('anything else is logged, and the page says nothing of it', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const answer = failureAnswer(url, new Error('broken inside'));
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('broken');
  expect(logged.mock.calls.map((words) => format(...words))).toEqual([
    expect.stringContaining('/post/%s: Error: broken inside'),
  ]);
});
