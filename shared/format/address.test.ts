import { describe, expect, test } from 'vitest';
import { isLinkAddress } from './address.ts';

describe('an address may become a link', () => {
  test.each([
    '/',
    '/workshops?von=11:00',
    'workshops/slug',
    './kurse',
    '../kurse',
    '#angebote',
    '?seite=2',
    '/suche?ziel=https://example.com//a',
    'https://example.com',
    'HTTPS://example.com/a//b?c=d#e',
    'http://example.com:8080/ä',
  ])('%j', (address) => {
    expect(isLinkAddress(address)).toBe(true);
  });
});

describe('an address may not become a link', () => {
  test.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@example.com',
    '//host',
    '///host',
    '//host/workshops',
    '/\\host',
    '\\\\host',
    '\\/host',
    '/\t/host',
    '/\n/host',
    '\u0000//host',
    '/\u007f/host',
    '/.//host',
    './/host',
    '/a/..//host',
    '/%2e//host',
    'https:',
    'https://',
    'https:host',
    'https:\\\\host',
    'https://ho st',
    'https://[',
    ' https://example.com',
  ])('%j', (address) => {
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
