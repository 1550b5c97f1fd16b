import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { availableDictionary, dictionaryHeaders, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import sirv from 'sirv';

// Published code is public, and any origin may run it: integrity hashes in the page protect the visitor. A file that is
// opened as a document runs nothing and has an opaque origin.
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

function setHeaders(response: ServerResponse, file: string): void {
  // The script of the same role in the folder of another release.
  const role = roleOf(file)?.replace(/^\/[^/]+/, '/*');
  const headers = { ...HEADERS, ...(role && dictionaryHeaders(role)) };
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
}

const SCRIPT = /^(\/[^/]+)\/web(\/[^?]*\.js)$/;
const DELTA = /^(\/[^/]+)\/deltas(\/.*\.js)\.\w+\.dcz$/;

function setDeltaHeaders(response: ServerResponse, file: string): void {
  setHeaders(response, file.replace(DELTA, '$1/web$2'));
  response.setHeader('content-type', 'text/javascript');
  response.setHeader('content-encoding', 'dcz');
}

/** The address of the delta for a browser with a dictionary; most dictionaries have none. */
function deltaAddress({ url = '', headers }: IncomingMessage): string | undefined {
  const name = availableDictionary(headers);
  return name && SCRIPT.test(url) ? url.replace(SCRIPT, `$1/deltas$2.${name}.dcz`) : undefined;
}

/** Serves the releases of a remote: a folder for each, with deltas beside the scripts. */
export function fileServer(folder: string): Server {
  const files = sirv(folder, { dev: true, brotli: true, gzip: true, setHeaders });
  const deltas = sirv(folder, { dev: true, setHeaders: setDeltaHeaders });
  return createServer((request, response) => {
    const serveFile = () =>
      files(request, response, () => {
        response
          .writeHead(404, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' })
          .end('not found\n');
      });
    const { url } = request;
    const delta = deltaAddress(request);
    if (delta === undefined) return serveFile();
    request.url = delta;
    deltas(request, response, () => {
      request.url = url;
      serveFile();
    });
  });
}
