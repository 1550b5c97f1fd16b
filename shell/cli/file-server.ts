import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { availableDictionary, dictionaryHeaders, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import sirv from 'sirv';
import type { Command } from './command.ts';

// Published code is public, and any origin may run it: integrity hashes in the page protect the visitor. A file that is
// opened as a document runs nothing and has an opaque origin.
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

function setHeaders(response: ServerResponse, file: string, base: string): void {
  // The script of the same role in the folder of another release.
  const role = roleOf(file)?.replace(/^\/[^/]+/, '/*');
  const headers = { ...HEADERS, ...(role && dictionaryHeaders(base + role)) };
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
}

const SCRIPT = /^(\/[^/]+)\/web(\/[^?]*\.js)$/;
const DELTA = /^(\/[^/]+)\/deltas(\/.*\.js)\.\w+\.dcz$/;

function setDeltaHeaders(response: ServerResponse, file: string, base: string): void {
  setHeaders(response, file.replace(DELTA, '$1/web$2'), base);
  response.setHeader('content-type', 'text/javascript');
  response.setHeader('content-encoding', 'dcz');
}

/** The address of the delta for a browser with a dictionary; most dictionaries have none. */
function deltaAddress({ url = '', headers }: IncomingMessage): string | undefined {
  const name = availableDictionary(headers);
  return name && SCRIPT.test(url) ? url.replace(SCRIPT, `$1/deltas$2.${name}.dcz`) : undefined;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('not found\n');
}

/** Serves the releases of a remote: a folder for each, with deltas beside the scripts. Its address begins with `base`. */
function filesOf(folder: string, base = ''): RequestListener {
  const files = sirv(folder, {
    dev: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, file) => setHeaders(response, file, base),
  });
  const deltas = sirv(folder, { dev: true, setHeaders: (response, file) => setDeltaHeaders(response, file, base) });
  return (request, response) => {
    const serveFile = () => files(request, response, () => refuse(response));
    const { url } = request;
    // Files are sent whole: sirv throws at a range that ends before it begins.
    delete request.headers.range;
    const delta = deltaAddress(request);
    if (delta === undefined) return serveFile();
    request.url = delta;
    deltas(request, response, () => {
      request.url = url;
      serveFile();
    });
  };
}

export const fileServer = (folder: string): Server => createServer(filesOf(folder));

const OF_REMOTE = /^\/(mf-[a-z0-9-]+)(?=\/)/;

/** Serves all remotes of a store, each below its name. A proxy may pass on the path of `address` or leave it out. */
export function storeServer(store: string, address: string): Server {
  const prefix = new URL(address).pathname.replace(/\/$/, '');
  return createServer((request, response) => {
    const { url = '' } = request;
    const own = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
    const [, name] = OF_REMOTE.exec(own) ?? [];
    if (name === undefined) return refuse(response);
    request.url = own.slice(name.length + 1);
    // Nothing is kept by name: anybody may ask for any.
    filesOf(path.join(store, name), `${prefix}/${name}`)(request, response);
  });
}

const EXPECTED = 'expected an address of this machine with a port, like http://127.0.0.1:4400';

function ownAddress(url: string | undefined): URL {
  const address = url === undefined ? null : URL.parse(url);
  const isOwn = address?.protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(address.hostname) && address.port;
  if (address && isOwn) return address;
  throw new Error(`STORE_URL is ${url === undefined ? 'not set' : `"${url}"`}; ${EXPECTED}`);
}

export const serveCommand: Command = {
  args: [],
  summary: 'serves the folder STORE at STORE_URL, for a trial on one machine, until Ctrl-C',
  async run({ store: { place, url } }) {
    const { href, hostname, port } = ownAddress(url);
    if (place.includes('://')) throw new Error(`STORE is "${place}"; expected a folder`);
    const server = storeServer(place, href).listen(Number(port), hostname);
    await once(server, 'listening');
    process.stdout.write(`serving ${place} at ${url}\n`);
    await once(server, 'close');
    return { lines: [], json: { done: 'served' } };
  },
};
