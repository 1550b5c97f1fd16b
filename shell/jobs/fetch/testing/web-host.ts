import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { PUBLIC_INTERNET, type Rules } from '../fetch-bytes.ts';
import { isPublicAddress } from '../public-address.ts';

/** The address of the test's server stands for the public internet; any other is judged as in production. */
export const SERVER = '127.0.0.1';
/** Loopback and private, as other names and numbers of it. */
export const INNER = '127.0.0.2';

/** The records of the name server. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'seite.example': [SERVER],
  'andere.example': [SERVER],
  'fremd.example': [SERVER],
  'innen.example': ['10.1.2.3'],
  'metadaten.example': ['169.254.169.254'],
  'halb.example': [SERVER, INNER],
  'nat64.example': ['64:ff9b::7f00:1'],
  localhost: [INNER, '::1'],
  'localhost.': [INNER],
};

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A certificate for seite.example and andere.example, with its key, which this process trusts from now on. */
function certificate() {
  const pem = readFileSync(new URL('certificate.pem', import.meta.url), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
  return { key: pem, cert: pem };
}

/** A web server by https whose answers a test gives. */
export async function startWebHost() {
  /** Name and path of each request. */
  const requests: string[] = [];
  let answer: Answer;
  let robots: Answer;
  const server = createServer(certificate(), (request, response) => {
    requests.push(`${request.headers.host?.split(':')[0]} ${request.url}`);
    response.on('error', () => undefined);
    (request.url === '/robots.txt' ? robots : answer)(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, SERVER, resolve));
  const { port } = server.address() as AddressInfo;
  const rules: Rules = {
    resolve: async (name) => ADDRESSES[name] ?? Promise.reject(new Error('ENOTFOUND')),
    isAllowed: (address) => address === SERVER || isPublicAddress(address),
    isPort: (wanted) => wanted === String(port) || PUBLIC_INTERNET.isPort(wanted),
  };
  return {
    port,
    requests,
    rules,
    answerWith: (given: Answer) => {
      answer = given;
    },
    robotsWith: (given: Answer) => {
      robots = given;
    },
    reset() {
      requests.length = 0;
      answer = (response) => response.setHeader('content-type', 'text/html').end('<p>Ein Absatz.</p>');
      robots = (response) => response.writeHead(404).end();
    },
    at: (pathname: string, name = 'seite.example') => `https://${name}:${port}${pathname}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
