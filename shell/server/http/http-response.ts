import { createHash } from 'node:crypto';
import { currentRequestId } from '../log.ts';

export type Encoding = 'br' | 'gzip';

/** Texts are compressed on demand; a body stored by Brotli alone is decompressed for clients that need another form. */
export type Content =
  | { readonly body: string; readonly compressed?: undefined }
  | { readonly body: Buffer; readonly compressed?: Readonly<Partial<Record<Encoding, Buffer>>> }
  | { readonly body?: undefined; readonly compressed: { readonly br: Buffer; readonly gzip?: Buffer } };

interface Head {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bodies in `dcz`, by the name of the compression dictionary that a client must have. */
  readonly deltas?: Map<string, Buffer>;
}

/** Like a web `Response`, but reusable: it can be sent any number of times. */
export type HttpResponse = Head & Content;

export interface TextResponse extends Head {
  readonly body: string;
}

/** A cache hit is sent synchronously: it costs no turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value at once where it is there. */
export const andThen = <T, Next>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Next>): MaybePromise<Next> =>
  value instanceof Promise ? value.then(next) : next(value);

export const json = (status: number, value: unknown): TextResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): TextResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** A location that begins with two slashes would be another host. */
export const redirect = (
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): TextResponse => ({
  status,
  headers: { ...headers, location: location.replace(/^[/\\]{2,}/, '/') },
  body: '',
});

export const requestIdText = (): string => `Kennung: ${currentRequestId() ?? '–'}`;

/** Shared caches keep a page for a second. `stale-while-revalidate` would serve an old page after a quiet time. */
export const SHARED = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'cdn-cache-control': 'max-age=1, must-revalidate',
} as const;

export const NOT_STORED = { 'cache-control': 'private, no-store' } as const;

/** A weak tag, as one text is sent in several encodings. */
export function entityTag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

const TAGS = /(?:W\/)?("[^"]*")/g;
const opaque = (tag: string) => tag.replace(/^W\//, '');

export function namesTag(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  return [...header.matchAll(TAGS)].some(([, named]) => named === opaque(tag));
}

export function renderedResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): TextResponse {
  if (status !== 200) return { status, headers: { ...headers, ...NOT_STORED }, body };
  const etag = entityTag(JSON.stringify(headers), body);
  return { status, headers: { ...headers, ...SHARED, etag }, body };
}

/** A private response needs its own ETag: a shared cache would take a 304 as valid for everybody. */
export function privateResponse(response: HttpResponse, cookie?: string): HttpResponse {
  const { 'cache-control': control = '', 'cdn-cache-control': _, etag, ...headers } = response.headers ?? {};
  return {
    ...response,
    headers: {
      ...headers,
      'cache-control': control.includes('no-store') ? control : 'private, no-cache',
      ...(etag && { etag: etag.replace(/"$/, '-own"') }),
      ...(cookie && { 'set-cookie': cookie }),
    },
  };
}

/** For addresses that give access by themselves: no cache, index or other site gets to know them. */
export function secretResponse(response: HttpResponse): HttpResponse {
  const { 'cdn-cache-control': _, etag: __, ...headers } = response.headers ?? {};
  return {
    ...response,
    headers: { ...headers, ...NOT_STORED, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
  };
}
