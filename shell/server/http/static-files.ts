import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { dictionaryHeaders, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import { NOT_STORED } from './cache-control.ts';
import type { HttpResponse } from './http-response.ts';

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
