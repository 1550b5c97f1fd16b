import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * Forwards a request to a backend and its response to the client. `keep-alive` is between two neighbours: with the
 * backend's, a client would use connections that this proxy has closed.
 */
export function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    const { connection: _, 'keep-alive': _timeout, ...own } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, own);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
