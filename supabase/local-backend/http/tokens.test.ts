import { expect, test } from 'vitest';
import { inAnHour, signedToken } from '../fixtures/signed-token.ts';
import { readAccessToken } from './tokens.ts';

const secret = 'a secret';
const claims = { role: 'authenticated', sub: 'somebody', exp: inAnHour() };

test('a token of this backend gives its claims', () => {
  expect(readAccessToken(signedToken(secret, claims), secret)).toEqual(claims);
});

test.each([
  ['a role of the database that is not the API’s', { ...claims, role: 'postgres' }],
  ['no role', { ...claims, role: undefined }],
  ['no expiry', { ...claims, exp: undefined }],
  ['an expiry that is not a number', { ...claims, exp: 'never' }],
])('a token with %s is unacceptable', (_, unacceptable) => {
  expect(readAccessToken(signedToken(secret, unacceptable), secret)).toBe('unacceptable');
});

test('a token is not accepted after its expiry', () => {
  expect(readAccessToken(signedToken(secret, claims), secret, claims.exp * 1000)).toBe('expired');
});

test('a token with another signature or none is not accepted', () => {
  expect(readAccessToken(signedToken('another secret', claims), secret)).toBe('unsigned');
  expect(readAccessToken(signedToken(secret, claims, 'none'), secret)).toBe('unsigned');
  const [header, payload] = signedToken(secret, claims).split('.');
  expect(readAccessToken(`${header}.${payload}.`, secret)).toBe('malformed');
  expect(readAccessToken('not-a-token', secret)).toBe('malformed');
});
