import { expect, test } from 'vitest';
import { outcomeOf } from './pages.ts';

test.each([
  ['is there', 200, null, 'rendered'],
  ['is not there', 404, null, 'rendered'],
  ['throws', 500, 'Error: kaputt', 'failed'],
  ['throws beside what is not there', 404, 'Error: kaputt', 'failed'],
  ['asks the backend for what it refuses', 400, null, 'failed'],
  ['reads data that visitors may not see', 403, null, 'failed'],
  ['reads from a backend that is down', 503, null, 'unknown'],
] as const)('outcome of a page that %s', (_what, status, failure, outcome) => {
  expect(outcomeOf({ status, failure })).toBe(outcome);
});
