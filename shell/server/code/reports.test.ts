import { NO_PROXIES } from '@ki/shared/http/proxies.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../src/remotes/problem.ts';
import { readConfig } from '../config.ts';
import { type Listening, listening } from '../http/testing/listening.ts';
import { createLineups } from '../lineup/lineup.ts';
import { createProblemLog } from './problem-log.ts';
import { createReports } from './reports.ts';

const file = { path: 'web/remoteEntry.js', integrity: `sha384-${'A'.repeat(64)}` };
const blog = (version: string) => ({
  name: 'mf-blog',
  version,
  contract: 2,
  routes: ['/'],
  staffOnly: false,
  entry: file,
  server: file,
  manifest: file,
  chunks: {},
  singletons: {},
});
const lineups = createLineups(
  {
    schema: 1,
    remotes: { 'mf-blog': { slot: 1, live: blog('2'), previous: [blog('1')], history: [] } },
    retired: {},
  },
  readConfig({ SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'key' }),
);

let lines: string[];
let checked: string[];
let counted: string[];
let server: Listening;
beforeEach(async () => {
  lines = [];
  checked = [];
  counted = [];
  const check = async (name: string) => void checked.push(name);
  const reports = createReports(
    createProblemLog((_level, _event, fields) => lines.push(String(fields?.message))),
    { check },
    { report: ({ release }) => void counted.push(release.version) },
    NO_PROXIES,
  );
  server = await listening((request, peer) => reports(request, peer, lineups, lineups.usual));
});
afterEach(() => server.close());

const problem: Problem = { remote: 'mf-blog', version: '2', phase: 'chunk', message: 'gone' };
const post = (body: unknown) =>
  fetch(server.url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

test('a report is one line of the log, the same one once, and the files are looked at', async () => {
  expect((await post(problem)).status).toBe(204);
  expect((await post({ ...problem, message: 'gone again' })).status).toBe(204);
  expect(lines).toEqual(['remote mf-blog@2 failed, phase chunk, seen by the browser: gone']);
  expect(checked).toEqual(['mf-blog', 'mf-blog']);
  expect(counted).toEqual(['2', '2']);
});

test('another phase is another problem; what a page throws is no matter of files', async () => {
  await post(problem);
  await post({ ...problem, phase: 'render' });
  expect(lines).toHaveLength(2);
  expect(checked).toHaveLength(1);
});

test('nobody writes lines of their own into the log', async () => {
  await post({ ...problem, message: 'gone\n2026-01-01 root logged in\u2028\u0007' });
  expect(lines).toEqual(['remote mf-blog@2 failed, phase chunk, seen by the browser: gone 2026-01-01 root logged in']);
});

test('a version that there never was is no news; one of before is', async () => {
  expect((await post({ ...problem, version: '99' })).status).toBe(204);
  expect((await post({ ...problem, remote: 'constructor' })).status).toBe(204);
  expect(lines).toEqual([]);
  await post({ ...problem, version: '1' });
  expect(lines).toHaveLength(1);
  expect([checked, counted]).toEqual([[], []]);
});

test.each([
  ['no JSON', 'gone', 400],
  ['another phase', { ...problem, phase: 'boot' }, 400],
  ['more than there is to say', { ...problem, more: true }, 400],
  ['a long message', { ...problem, message: 'x'.repeat(501) }, 400],
  ['a long body', 'x'.repeat(5_000), 413],
])('%s is refused', async (_what, body, status) => {
  expect((await post(body)).status).toBe(status);
  expect(lines).toEqual([]);
});

test('too many from one address are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 61 }, () => post(problem)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
