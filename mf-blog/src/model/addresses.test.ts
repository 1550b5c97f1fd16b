import { expect, test } from 'vitest';
import { pageAddress } from './addresses.ts';

test('each page has one address', () => {
  expect([1, 2].map((page) => pageAddress('/', page))).toEqual(['/', '/?seite=2']);
});
