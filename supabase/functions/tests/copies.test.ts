import { expect, test } from 'vitest';
import { toSlug as sharedToSlug } from '../../../shared/format/slug.ts';
import { visibleText } from '../../../shared/format/visible-text.ts';
import { visibleText as deployed } from '../_shared/text.ts';
import { toSlug } from '../generate-article/claim.ts';

test.each(['Übung für Gruppen', 'Was heisst „KI“?', ' Straße & Élan 2026 ', 'Œuvre in Łódź, ﬁx', 'Ƣ ʃ Ⓐ m²', '学习'])(
  '%s has the same address as in the form',
  (title) => expect(toSlug(title)).toBe(sharedToSlug(title)),
);

test.each([
  ['letters of tags', 'a\u{e0041}\u{e007f}b', 'ab'],
  ['variation selectors', 'a\ufe00\u{e0100}b', 'ab'],
  ['zero-width characters', 'a\u200b\u200c\u2060\ufeffb', 'ab'],
  ['directions of text', 'a\u202eb\u2066c\u061c', 'abc'],
  ['soft hyphens and fillers', 'a\u00adb\u3164c\u115f', 'abc'],
  ['controls', 'a\u0000\u001b[31mb\u0085c', 'a[31mb\nc'],
  ['line breaks', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['letters in two parts', 'Gro\u0308sse', 'Grösse'],
  ['half of a character', 'a\ud800b', 'a\ufffdb'],
  ['joiners between letters', 'a\u200db', 'ab'],
  ['joiners and selectors of emoji', '👩\u200d🏫 ❤\ufe0f', '👩\u200d🏫 ❤\ufe0f'],
  ['tabs, umlauts and signs', 'ä\tß «€» – …', 'ä\tß «€» – …'],
])('text for a model is visible text alone: %s', (_what, text, seen) => {
  expect(visibleText(text)).toBe(seen);
  expect(deployed(text)).toBe(seen);
});
