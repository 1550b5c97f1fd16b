import type { IncomingMessage } from 'node:http';
import { ReadableStream as NodeStream } from 'node:stream/web';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The body of a request. A reader that stops before its end leaves the connection open for the response. */
export const requestBody = (incoming: IncomingMessage) =>
  NodeStream.from(incoming.iterator({ destroyOnReturn: false })) as ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Reads what a handler left of a request's body, so that the response can follow. A connection that closes before is
 * reset, and its client may lose the response (RFC 9112, section 9.6); one that stays open would wait for these bytes.
 * The server's `requestTimeout` bounds the time. Resolves also where the client goes away.
 */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed || !hasBody(incoming)) return;
  const closed = new Promise<void>((resolve) => incoming.once('close', resolve));
  incoming.unpipe().removeAllListeners('readable').resume();
  await closed;
}
