import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** Writes one response. */
export type Reply = (response: ServerResponse) => void;

export interface ProviderServer {
  readonly url: string;
  readonly received: Received[];
  /** Sets the next responses in order, the last one for all further calls, and clears the received calls. */
  answerWith(...replies: Reply[]): void;
  close(): void;
}

/** A provider on loopback with the responses of a test. */
export async function startProvider(): Promise<ProviderServer> {
  const received: Received[] = [];
  let waiting: Reply[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    received.push({ path: request.url ?? '', headers: request.headers, body });
    const reply = waiting.length > 1 ? waiting.shift() : waiting[0];
    reply?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (...replies) => {
      received.length = 0;
      waiting = replies;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const malformed: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [oops');
};

/** Sends less than its content-length and closes the connection. */
export const cutOff =
  (body: unknown): Reply =>
  (response) => {
    const whole = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  };

/** Never responds. */
export const hang: Reply = () => {};

/** Sends the headers and the first bytes of the body, then nothing. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":');
};

/** Responds on request of the test. */
export function held(reply: Reply): { reply: Reply; arrived: Promise<void>; release(): void } {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reply: (response) => {
      arrived.resolve();
      released.promise.then(() => reply(response));
    },
    arrived: arrived.promise,
    release: released.resolve,
  };
}
