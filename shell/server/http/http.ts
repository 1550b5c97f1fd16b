import type { IncomingMessage, ServerResponse } from 'node:http';
import { currentRequestId } from '../log/request-context.ts';
import { type Encoded, encode } from './encode.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends an answer, compressed as the client accepts it, without a body for HEAD. */
export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  sendEncoded(request, response, reply, await encode(reply.body, request.headers['accept-encoding'] ?? ''));
}

/** Sends an answer whose body is compressed already, as the client accepts it. */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  { content, encoding }: Encoded,
): void {
  response.writeHead(status, {
    ...headers,
    vary: 'accept-encoding',
    'content-length': content.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** To a path of this site: what begins with more than one slash would be another host's. */
export const redirect = (status: number, location: string): Reply => ({
  status,
  headers: { location: location.replace(/^[/\\]{2,}/, '/') },
  body: '',
});

/** What a visitor is told of a request by which the log has what went wrong. */
export const requestIdText = (): string => `Kennung: ${currentRequestId() ?? '–'}`;
