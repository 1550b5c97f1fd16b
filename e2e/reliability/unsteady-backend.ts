import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a backend can fail whoever asks it: `silent` takes a question and never answers, `gone` refuses the connection. */
export type Fault = 'none' | 'silent' | 'failing' | 'garbled' | 'cut' | 'gone';

/** Stands before a backend, and passes on what it answers, or does not. */
export interface UnsteadyBackend {
  readonly url: string;
  /** From now on; what is under way with another fault goes. */
  suffer(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

/** Passes a request on to the backend, and the answer back. */
function pass(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

const answers: Record<Exclude<Fault, 'none' | 'gone'>, (response: ServerResponse) => void> = {
  silent: () => undefined,
  failing: (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"kaputt"}'),
  garbled: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>{"half'),
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('[{"id":', () => response.destroy());
  },
};

export async function startUnsteadyBackend(target: string): Promise<UnsteadyBackend> {
  let fault: Fault = 'none';
  const server = createServer((incoming, response) => {
    if (fault === 'none') pass(target, incoming, response);
    else if (fault === 'gone') response.destroy();
    else answers[fault](response);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async suffer(next) {
      server.closeAllConnections();
      if (next === 'gone') await close();
      else if (fault === 'gone') await listen(port);
      fault = next;
    },
    close,
  };
}
