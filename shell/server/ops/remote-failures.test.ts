import { afterEach, beforeEach, expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import type { RemoteFailure } from '../../src/remotes/remote-failure.ts';
import { type Listening, listening } from '../http/testing/listening.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { config, registryOf } from '../testing/releases.ts';
import { createFailureLog, createReports } from './remote-failures.ts';

const registry = registryOf([release('mf-blog', '2', '/')], {
  'mf-blog': { previous: [release('mf-blog', '1', '/')] },
});
const releaseSets = createReleaseSets(registry, config);

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
    createFailureLog((_level, _event, fields) => lines.push(String(fields?.message))),
    { check },
    { countReport: ({ release }) => void counted.push(release.version) },
  );
  server = await listening((request) => reports(request, { releaseSets, assigned: releaseSets.defaultSet }));
});
afterEach(() => server.close());

const problem: RemoteFailure = { remote: 'mf-blog', version: '2', phase: 'chunk', message: 'gone' };
const post = (body: unknown) =>
  fetch(server.url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

test('a report is logged once for each problem, and the reported file is checked', async () => {
  expect((await post(problem)).status).toBe(204);
  expect((await post({ ...problem, message: 'gone again' })).status).toBe(204);
  expect(lines).toEqual(['remote mf-blog@2 failed, phase chunk, seen by the browser: gone']);
  expect(checked).toEqual(['mf-blog', 'mf-blog']);
  expect(counted).toEqual(['2', '2']);
});

test('another phase is another problem; an exception of a page causes no check of files', async () => {
  await post(problem);
  await post({ ...problem, phase: 'render' });
  expect(lines).toHaveLength(2);
  expect(checked).toHaveLength(1);
});

test('a report cannot add lines to the log', async () => {
  await post({ ...problem, message: 'gone\n2026-01-01 root logged in\u2028\u0007' });
  expect(lines).toEqual(['remote mf-blog@2 failed, phase chunk, seen by the browser: gone 2026-01-01 root logged in']);
});

test('a report of an unknown version is ignored; one of an earlier version is logged only', async () => {
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
  ['an additional field', { ...problem, more: true }, 400],
  ['a long message', { ...problem, message: 'x'.repeat(501) }, 400],
  ['a long body', 'x'.repeat(5_000), 413],
])('%s is refused', async (_what, body, status) => {
  expect((await post(body)).status).toBe(status);
  expect(lines).toEqual([]);
});

test('the 61st report from one address is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 61 }, () => post(problem)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
