import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '@ki/shared/process/lock.ts';
import { precompress } from './precompress.ts';
import { sourceHash } from './source-hash.ts';
import { runTool } from './tool.ts';
import { folderOf } from './workspace.ts';

const MARK = 'built-from';
const LOCK_WAIT_MS = 10 * 60_000;

export interface Built {
  /** Folder with the app's files as built. */
  readonly dist: string;
  /** Hash of its sources. */
  readonly sources: string;
  /** They were not those of the last build. */
  readonly isNew: boolean;
}

interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when its sources turn out not to be those of the last build. */
  readonly onStale?: () => void;
}

/**
 * Builds an app unless its sources are those of the last build. No other process of this tree builds it before `use`
 * is done with the files.
 */
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

/** Whether an app is built as its sources are now. No lock is taken: of a build under way there is no mark yet. */
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
  // A build that ends half-way leaves files that are nobody's.
  await rm(mark, { force: true });
  await runRsbuild(app, path.dirname(dist), options.signal);
  await precompress(path.join(dist, 'web'));
  await writeFile(mark, sources);
  return { dist, sources, isNew: true };
}

function runRsbuild(app: string, folder: string, signal?: AbortSignal): Promise<void> {
  const script = path.join(folder, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js');
  const orElse = `building ${app} failed`;
  return runTool(script, ['build'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    orElse,
    ...(signal && { signal }),
  });
}
