import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** One answer to one address, in one encoding. */
interface KeptFile {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * The files of a folder as they were when the server started, with the compressed forms that lie beside them. A build
 * that replaces the folder under a running server changes nothing for it.
 */
export async function keepFiles(folder: string): Promise<ReadonlyMap<string, KeptFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const kept = await Promise.all(
    files.map(async (file) => {
      const address = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`;
      const type = TYPES[path.extname(file.replace(/\.(br|gz)$/, ''))] ?? 'application/octet-stream';
      return [address, { type, content: await readFile(file) }] as const;
    }),
  );
  return new Map(kept);
}

/** Answers with a kept file, in the best form that the client accepts. `false`: there is none at this address. */
export function sendKept(
  files: ReadonlyMap<string, KeptFile>,
  address: string,
  cacheControl: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const plain = files.get(address);
  if (!plain || /\.(br|gz)$/.test(address)) return false;
  const accepted = request.headers['accept-encoding'] ?? '';
  const form = FORMS.find(([encoding, ending]) => accepted.includes(encoding) && files.has(address + ending));
  const { content } = (form && files.get(address + form[1])) ?? plain;
  response.writeHead(200, {
    'content-type': plain.type,
    'content-length': content.length,
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(form ? { 'content-encoding': form[0] } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : content);
  return true;
}
