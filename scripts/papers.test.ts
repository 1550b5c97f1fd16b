import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib/toolchain.mjs';

const LEFT_OUT = ['**/node_modules', '**/dist', '.data', '**/test-results'];

const found = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: LEFT_OUT });

const records = found('docs/decisions/*.md');
/** What is as of today; a decision's record is as of its day. */
const papers = found('**/*.md').filter((file) => !records.includes(file) && !file.startsWith('supabase/seed/'));
const files = new Set(found('**/*.{ts,tsx,mjs,cjs,sql,yml,yaml,toml}'));
const names = new Set([...files].map((file) => path.basename(file)));

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isThere = (file: string) => existsSync(path.join(ROOT, file));

test.each([...papers, ...records])('links of %s lead somewhere', (file) => {
  const links = [...textOf(file).matchAll(/\]\((?!https?:|#|…)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !isThere(path.join(path.dirname(file), link)))).toEqual([]);
});

/** Stand for what a reader puts in their place. */
const PLACEHOLDER = /[<>…*{}]|\bx\.|mf-x|mf-events|NAME|NNNN|\.\.\./;
const FILE = /\.(?:tsx?|mjs|cjs|sql|ya?ml|toml)$/;
const FOLDER = /^(?:shell|shared|supabase|e2e|scripts|docs|mf-[a-z]+|\.\w+)\/[\w./-]*$/;

/** The words in code type that name a file or folder of the repository. */
const namedIn = (file: string) =>
  [
    ...textOf(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\s]+)`/g),
  ]
    .map(([, word = '']) => word)
    .filter((word) => !PLACEHOLDER.test(word) && (FILE.test(word) || FOLDER.test(word)));

/** By its path from the root or from the folder of the paper; a bare name may be anywhere. */
const isNamedRightly = (word: string, file: string) =>
  isThere(word) ||
  isThere(path.join(path.dirname(file), word)) ||
  (word.includes('/') ? [...files].some((one) => one.endsWith(`/${word}`)) : names.has(word));

test.each(papers)('files and folders that %s names are there', (file) => {
  expect(namedIn(file).filter((word) => !isNamedRightly(word, file))).toEqual([]);
});

const foldersIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && !/^\.|^(node_modules|dist|public|test-results|playwright-report)$/.test(entry.name),
    )
    .map(({ name }) => path.join(folder, name));

test('the map has every part', () => {
  const map = textOf('ARCHITECTURE.md');
  const parts = foldersIn('.').filter((folder) => !['shell', 'shared', 'docs'].includes(folder));
  const all = [...parts, ...foldersIn('shell'), ...foldersIn('shared')];
  expect(all.filter((part) => !map.includes(`\`${part}\``))).toEqual([]);
});

test.each(['shell/server', 'mf-admin/src'])('the README has every room of %s', (folder) => {
  const [app = ''] = folder.split('/');
  const readme = textOf(path.join(app, 'README.md'));
  const rooms = foldersIn(folder)
    .map((room) => path.basename(room))
    .filter((room) => room !== 'testing');
  expect(rooms.filter((room) => !new RegExp(`[\`/ ]${room}[\`/]`).test(readme))).toEqual([]);
});
