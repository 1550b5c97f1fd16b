import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assertFree, makeFromTemplate } from './from-template.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'from-template-'));
  await writeFile(path.join(root, 'pnpm-lock.yaml'), 'as it was');
  await mkdir(path.join(root, 'mf-old'));
  await mkdir(path.join(root, '.github', 'workflows'), { recursive: true });
  const remote = { routes: ['/events', '/courses/:slug'], staffOnly: false };
  await writeFile(path.join(root, 'mf-old', 'package.json'), JSON.stringify({ remote }));
});
afterEach(() => rm(root, { recursive: true }));

test.each([
  ['events', '"events" is no name for a new remote; expected one like mf-events'],
  ['mf-Events', 'is no name'],
  ['mf-', 'is no name'],
  ['mf-a/../b', 'is no name'],
  ['mf-template', 'is no name'],
  ['mf-old', 'mf-old exists'],
  ['mf-events', 'mf-events claims /events, which mf-old owns'],
  ['mf-login', 'mf-login claims /login, but the shell itself answers /login'],
])('%s is refused with its fault', (name, message) => expect(assertFree(root, name)).rejects.toThrow(message));

test('a new remote has its own name wherever the template has its name', async () => {
  await assertFree(root, 'mf-open-days');
  await makeFromTemplate(root, 'mf-open-days');
  const folder = path.join(root, 'mf-open-days');
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as unknown;
  expect(manifest).toMatchObject({ name: 'mf-open-days', remote: { routes: ['/open-days'] } });

  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')));
  expect(files.map(({ name }) => name).sort()).toContain('open-days.test.tsx');
  expect([...files.map(({ name }) => name), ...texts].join('\n')).not.toMatch(/template/i);
  expect(texts.join('\n')).toContain("TITLE = 'Open days'");
});

test('a new remote has a workflow that ships it, and nothing else', async () => {
  await makeFromTemplate(root, 'mf-open-days');
  const folder = path.join(root, '.github', 'workflows');
  expect(await readdir(folder)).toEqual(['mf-open-days.yml']);
  const workflow = parse(await readFile(path.join(folder, 'mf-open-days.yml'), 'utf8')) as unknown;
  expect(workflow).toMatchObject({
    name: 'mf-open-days',
    on: { push: { paths: ['mf-open-days/**'] }, pull_request: { paths: ['mf-open-days/**'] } },
    jobs: { ship: { with: { remote: 'mf-open-days' } } },
  });
});

test('undo removes the new remote and its workflow', async () => {
  const { undo } = await makeFromTemplate(root, 'mf-open-days');
  await writeFile(path.join(root, 'pnpm-lock.yaml'), 'changed');
  await undo();
  expect((await readdir(root)).sort()).toEqual(['.github', 'mf-old', 'pnpm-lock.yaml']);
  expect(await readdir(path.join(root, '.github', 'workflows'))).toEqual([]);
  expect(await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')).toBe('as it was');
});
