import { expect, test } from 'vitest';
import { readingMinutes } from './post.ts';

test.each([
  [1, 1],
  [200, 1],
  [301, 2],
  [1200, 6],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes('Wort '.repeat(words))).toBe(minutes);
});
