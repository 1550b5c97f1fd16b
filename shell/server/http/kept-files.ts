import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Reply } from './reply.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = /\.(br|gz)$/;

/**
 * The files of a folder by their addresses as they were when the server started, with the compressed forms that lie
 * beside them. A build that replaces the folder under a running server changes nothing for it.
 */
export async function keepFiles(folder: string, cacheControl: string): Promise<ReadonlyMap<string, Reply>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));

  function replyWith(file: string, body: Buffer): Reply {
    const [br, gzip] = [contents.get(`${file}.br`), contents.get(`${file}.gz`)];
    return {
      status: 200,
      headers: {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'cache-control': cacheControl,
        'x-content-type-options': 'nosniff',
      },
      body,
      compressed: { ...(br && { br }), ...(gzip && { gzip }) },
    };
  }

  const addressOf = (file: string) => `/${path.relative(folder, file).replaceAll(path.sep, '/')}`;
  const plain = [...contents].filter(([file]) => !COMPRESSED.test(file));
  return new Map(plain.map(([file, content]) => [addressOf(file), replyWith(file, content)]));
}
