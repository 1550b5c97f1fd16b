import { applySite, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { expect, test } from 'vitest';
import { headTags, titleOf } from './document-head.ts';

const url = new URL('https://example.org/post/hallo?utm=1');

test.each([
  ['is the path without query', {}, 'https://example.org/post/hallo'],
  ['may be named by the page', { canonical: '/?seite=2' }, 'https://example.org/?seite=2'],
  ['is none of a page that does not exist', { noindex: true }, undefined],
  ['may be named by a page that is not indexed', { noindex: true, canonical: '/bald' }, 'https://example.org/bald'],
])('the canonical address %s', (_what, head, address) => {
  const attributes = headTags({ title: 'Hallo', ...head }, url).map((tag) => tag.attributes);
  expect(attributes.find(({ rel }) => rel === 'canonical')?.href).toBe(address);
  expect(attributes.find(({ property }) => property === 'og:url')?.content).toBe(address);
  expect(attributes.some(({ name, content }) => name === 'robots' && content === 'noindex')).toBe('noindex' in head);
});

test('every title names the site once', () => {
  applySite({ ...UNNAMED_SITE, name: 'Schule' });
  expect(titleOf({ title: 'Hallo' })).toBe('Hallo · Schule');
  expect(titleOf({ title: 'Schule' })).toBe('Schule');
  applySite(UNNAMED_SITE);
  expect(titleOf({ title: 'Hallo' })).toBe('Hallo');
});
