import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRemoteFolders } from './lib/remote-folders.mjs';
import { PNPM_VERSION, ROOT } from './lib/toolchain.mjs';

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const filesBelow = (folder: string, ending: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));

const versionInCatalog = (name: string) =>
  new RegExp(`^ {2}"?${name}"?: (.*)$`, 'm').exec(textOf('pnpm-workspace.yaml'))?.[1];

test('editors and Biome agree on how a line looks', () => {
  const { formatter } = JSON.parse(textOf('biome.json')) as { formatter: { indentStyle: string; lineWidth: number } };
  const editor = Object.fromEntries(
    [...textOf('.editorconfig').matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(editor).toMatchObject({
    indent_style: formatter.indentStyle,
    max_line_length: String(formatter.lineWidth),
    end_of_line: 'lf',
  });
});

test('version managers get the Node.js that the catalog has', () => {
  expect(textOf('.node-version').trim()).toBe(versionInCatalog('node'));
});

test('documents and hooks name the pnpm that a start brings', () => {
  const files = ['README.md', 'CONTRIBUTING.md', '.githooks/pre-commit', ...filesBelow('docs', '.md')];
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/pnpm[@ ](\d+\.\d+\.\d+)/g)].map(([, version]) => version),
  );
  expect([...new Set(named)]).toEqual([PNPM_VERSION]);
});

test('edge functions import the versions of the catalog', () => {
  const imports = filesBelow('supabase/functions', '.ts').flatMap((file) => [
    ...textOf(file).matchAll(/'npm:((?:@[\w-]+\/)?[\w-]+)@([^'/]+)'/g),
  ]);
  expect(imports.length).toBeGreaterThan(0);
  for (const [, name = '', version] of imports) expect(version, name).toBe(versionInCatalog(name));
});

test('every remote has somebody who is asked about its changes, and nobody is asked about what is gone', () => {
  const paths = [...textOf('.github/CODEOWNERS').matchAll(/^\/(\S+)\/ +@/gm)].map(([, folder = '']) => folder);
  expect(paths).toEqual(expect.arrayContaining(findRemoteFolders(ROOT).map(({ name }) => name)));
  expect(paths.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([]);
});
