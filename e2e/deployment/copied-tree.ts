import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const LEFT_OUT = new Set(['node_modules', 'dist', '.data', '.git', 'test-results', 'playwright-report']);

/** A copy of the repository's sources, which a test may change. Its own programs install its dependencies. */
export interface CopiedTree {
  readonly root: string;
  /** Replaces text of a file atomically; throws when the text is missing. */
  readonly change: (file: string, from: string, to: string) => Promise<void>;
  /** Links this repository's packages into folders, which is faster than installing them; `.` is the root. */
  readonly borrowPackages: (...folders: string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function copyTree(): Promise<CopiedTree> {
  const root = await mkdtemp(path.join(tmpdir(), 'copied-tree-'));
  const names = (await readdir(ROOT)).filter((name) => !LEFT_OUT.has(name));
  const filter = (source: string) => !LEFT_OUT.has(path.basename(source));
  await Promise.all(names.map((name) => cp(path.join(ROOT, name), path.join(root, name), { recursive: true, filter })));
  return {
    root,
    async change(file, from, to) {
      const whole = path.join(root, file);
      const before = await readFile(whole, 'utf8');
      if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`);
      await writeFile(`${whole}.new`, before.replace(from, to));
      await rename(`${whole}.new`, whole);
    },
    async borrowPackages(...folders) {
      const links = folders.map((folder) => path.join(folder, 'node_modules'));
      await Promise.all(links.map((link) => symlink(path.join(ROOT, link), path.join(root, link))));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
