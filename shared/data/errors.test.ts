import { expect, test, vi } from 'vitest';
import { type DataError, settle, unwrap } from './errors.ts';

const failureOf = (error: { message: string; code?: string }, status: number): DataError => {
  try {
    return unwrap({ data: null, error, status }) as never;
  } catch (thrown) {
    return thrown as DataError;
  }
};

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [400, 'invalid'],
  [0, 'unavailable'],
  [408, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  // An address that is too long for the backend is a visitor's, and no failure of the release that asks.
  [414, 'not_found'],
  [431, 'not_found'],
])('an answer %i of the backend without a known code is %s', (status, code) => {
  expect(failureOf({ message: 'x' }, status)).toMatchObject({ code });
});

test.each([
  ['22003', 'integer out of range', 'A number is too large or too small to be stored.'],
  ['22007', 'invalid input syntax for type date: "x"', 'A date or time has a form that cannot be read.'],
  ['22008', 'date/time field value out of range: "2025-02-30"', 'A date or time is beyond what can be stored.'],
  ['22021', 'invalid byte sequence for encoding "UTF8": 0x00', 'A text has a character that cannot be stored.'],
  ['22P05', 'unsupported Unicode escape sequence', 'A text has a character that cannot be stored.'],
  ['22P02', 'invalid input syntax for type uuid: "x"', 'A value has a form that cannot be stored.'],
])('%s is no row to whoever reads by an address, and a wrong value to whoever writes', async (code, message, text) => {
  const logged = vi.spyOn(console, 'error');
  const failure = failureOf({ code, message }, 400);
  expect([failure.code, failure.message]).toEqual(['invalid', text]);
  expect(await settle(Promise.reject(failure))).toEqual({ ok: false, code: 'not_found' });
  expect(logged).not.toHaveBeenCalled();
});

test.each([
  ['23505', 409, 'duplicate key value violates unique constraint "pictures_pkey"', 'This exists already.'],
  ['42501', 403, 'permission denied for table posts', 'Your account may not do this.'],
  ['42501', 403, 'new row violates row-level security policy for table "posts"', 'Your account may not do this.'],
  ['23514', 400, 'new row for relation "ads" violates check constraint "ads_x"', 'A value is not allowed.'],
  ['42703', 400, 'column posts.x does not exist', 'The server could not do this.'],
  ['PGRST204', 400, "Could not find the 'x' column of 'posts' in the schema cache", 'The server could not do this.'],
  ['XX000', 500, 'cache lookup failed', 'The server cannot be reached or is busy. Please try again.'],
  ['', 0, 'TypeError: Failed to fetch', expect.stringMatching(/^The browser got no answer: /)],
  ['', 0, 'AbortError: aborted', 'The server cannot be reached or is busy. Please try again.'],
  ['', 413, '<html>413 Request Entity Too Large</html>', 'It is too large for the server.'],
  ['42501', 403, 'Only operators may do this.', 'Only operators may do this.'],
  ['PT409', 409, 'It was changed meanwhile.', 'It was changed meanwhile.'],
  ['PT429', 429, 'At most 20 searches a day.', 'At most 20 searches a day.'],
  ['request_too_large', 413, 'The request body is larger than 1 MB.', 'The request body is larger than 1 MB.'],
])('people read plain words of %s %i %s, and the log has the code', async (code, status, message, text) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure = failureOf({ code, message }, status);
  expect(failure.message).toEqual(text);
  await settle(Promise.reject(failure));
  expect(logged.mock.lastCall).toEqual([`data: ${failure.code}: ${[code, message].filter(Boolean).join(' ')}`]);
  logged.mockRestore();
});
