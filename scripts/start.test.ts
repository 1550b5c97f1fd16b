import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownPlace } from '../shared/testing/started-platform.ts';
import { failedStart, hold, letGo, placeOfFile } from './testing/platform.ts';

const place = placeOfFile();

async function otherPlace() {
  const other = await ownPlace();
  onTestFinished(() => other.remove());
  return other;
}

test('a port that browsers block ends the start at once, and nothing is built or stored', async () => {
  const own = await otherPlace();
  const output = await failedStart({ ...own.environment, PORT: '5999' });
  expect(output).toContain('PORT is "5999", and with it the port of mf-blog is 6000, which is blocked by browsers');
  expect(readdirSync(own.dataDir)).toEqual([]);
});

test.each([
  ['the shell', 0, 'PORT'],
  ['mf-matrix', 3, 'PORT'],
  ['the embedded backend', 6, 'SUPABASE_PORT'],
])('a taken port of %s ends the start at once, with its number', async (owner, offset, variable) => {
  const port = place.port + offset;
  const server = await hold(port);
  const output = await failedStart(place.environment);
  for (const text of [`port ${port} is taken: ${owner} wants it`, `set ${variable}`]) expect(output).toContain(text);
  await letGo(server);
});

test('a registry file of an earlier version ends the start at once, and nothing is changed', async () => {
  const own = await otherPlace();
  const file = path.join(own.dataDir, 'registry.json');
  writeFileSync(file, '{ half a docu');
  const output = await failedStart(own.environment);
  for (const text of [`${file} is of a version of the platform before 8e5b85fd`, 'Start commit 8e5b85fd once with it'])
    expect(output).toContain(text);
  expect(readdirSync(own.dataDir)).toEqual(['registry.json']);
  expect(readFileSync(file, 'utf8')).toBe('{ half a docu');
});
