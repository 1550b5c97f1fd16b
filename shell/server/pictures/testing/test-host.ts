import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asking, fetchBytes, PUBLIC_INTERNET, type Rules } from '../../fetch/fetch-bytes.ts';
import { isPublicAddress } from '../../fetch/public-address.ts';
import { ASKING_FOR_PICTURES } from '../picture-requests.ts';
import { readPictureFile } from '../read-picture-file.ts';
import { sample } from './samples.ts';

/** The address of the test's server stands for the public internet; any other is judged as in production. */
export const SERVER = '127.0.0.1';
/** Loopback and private, as other names and numbers of it. */
export const INNER = '127.0.0.2';

/** What the name server says. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'bilder.example': [SERVER],
  'andere.example': [SERVER],
  'innen.example': ['10.1.2.3'],
  'metadaten.example': ['169.254.169.254'],
  'halb.example': [SERVER, INNER],
  'nat64.example': ['64:ff9b::7f00:1'],
  localhost: [INNER, '::1'],
  'localhost.': [INNER],
};

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

const limits = { ...ASKING_FOR_PICTURES.limits, bytes: 200_000, ms: 2_000 };
const asking: Asking = { ...ASKING_FOR_PICTURES, limits };
export const soon: Asking = { ...ASKING_FOR_PICTURES, limits: { ...limits, ms: 150 } };

/** A web server whose answers a test gives. */
export async function startTestHost() {
  const asked: string[] = [];
  let answer: Answer;
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.on('error', () => undefined);
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, SERVER, resolve));
  const { port } = server.address() as AddressInfo;
  const rules: Rules = {
    resolve: async (name) => NAMES[name] ?? Promise.reject(new Error('ENOTFOUND')),
    isAllowed: (address) => address === SERVER || isPublicAddress(address),
    isPort: (wanted) => wanted === String(port) || PUBLIC_INTERNET.isPort(wanted),
  };
  const answerWith = (given: Answer) => {
    answer = given;
  };
  return {
    port,
    /** Host and path of each request. */
    asked,
    answerWith,
    reset() {
      asked.length = 0;
      answerWith((response) => response.end(sample('png')));
    },
    onServer: (path: string, name = 'bilder.example') => `http://${name}:${port}${path}`,
    fetchPicture: async (address: string, changed: Partial<Rules> = {}, within = asking) =>
      readPictureFile((await fetchBytes(address, within, { ...rules, ...changed })).bytes),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
