import type { IncomingMessage } from 'node:http';
import { hasBody, requestBody } from '@ki/shared/http/request-body.ts';

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
  return {
    method,
    url,
    address: socket.remoteAddress ?? 'unknown',
    headers: {
      get: (name) => headers[name]?.toString() ?? null,
      keys: () => Object.keys(headers).values(),
    },
    body: hasBody(incoming) ? requestBody(incoming) : null,
  };
}

/** Clients read `//host` and its percent-encoded forms as another host. */
const PATH_OF_THIS_SITE = /^\/(?!\/|%2f|%5c)/i;

/** U+FFFD, the character for what cannot be decoded. */
const UNREADABLE = '%EF%BF%BD';

/** Links in Latin-1 and cut ones are no UTF-8. They share an address at which nothing is, beside what is not there. */
function readable(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch {
    return UNREADABLE;
  }
}

/** `null` when the target is no path of this site. Removing dot segments turns `/.//host` into `//host`. */
export function requestAddress(target: string, origin: string): URL | null {
  if (!PATH_OF_THIS_SITE.test(target) || target.includes('\\')) return null;
  const url = URL.parse(origin + target);
  if (!url || url.origin !== origin || !PATH_OF_THIS_SITE.test(url.pathname)) return null;
  if (url.pathname.includes('%')) url.pathname = url.pathname.split('/').map(readable).join('/');
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
