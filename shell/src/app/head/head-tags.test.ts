import { applySite, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { expect, test } from 'vitest';
import { headTags, titleOf } from './head-tags.ts';

const url = new URL('https://example.org/post/hallo?utm=1');
const attributesOf = (head: Parameters<typeof headTags>[0]) => headTags(head, url).map(({ attributes }) => attributes);

test('the canonical address is the path without query', () => {
  expect(attributesOf({ title: 'Hallo' })).toContainEqual({ rel: 'canonical', href: 'https://example.org/post/hallo' });
});

test('a page may name its own canonical address', () => {
  expect(attributesOf({ title: 'Hallo', canonical: '/?seite=2' })).toContainEqual({
    rel: 'canonical',
    href: 'https://example.org/?seite=2',
  });
});

test('a page that does not exist has no canonical address', () => {
  const attributes = attributesOf({ title: 'Weg', noindex: true });
  expect(attributes).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(attributes.some(({ rel, property }) => rel === 'canonical' || property === 'og:url')).toBe(false);
});

test('a noindex page has a canonical address only if it names one', () => {
  const attributes = attributesOf({ title: 'Bald', noindex: true, canonical: '/bald' });
  expect(attributes).toContainEqual({ rel: 'canonical', href: 'https://example.org/bald' });
  expect(attributes).toContainEqual({ property: 'og:url', content: 'https://example.org/bald' });
});

test('every title names the site once', () => {
  applySite({ ...UNNAMED_SITE, name: 'Schule' });
  expect(titleOf({ title: 'Hallo' })).toBe('Hallo · Schule');
  expect(titleOf({ title: 'Schule' })).toBe('Schule');
  applySite(UNNAMED_SITE);
  expect(titleOf({ title: 'Hallo' })).toBe('Hallo');
});
