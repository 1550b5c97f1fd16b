import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

export interface HttpRequest {
  readonly method: string;
  /** The URL has this site's origin, whatever the host header says. */
  readonly url: URL;
  readonly address: string;
  readonly headers: Pick<Headers, 'get' | 'keys'>;
  readonly body: Request['body'];
}

export function httpRequest(incoming: IncomingMessage, url: URL): HttpRequest {
  const { method = 'GET', headers, socket } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    url,
    address: socket.remoteAddress ?? 'unknown',
    headers: {
      get: (name) => headers[name]?.toString() ?? null,
      keys: () => Object.keys(headers).values(),
    },
    body: hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>) : null,
  };
}

/** Clients read `//host` and its percent-encoded forms as another host. */
const PATH_OF_THIS_SITE = /^\/(?!\/|%2f|%5c)/i;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** `null` when the target is no path of this site. Removing dot segments turns `/.//host` into `//host`. */
export function requestAddress(target: string, origin: string): URL | null {
  if (!PATH_OF_THIS_SITE.test(target) || target.includes('\\')) return null;
  const url = URL.parse(origin + target);
  if (!url || url.origin !== origin || !PATH_OF_THIS_SITE.test(url.pathname)) return null;
  if (!isDecodable(url.pathname)) return null;
  if (url.hash !== '') url.hash = '';
  return url;
}

/** A segment with letters and marks apart, as a Mac writes them, in the form in which addresses are stored. */
function segmentInNfc(segment: string): string {
  const letters = decodeURIComponent(segment);
  const stored = letters.normalize('NFC');
  return stored === letters ? segment : encodeURIComponent(stored);
}

/** The address to which other spellings of it redirect, if this is one: with a slash at its end, or decomposed letters. */
export function otherSpelling({ pathname, search }: URL): string | null {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  const path = pathname.includes('%')
    ? pathname.slice(0, end).split('/').map(segmentInNfc).join('/')
    : pathname.slice(0, end);
  return path === pathname ? null : path + search;
}
