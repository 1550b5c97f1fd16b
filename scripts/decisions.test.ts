import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = 'docs/decisions';

const records = readdirSync(path.join(ROOT, FOLDER)).sort();
const textOf = (record: string) => readFileSync(path.join(ROOT, FOLDER, record), 'utf8');
const numberOf = (record: string) => Number(record.slice(0, 4));

/** The line below the title that names what supersedes a record: all that it may get later. */
const SUPERSEDED = /^Superseded (?:in part )?by .*\.\n\n/m;
const LINK = /\((\d{4}-[^)]+\.md)\)/g;

const linksIn = (text = '') => [...text.matchAll(LINK)].map(([, record = '']) => record);
const supersededBy = (record: string) => linksIn(SUPERSEDED.exec(textOf(record))?.[0]);
/** What a record says that it supersedes: the paragraph that begins so. */
const supersedes = (record: string) => linksIn(/^Supersedes (?:[^\n]+\n)+/m.exec(textOf(record))?.[0]);

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

/** Whether there is a history to compare with: not in an unpacked archive. */
function hasHistory(): boolean {
  try {
    return git('rev-parse', '--show-toplevel').trim() === ROOT;
  } catch {
    return false;
  }
}

/** A record as it was first committed; `null` for one that is not yet. */
function accepted(record: string): string | null {
  const file = `${FOLDER}/${record}`;
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', file).trim().split('\n').at(-1);
  return commit ? git('show', `${commit}:${file}`) : null;
}

test('records have the number of their title, and each its own', () => {
  for (const record of records) expect(textOf(record)).toMatch(new RegExp(`^# ${numberOf(record)}\\. `));
  expect(new Set(records.map(numberOf)).size).toBe(records.length);
});

test.runIf(hasHistory()).each(records)('%s is as it was accepted', (record) => {
  const before = accepted(record);
  if (before !== null) expect(textOf(record).replace(SUPERSEDED, '')).toBe(before.replace(SUPERSEDED, ''));
});

test('what supersedes a record and what is superseded name each other', () => {
  const said = records.flatMap((by) => supersedes(by).map((record) => `${record} by ${by}`));
  const named = records.flatMap((record) => supersededBy(record).map((by) => `${record} by ${by}`));
  expect(said.length).toBeGreaterThan(0);
  expect(named.sort()).toEqual(said.sort());
});

test.runIf(hasHistory())('code names only records that there are', () => {
  const named = git('grep', '-hoE', 'See docs/decisions/[0-9]{4}', '--', '*.ts', '*.tsx', '*.mjs').trim().split('\n');
  const numbers = new Set(named.map((line) => Number(line.slice(-4))));
  expect(records.map(numberOf)).toEqual(expect.arrayContaining([...numbers]));
});
