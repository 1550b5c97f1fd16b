import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { withLock } from '@ki/shared/process/lock.ts';
import { filesIn } from '../registry/store/content.ts';
import { sourceHash } from './source-hash.ts';
import { runTool } from './tool.ts';
import { folderOf } from './workspace.ts';

const MARK = 'built-from';
const LOCK_WAIT_MS = 10 * 60_000;

export interface Built {
  readonly dist: string;
  readonly sources: string;
  readonly isNew: boolean;
}

interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onStale?: () => void;
}

/** Builds an app unless its sources are unchanged, under a lock that is held until `use` is done with the files. */
export async function build<T>(
  root: string,
  app: string,
  use: (built: Built) => Promise<T>,
  options: BuildOptions = {},
): Promise<T> {
  return withLock(path.join(await distOf(root, app), 'build.lock'), LOCK_WAIT_MS, async () =>
    use(await buildIfStale(root, app, options)),
  );
}

const distOf = async (root: string, app: string) => path.join(await folderOf(root, app), 'dist');

export const isBuilt = async (root: string, app: string): Promise<boolean> =>
  isMarked(await distOf(root, app), await sourceHash(root, app));

const isMarked = async (dist: string, sources: string) =>
  (await readFile(path.join(dist, MARK), 'utf8').catch(() => '')) === sources;

async function buildIfStale(root: string, app: string, options: BuildOptions): Promise<Built> {
  const dist = await distOf(root, app);
  const sources = await sourceHash(root, app);
  const mark = path.join(dist, MARK);
  if (await isMarked(dist, sources)) return { dist, sources, isNew: false };
  options.onStale?.();
  // Without the mark, the files of an interrupted build are not used.
  await rm(mark, { force: true });
  const folder = path.dirname(dist);
  await runTool(path.join(folder, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js'), ['build'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    signal: options.signal,
    orElse: `building ${app} failed`,
  });
  await precompress(path.join(dist, 'web'));
  await writeFile(mark, sources);
  return { dist, sources, isNew: true };
}

const COMPRESSIBLE = /\.(js|json|css|svg|txt)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.br` and `.gz` beside each text file, so that serving costs no compression. */
export async function precompress(folder: string): Promise<void> {
  const texts = (await filesIn(folder)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }),
  );
}
