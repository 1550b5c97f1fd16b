import { expect, test } from 'vitest';
import { z } from 'zod';
import { authRateLimit, list, proxies, readSettings } from './settings.ts';

const schema = z.object({ AUTH_RATE_LIMIT: authRateLimit, SITE_ORIGINS: list, TRUSTED_PROXIES: proxies });

test('an empty variable counts as unset', () => {
  const unset = readSettings(schema, { AUTH_RATE_LIMIT: '', TRUSTED_PROXIES: '' });
  expect(unset).toMatchObject({ AUTH_RATE_LIMIT: 30, SITE_ORIGINS: [] });
  expect(unset.TRUSTED_PROXIES.areTrusted('127.0.0.1')).toBe(false);
});

test('commas separate, with space around them or nothing between them', () => {
  const { SITE_ORIGINS } = readSettings(schema, { SITE_ORIGINS: 'https://a.example, https://b.example,,' });
  expect(SITE_ORIGINS).toEqual(['https://a.example', 'https://b.example']);
});

test('every wrong variable is named at once, with the form expected and without its value', () => {
  const wrong = { AUTH_RATE_LIMIT: 'many', TRUSTED_PROXIES: 'proxy.example.org' };
  expect(() => readSettings(schema, wrong)).toThrow(
    /^AUTH_RATE_LIMIT: expected a number\nTRUSTED_PROXIES: expected addresses and ranges of proxies like [^p]*, separated by commas$/,
  );
});
