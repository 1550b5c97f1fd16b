import type { IncomingMessage } from 'node:http';
import type { Proxies } from '@ki/shared/http/proxies.ts';
import { RateLimit } from '@ki/shared/http/rate-limit.ts';
import { hasBody, requestBody } from '@ki/shared/http/request-body.ts';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { z } from 'zod';

export interface HttpRequest {
  readonly method: string;
  /** The URL has this site's origin, whatever the host header says. */
  readonly url: URL;
  /** The address of the connection. */
  readonly address: string;
  /** The address of the client: that of the connection, or the one that a trusted proxy names. */
  readonly client: string;
  readonly headers: Pick<Headers, 'get' | 'keys'>;
  readonly body: Request['body'];
}

/** A getter of an object literal would be made anew for each request, which takes longer than all else here. */
class ReceivedRequest implements HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly address: string;
  readonly headers: HttpRequest['headers'];
  readonly body: HttpRequest['body'];
  readonly #incoming: IncomingMessage;
  readonly #proxies: Proxies;
  #client: string | undefined;

  constructor(incoming: IncomingMessage, url: URL, proxies: Proxies) {
    const { method = 'GET', headers, socket } = incoming;
    this.#incoming = incoming;
    this.#proxies = proxies;
    this.method = method;
    this.url = url;
    this.address = socket.remoteAddress ?? 'unknown';
    this.headers = {
      get: (name) => headers[name]?.toString() ?? null,
      keys: () => Object.keys(headers).values(),
    };
    this.body = hasBody(incoming) ? requestBody(incoming) : null;
  }

  get client(): string {
    this.#client ??= this.#proxies.clientOf(this.address, this.#incoming.headers['x-forwarded-for']);
    return this.#client;
  }
}

export const httpRequest = (incoming: IncomingMessage, url: URL, proxies: Proxies): HttpRequest =>
  new ReceivedRequest(incoming, url, proxies);

/** The same request at another address. */
export const requestAt = (request: HttpRequest, url: URL): HttpRequest => ({ ...request, client: request.client, url });

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

export function addressOn(origin: string, { pathname, search = '' }: { pathname: string; search?: string }): URL {
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = search;
  return address;
}

const MARKDOWN = 'text/markdown';
/** The ranges that HTML matches; the most specific one in a header counts. */
const HTML = ['text/html', 'text/*', '*/*'];
const PARAMETERS = /;(?!\s*q=)[^;,]*/g;

/**
 * For equal ranks the package takes the more specific range, then the earlier one. HTML is therefore negotiated as the
 * range that it matches, and that range sorts before Markdown.
 */
function ranksMarkdownFirst(header: string): boolean {
  const accept = header.toLowerCase();
  if (!accept.includes(MARKDOWN)) return false;
  const ranges = accept.replace(PARAMETERS, '').split(/\s*,\s*/);
  const html = HTML.find((type) => ranges.some((range) => range.split(/\s*;/)[0] === type));
  const negotiator = new Negotiator({ headers: { accept: ranges.toSorted().join() } });
  return negotiator.mediaType(html ? [html, MARKDOWN] : [MARKDOWN]) === MARKDOWN;
}

const decided = new LRUCache<string, boolean>({ max: 100, memoMethod: ranksMarkdownFirst });

/** Whether a client ranks Markdown above HTML; a browser never does, and an equal rank means HTML. */
export const prefersMarkdown = (accept: string | null): boolean => accept !== null && decided.memo(accept);

const MINUTE_MS = 60_000;

export function rateLimit(perMinute: number): (request: Pick<HttpRequest, 'client'>) => boolean {
  const limit = new RateLimit(perMinute, MINUTE_MS);
  return ({ client }) => limit.take(client) === 0;
}

/** A JSON body of this form; `null` for any other. */
export function jsonIn<T>(body: Buffer | null, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(String(body)));
  } catch {
    return null;
  }
}
