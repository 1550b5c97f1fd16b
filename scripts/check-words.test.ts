import { expect, test } from 'vitest';
import { findWords } from './check-words.ts';

const words = (file: string, content: string) => findWords(file, content).map(({ line, word }) => `${line} ${word}`);

test.each([
  ['shell/server/lineup/lineup.ts', '', ['0 lineup']],
  ['a.ts', 'const lineups = readLineup(LINEUP);', ['1 lineup']],
  ['a.ts', '\n// A stand-in serves.\nuse(standIns)', ['2 stand-in', '3 stand-in']],
  ['a.md', 'Pages that come alive.', ['1 come-alive']],
  ['a.sql', '-- the lineup\nselect lineup from lineups;', ['1 lineup']],
])('%s with %j uses private words', (file, content, expected) => {
  expect(words(file, content)).toEqual(expected);
});

test.each([
  ['a.ts', '// Pages besides feeds.\nconst text = "besides";'],
  ['a.ts', "rpc('take_over_rows')"],
])('%s with %j uses none', (file, content) => {
  expect(words(file, content)).toEqual([]);
});
