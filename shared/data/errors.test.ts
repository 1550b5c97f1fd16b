import { expect, test } from 'vitest';
import { unwrap } from './errors.ts';

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [400, 'invalid'],
  [429, 'unavailable'],
  [503, 'unavailable'],
  // An address that is too long for the backend is a visitor's, and no failure of the release that asks.
  [414, 'not_found'],
  [431, 'not_found'],
])('an answer %i of the backend without a known code is %s', (status, code) => {
  expect(() => unwrap({ data: null, error: { message: 'x' }, status })).toThrow(expect.objectContaining({ code }));
});
