import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as router from './router.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const SOURCES = ['{shell,mf-*}/src/**/*.{ts,tsx}', 'shared/{ui,session,contract,format,data}/**/*.{ts,tsx}'];
/** Server-only files, which import the whole package. */
const ON_THE_SERVER = ['load.ts', 'render.tsx'].map((file) => path.join('shell', 'src', 'app', file));
const IMPORT = /import \{([^}]*)\} from 'react-router-dom'/g;

/** The names that a file imports from React Router as values; types do not exist at run time. */
const namesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => name && !name.startsWith('type '));

test('the shared router module exports everything that pages import from React Router', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !/\.test\./.test(file) && !ON_THE_SERVER.includes(file),
  );
  const missing = files.flatMap((file) =>
    namesIn(path.join(ROOT, file)).flatMap((name) => (name in router ? [] : [`${file}: ${name}`])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
