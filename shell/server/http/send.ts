import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableDictionary } from '@ki/shared/http/compression-dictionaries.ts';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { encodeNow } from './encode.ts';
import { type Content, type Encoding, type HttpResponse, type MaybePromise, namesTag } from './http-response.ts';

const NONE: Headers = {};
const REVALIDATION_HEADERS = [
  'etag',
  'vary',
  'cache-control',
  'cdn-cache-control',
  'set-cookie',
  'server-timing',
] as const;

type Headers = NonNullable<HttpResponse['headers']>;
/** A response that varies by more repeats this in its own header: not every cache reads a second one. */
const VARY: Headers = { vary: 'accept-encoding' };
/** Node.js sends a flat list of names and values fastest. */
type HeaderList = readonly string[];

/** Caches the values of the 100 keys that were used last. */
export function memo<Key extends string | number, Value extends object | string>(compute: (key: Key) => Value) {
  const known = new LRUCache<Key, Value>({ max: 100, memoMethod: compute });
  return (key: Key): Value => known.memo(key);
}

/** Caches a value for each object in a `WeakMap`. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

const headerList = memoize((headers: Headers): HeaderList => Object.entries({ ...VARY, ...headers }).flat());

const revalidationHeaders = memoize(
  (headers: Headers): HeaderList =>
    REVALIDATION_HEADERS.flatMap((name) => {
      const value = { ...VARY, ...headers }[name];
      return value ? [name, value] : [];
    }),
);

function isKnown({ method, headers }: IncomingMessage, { status, headers: { etag } = {} }: HttpResponse): boolean {
  const named = headers['if-none-match'];
  if (status !== 200 || etag === undefined || named === undefined) return false;
  return (method === 'GET' || method === 'HEAD') && namesTag(named, etag);
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const accepted = memo(acceptedEncodings);

export function acceptedEncodings(header: string): readonly Encoding[] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const known = [...ENCODINGS, 'identity'];
  return negotiator.encodings(known, { preferred: known }).filter((name): name is Encoding => name !== 'identity');
}

interface Form {
  readonly bytes: Buffer;
  readonly encoding?: Encoding | 'dcz';
}

function stored(content: Content, preferences: readonly Encoding[]): Form | null {
  const { body, compressed } = content;
  for (const encoding of preferences) {
    const bytes = compressed?.[encoding];
    if (bytes) return { bytes, encoding };
    if (!Buffer.isBuffer(body)) return null;
  }
  return Buffer.isBuffer(body) ? { bytes: body } : null;
}

function delta({ deltas }: HttpResponse, { headers }: IncomingMessage): Form | undefined {
  const name = deltas && availableDictionary(headers);
  const bytes = name && deltas.get(name);
  return bytes ? { bytes, encoding: 'dcz' } : undefined;
}

/** Sends 304 for a matching ETag and no body for HEAD. Returns a promise where it must compress first. */
export function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  extraHeaders: HeaderList,
): MaybePromise<void> {
  if (isKnown(incoming, response)) {
    outgoing.writeHead(304, [...extraHeaders, ...revalidationHeaders(response.headers ?? NONE)]).end();
    return;
  }
  const sendBytes = ({ bytes, encoding }: Form) => {
    const headers = [...extraHeaders, ...headerList(response.headers ?? NONE), 'content-length', String(bytes.length)];
    if (encoding) headers.push('content-encoding', encoding);
    outgoing.writeHead(response.status, headers).end(incoming.method === 'HEAD' ? undefined : bytes);
  };
  const preferences = accepted(incoming.headers['accept-encoding'] ?? '');
  const known = delta(response, incoming) ?? stored(response, preferences);
  if (known) return sendBytes(known);
  return encodeNow(response, preferences[0]).then(sendBytes);
}
