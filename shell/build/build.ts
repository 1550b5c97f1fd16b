import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { withLock } from '@ki/shared/process/lock.ts';
import { filesIn } from '../registry/store/content.ts';
import { folderOf, ROOT } from './workspace.ts';

export class ToolFailure extends Error {
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

interface ToolOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly orElse: string;
}

/** Runs a program of Node.js to its end. Throws a {@link ToolFailure} unless it ends well. */
export function runTool(
  script: string,
  args: readonly string[],
  { cwd, env, signal, orElse }: ToolOptions,
): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new ToolFailure(orElse, output.trim()));
    });
  }).finally(() => signal?.removeEventListener('abort', stop));
}

const MARK = 'built-from';
const LOCK_WAIT_MS = 10 * 60_000;

type Built = Awaited<ReturnType<typeof buildIfStale>>;

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

async function buildIfStale(root: string, app: string, options: BuildOptions) {
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

const IGNORED = new Set(['node_modules', 'dist', '.data', '.git', 'testing', '__snapshots__']);
const TEST = /\.(test|spec)\.tsx?$/;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !TEST.test(name))
      .map(async (entry) => {
        const place = path.join(folder, entry.name);
        if (entry.isDirectory()) return filesBelow(place);
        return entry.isFile() ? [place] : [];
      }),
  );
  return found.flat().sort();
}

/** The lockfile without its entries for other remotes, so that a new remote makes no other stale. */
const lockedFor = (app: string, lockfile: string) =>
  lockfile.replace(/(?<=^importers:\n)(?:\n| .*\n)*/m, (importers) =>
    importers
      .split(/^(?= {2}\S)/m)
      .filter((importer) => !importer.startsWith('  mf-') || importer.startsWith(`  ${app}:`))
      .join(''),
  );

const ofWorkspace = async (root: string, app: string) => ({
  files: await filesBelow(path.join(root, 'shared')),
  locked: lockedFor(app, await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')),
});

/** One hash over an app's folder, the shared code and the locked versions, without tests. */
export async function sourceHash(root: string, app: string): Promise<string> {
  const hash = createHash('sha256');
  const folder = await folderOf(root, app);
  const around = folder === root ? { files: [], locked: '' } : await ofWorkspace(root, app);
  for (const file of [...(await filesBelow(folder)), ...around.files]) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(await readFile(file));
    hash.update('\0');
  }
  hash.update(around.locked);
  return hash.digest('hex');
}

/** Prints an event, for programs that show the progress. */
export const report = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

export function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return `${error.message}:\n${error.output}`;
  return error instanceof Error ? error.message : String(error);
}

/** Builds one of several apps and reports it; `null` when that fails. */
export async function reportedBuild(app: string, of: number, done: () => number): Promise<Built | null> {
  const started = performance.now();
  const onStale = () => report({ event: 'begun', app });
  try {
    const built = await build(ROOT, app, async (files) => files, { onStale });
    const ms = Math.round(performance.now() - started);
    report({ event: 'done', app, ms, isNew: built.isNew, done: done(), of });
    return built;
  } catch (error) {
    report({ event: 'failed', app, message: messageOf(error) });
    return null;
  }
}
