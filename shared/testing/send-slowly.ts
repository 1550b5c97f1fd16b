import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';

const PARTS = 20;
const PART = 'x'.repeat(100_000);

/** Sends a body of 2 MB part by part on a connection of its own. Resolves with all responses when that closes. */
export async function sendSlowly(port: number, header: string, next = ''): Promise<string> {
  const client = connect(port, '127.0.0.1');
  const responses = text(client);
  const sent = (bytes: string) =>
    new Promise<void>((resolve, reject) => client.write(bytes, (error) => (error ? reject(error) : resolve())));
  await sent(
    `POST /rest/v1/posts HTTP/1.1\r\nhost: site\r\ncontent-length: ${PARTS * PART.length}\r\n${header}\r\n\r\n`,
  );
  for (let n = 0; n < PARTS; n += 1) {
    await sent(PART);
    await turn();
  }
  if (next) await sent(next);
  return responses;
}
