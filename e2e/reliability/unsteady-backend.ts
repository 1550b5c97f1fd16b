import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward.ts';

/** A backend's fault: `silent` accepts a request and never responds, `gone` refuses the connection. */
export type Fault = 'none' | 'silent' | 'failing' | 'garbled' | 'cut' | 'gone';

/** A proxy in front of a backend, which passes responses on or simulates a fault. */
export interface UnsteadyBackend {
  readonly url: string;
  /** Also ends requests in flight. */
  suffer(fault: Fault): Promise<void>;
  close(): Promise<void>;
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
    if (fault === 'none') forward(target, incoming, response);
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
