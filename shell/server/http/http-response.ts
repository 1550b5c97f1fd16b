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
