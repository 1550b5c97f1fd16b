import { expect, test } from 'vitest';
import { toSlug } from './slug.ts';

test.each([
  ['Hallo Welt', 'hallo-welt'],
  ['Übungen für größere Köche', 'uebungen-fuer-groessere-koeche'],
  ['ÄÖÜ', 'aeoeue'],
  ['Cafe\u0301 u\u0308ber alles', 'cafe-ueber-alles'],
  ['  --KI & Schule: 10 „Tipps“!  ', 'ki-schule-10-tipps'],
  ['„?“', ''],
  ['', ''],
])('%j becomes %j', (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});
