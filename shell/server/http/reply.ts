import type { Encoding } from '@ki/shared/http/accepted-encoding.ts';
import { currentRequestId } from '../log/request-context.ts';
import type { WebRequest } from './web-request.ts';

/**
 * What a reply consists of. A text is compressed for those who take it so; bytes go out as they are, or as they were
 * compressed before. Of what is there compressed by Brotli only, all else is made of that.
 */
export type Content =
  | { readonly body: string; readonly compressed?: undefined }
  | { readonly body: Buffer; readonly compressed?: Readonly<Partial<Record<Encoding, Buffer>>> }
  | { readonly body?: undefined; readonly compressed: { readonly br: Buffer; readonly gzip?: Buffer } };

interface Head {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is answered, with all that sending it takes: like a `Response`, but its body need not be read to be sent. */
export type Reply = Head & Content;

export interface TextReply extends Head {
  readonly body: string;
}

/** Bytes of memory that a reply's content takes, where it is kept compressed or as bytes. */
export const sizeOf = ({ body, compressed = {} }: Content): number =>
  Object.values(compressed).reduce((sum, { length }) => sum + length, body?.length ?? 0);

/** What is known of a request beside what it says. */
export interface Context {
  /** Where it comes from, as the connection says. */
  readonly address: string;
  /** Its address on this site. */
  readonly url: URL;
}

/** Answers a request, at once where nothing has to be waited for; errors are for whom it was given to. */
export type Handler = (request: WebRequest, context: Context) => Reply | Promise<Reply>;

export const json = (status: number, value: unknown): TextReply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): TextReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** To a path of this site: what begins with more than one slash would be another host's. */
export const redirect = (
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): TextReply => ({
  status,
  headers: { ...headers, location: location.replace(/^[/\\]{2,}/, '/') },
  body: '',
});

export const onlyReads = (): TextReply => text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' });

/** What a visitor is told of a request by which the log has what went wrong. */
export const requestIdText = (): string => `Kennung: ${currentRequestId() ?? '–'}`;
