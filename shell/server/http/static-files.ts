import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { deltasOf, dictionaryHeaders, EARLIER_BUILDS, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import { ifThere, writeDurably } from '@ki/shared/process/files.ts';
import { filesIn } from '../../registry/store/content.ts';
import { type HttpResponse, NOT_STORED } from './http-response.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
export const ASSETS = '/assets/';
/** Files that follow the row `site`. */
export const SITE_FILES = '/_site/';
export const NO_FILE: HttpResponse = { status: 404, headers: NOT_STORED, body: '' };
const COMPRESSED = /\.(br|gz)$/;

/** Loads all files into memory: a build that replaces the folder changes nothing for a running server. */
export async function loadStaticFiles(
  folder: string,
  cacheControl: string,
  address = '/',
): Promise<ReadonlyMap<string, HttpResponse>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));

  const addressOf = (file: string) => address + path.relative(folder, file).replaceAll(path.sep, '/');

  function responseWith(file: string, body: Buffer): HttpResponse {
    const [br, gzip] = [contents.get(`${file}.br`), contents.get(`${file}.gz`)];
    const role = roleOf(addressOf(file));
    return {
      status: 200,
      headers: {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'cache-control': cacheControl,
        'x-content-type-options': 'nosniff',
        ...(role && dictionaryHeaders(role)),
      },
      ...(role && { deltas: new Map() }),
      body,
      compressed: { ...(br && { br }), ...(gzip && { gzip }) },
    };
  }

  const plain = [...contents].filter(([file]) => !COMPRESSED.test(file));
  return new Map(plain.map(([file, content]) => [addressOf(file), responseWith(file, content)]));
}

async function newestFirst(folder: string): Promise<readonly string[]> {
  const files = (await ifThere(filesIn(folder))) ?? [];
  const found = await Promise.all(
    files.map(async (file) => ({ file, time: (await stat(path.join(folder, file))).mtimeMs })),
  );
  return found.sort((one, other) => other.time - one.time).map(({ file }) => file);
}

/** Files have their content's hash in their names: what is there has the content. */
async function keep(file: string, content: Buffer): Promise<void> {
  const now = new Date();
  const known = await ifThere(utimes(file, now, now).then(() => true));
  if (known) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeDurably(file, content);
}

/**
 * Makes deltas of the shell's scripts against those of earlier builds, which are in `folder` because their shells ran
 * with it, and stores the scripts there for later builds. A machine's first shell has no deltas.
 */
export async function makeDeltas(files: ReadonlyMap<string, HttpResponse>, folder: string): Promise<void> {
  const stored = await newestFirst(folder);
  const kept = new Set<string>();
  for (const [address, { body, deltas, compressed }] of files) {
    if (!deltas || !Buffer.isBuffer(body)) continue;
    const own = address.slice(ASSETS.length);
    const earlier = stored.filter((file) => file !== own && roleOf(file) === roleOf(own)).slice(0, EARLIER_BUILDS);
    const dictionaries = await Promise.all(earlier.map((file) => readFile(path.join(folder, file))));
    const made = await deltasOf(body, dictionaries, compressed?.br?.length ?? body.length);
    for (const [name, delta] of made) deltas.set(name, delta);
    await keep(path.join(folder, own), body);
    for (const file of [own, ...earlier]) kept.add(file);
  }
  for (const file of stored) if (!kept.has(file)) await rm(path.join(folder, file), { force: true });
}
