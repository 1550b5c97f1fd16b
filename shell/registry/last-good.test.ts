import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepLastGood, lastGoodPath, readLastGood } from './last-good.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'last-good-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a saved registry is read back, by its account only', async () => {
  expect(await readLastGood(dataDir)).toBeNull();
  const document = { schema: 1, remotes: {}, retired: {}, servedAt: 'http://127.0.0.1:4000' } as const;
  await keepLastGood(path.join(dataDir, 'new'), document);
  expect(await readLastGood(path.join(dataDir, 'new'))).toEqual(document);
  expect((await stat(lastGoodPath(path.join(dataDir, 'new')))).mode & 0o777).toBe(0o600);
});

test.each([
  ['{', /registry\.last-good\.json is not JSON: /],
  ['{"schema":2,"remotes":{}}', /registry\.last-good\.json has schema 2; expected 1/],
  ['{"schema":1,"remotes":{"mf-blog":{}}}', /registry\.last-good\.json is not a registry: remotes\.mf-blog\.slot: /],
])('%s is refused, and the error names the fault', async (text, message) => {
  await writeFile(lastGoodPath(dataDir), text);
  await expect(readLastGood(dataDir)).rejects.toThrow(message);
});
