import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assertFree, makeFromTemplate } from './new.ts';

/** A fake, slow installation: it changes the lockfile, says that it runs, and waits. */
const INSTALLING = `
  import fs from 'node:fs';
  fs.writeFileSync('pnpm-lock.yaml', 'changed');
  fs.mkdirSync('mf-events/node_modules');
  fs.writeFileSync('begun', '');
  setInterval(() => {}, 1000);`;

let root: string;
const at = (...names: readonly string[]) => path.join(root, ...names);
beforeEach(async () => {
  root = folderOfTest();
  for (const folder of ['scripts', 'mf-old', '.github/workflows']) await mkdir(at(folder), { recursive: true });
  await writeFile(at('scripts', 'bootstrap.mjs'), INSTALLING);
  await writeFile(at('pnpm-lock.yaml'), 'as it was');
  await writeFile(at('mf-old', 'package.json'), '{ "remote": { "routes": ["/open-days"], "staffOnly": false } }');
});

test.each([
  ['events', '"events" is no name for a new remote; expected one like mf-events'],
  ['mf-Events', 'is no name'],
  ['mf-', 'is no name'],
  ['mf-a/../b', 'is no name'],
  ['mf-template', 'is no name'],
  ['mf-old', 'mf-old exists'],
  ['mf-open-days', 'mf-open-days claims /open-days, which mf-old owns'],
  ['mf-login', 'mf-login claims /login, but the shell itself answers /login'],
])('%s is refused with its fault', (name, message) => expect(assertFree(root, name)).rejects.toThrow(message));

test('a new remote has its own name wherever the template has its name, and a workflow that ships it', async () => {
  await assertFree(root, 'mf-new-days');
  await makeFromTemplate(root, 'mf-new-days');
  const manifest = JSON.parse(await readFile(at('mf-new-days', 'package.json'), 'utf8')) as unknown;
  expect(manifest).toMatchObject({ name: 'mf-new-days', remote: { routes: ['/new-days'] } });

  const entries = await readdir(at('mf-new-days'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')));
  expect(files.map(({ name }) => name)).toContain('new-days.test.tsx');
  expect([...files.map(({ name }) => name), ...texts].join('\n')).not.toMatch(/template/i);
  expect(texts.join('\n')).toContain("TITLE = 'New days'");

  expect(await readdir(at('.github', 'workflows'))).toEqual(['mf-new-days.yml']);
  expect(parse(await readFile(at('.github', 'workflows', 'mf-new-days.yml'), 'utf8'))).toMatchObject({
    name: 'mf-new-days',
    on: { push: { paths: ['mf-new-days/**'] }, pull_request: { paths: ['mf-new-days/**'] } },
    jobs: { ship: { with: { remote: 'mf-new-days' } } },
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during the installation removes the new remote again',
  async (signal) => {
    const script = `
      import { newCommand } from '${path.join(import.meta.dirname, 'new.ts')}';
      await newCommand.run({ args: ['mf-events'], root: ${JSON.stringify(root)} });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (data) => (said += String(data)));
    await expect.poll(() => readdir(root), { timeout: 20_000 }).toContain('begun');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toContain(`stopped by ${signal}`);
    expect((await readdir(root)).sort()).toEqual(['.github', 'begun', 'mf-old', 'pnpm-lock.yaml', 'scripts']);
    expect(await readdir(at('.github', 'workflows'))).toEqual([]);
    expect(await readFile(at('pnpm-lock.yaml'), 'utf8')).toBe('as it was');
  },
  30_000,
);
