import { expect, test } from 'vitest';
import { piecesOf, toHits } from './search.ts';

test('an excerpt is split into hits and the text between them', () => {
  expect(piecesOf('Die \uE000Prüfung\uE001 und \uE000Prüfungen\uE001.')).toEqual([
    { text: 'Die ', isHit: false },
    { text: 'Prüfung', isHit: true },
    { text: ' und ', isHit: false },
    { text: 'Prüfungen', isHit: true },
    { text: '.', isHit: false },
  ]);
  expect(piecesOf('nichts')).toEqual([{ text: 'nichts', isHit: false }]);
  expect(piecesOf('')).toEqual([]);
});

test('every kind of hit has an address; unknown kinds are dropped', () => {
  const row = (kind: string, slug: string | null) => ({ kind, id: 'i d', slug, title: 'T', excerpt: null });
  const hits = toHits([
    row('post', 'a'),
    row('workshop', null),
    row('course', 'b'),
    row('matrix_workshop', null),
    row('neu', null),
  ]);
  expect(hits.map(({ kind, path }) => [kind, path])).toEqual([
    ['Beitrag', '/post/a'],
    ['Workshop', '/workshops?workshop=i%20d'],
    ['Online-Kurs', '/courses/b'],
    ['Course Matrix', '/course-matrix?workshop=i%20d'],
  ]);
});
