import { expect, test } from 'vitest';
import { pageAddresses } from './page-addresses.ts';

test('the addresses of pages are the stored ones and those that are always there', () => {
  const found = (...paths: readonly string[]) => paths.map((path) => pageAddresses(['impressum']).has(path));
  expect(found('/impressum', '/elemente', '/ki-auf-dieser-website', '/nirgends')).toEqual([true, true, true, false]);
});

test('anything but a list of slugs is refused', () => expect(() => pageAddresses('wrong')).toThrow());
