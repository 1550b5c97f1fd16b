import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends a request line unchanged, which HTTP clients would normalize, and reads the whole response. */
export async function rawRequest(site: string, target: string, headers: readonly string[] = []): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(site);
  const socket = connect(Number(port), hostname);
  const own = headers.some((line) => /^host:/i.test(line)) ? headers : [`Host: ${host}`, ...headers];
  socket.write([`GET ${target} HTTP/1.1`, ...own, 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: rest.join('\r\n\r\n') };
}
