import { describe, expect, test } from 'vitest';
import { isLinkAddress } from './address.ts';

const PLACES = ['/', '/workshops?von=11:00', 'workshops/slug', './kurse', '../kurse', '#angebote', '?seite=2'];
const SITES = ['https://example.com', 'HTTPS://example.com/a//b?c=d#e', 'http://example.com:8080/ä'];

test.each([...PLACES, ...SITES, '/suche?ziel=https://example.com//a'])('%j may become a link', (address) => {
  expect(isLinkAddress(address)).toBe(true);
});

const NO_ADDRESSES = [
  '',
  ' ',
  'data:text/html,x',
  'mailto:a@example.com',
  'https:',
  'https://',
  'https://ho st',
  'https://[',
];
const SCRIPTS = ['', '\u0001'].map((before) => `${before}javascript:alert(1)`).concat('JaVaScRiPt:x', 'java\tscript:x');
/** Browsers read another site in these, or other programs do. */
const HOSTS = ['//', '\u0000//', '/\u007f/', '/.//', '/a/..//', '/%2e//', 'https:', 'https:\\\\', ' https://'];

describe('an address may not become a link', () => {
  test.each([...NO_ADDRESSES, ...SCRIPTS, ...HOSTS.map((before) => `${before}host`)])('%j', (address) => {
    expect(isLinkAddress(address)).toBe(false);
  });

  test('any text without http or https that a browser would resolve to another site', () => {
    const parts = ['/', '\\', '\t', '\n', '.', '..', 'host', '\u0001', ' ', ':', '?', '#', 'a'];
    for (const one of parts)
      for (const two of parts)
        for (const three of parts)
          for (const four of parts) {
            const address = one + two + three + four;
            const read = URL.canParse(address, 'https://site.example/a/b')
              ? new URL(address, 'https://site.example/a/b')
              : null;
            if (read?.origin === 'https://site.example' && !read.pathname.startsWith('//')) continue;
            expect(isLinkAddress(address), JSON.stringify(address)).toBe(false);
          }
  });
});
