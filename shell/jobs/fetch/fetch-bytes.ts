import { ADDRCONFIG, promises as dns } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { FetchError, HostError } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

/** Which hosts may be asked. Only tests have others than the default. */
export interface Rules {
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  readonly isPort: (port: string) => boolean;
}

export interface Limits {
  readonly bytes: number;
  readonly ms: number;
  readonly redirects: number;
}

export const PUBLIC_INTERNET: Rules = {
  resolve: async (hostname) =>
    (await dns.lookup(hostname, { all: true, hints: ADDRCONFIG })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  // A URL has no port where it is that of the scheme: 80 or 443.
  isPort: (port) => port === '' || port === '80' || port === '443',
};

/** What is asked for, and how. */
export interface Asking {
  readonly protocols: readonly ('http:' | 'https:')[];
  readonly accept: string;
  readonly userAgent: string;
  readonly limits: Limits;
  /** Called before each address is asked, redirects included; it throws where the address may not be asked. */
  readonly mayAsk?: (url: URL) => Promise<void>;
}

export interface Fetched {
  readonly bytes: Buffer;
  /** What the host says the bytes are. */
  readonly contentType: string;
}

const OK = 200;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];
const TEMPORARY: readonly (number | undefined)[] = [408, 425, 429, 500, 502, 503, 504];

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

const refused = (message: string) => new FetchError(message);
const failed = (message: string, cause?: unknown) => new FetchError(message, { isFinal: false, cause });

/** `//host/path` is asked by https. */
function urlOf(address: string, base = 'https://nowhere.invalid'): URL {
  const url = URL.parse(address, base);
  if (!url) throw refused('This is no address.');
  return url;
}

const namesOf = (protocols: Asking['protocols']) => protocols.map((protocol) => protocol.slice(0, -1)).join(' and ');

function requireAllowed(url: URL, { protocols }: Asking, { isPort }: Rules): void {
  if (!protocols.some((protocol) => protocol === url.protocol)) {
    throw refused(`Only ${namesOf(protocols)} ${protocols.length > 1 ? 'are' : 'is'} fetched.`);
  }
  if (url.username !== '' || url.password !== '') throw refused('An address with an account is not fetched.');
  if (!isPort(url.port)) throw refused('Only the ports 80 and 443 are asked.');
}

/** The addresses of a host, resolved once. A name with one forbidden address is refused whole. */
async function allowedAddresses(url: URL, { resolve, isAllowed }: Rules): Promise<readonly string[]> {
  const host = hostOf(url);
  const found =
    isIP(host) > 0
      ? [host]
      : await resolve(host).catch((cause: unknown) => {
          throw failed('The name of the host was not found.', cause);
        });
  if (found.length === 0) throw failed('The name of the host was not found.');
  if (!found.every(isAllowed)) throw refused('The host is not on the public internet.');
  return found;
}

/** Connects to the address itself, so that the name is not resolved again. */
function requestFrom(address: string, url: URL, asking: Asking, signal: AbortSignal): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const host = hostOf(url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isTls ? https : http).request({
    host: address,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      accept: asking.accept,
      'accept-encoding': 'identity',
      'user-agent': asking.userAgent,
      host: url.host,
    },
    agent: false,
    signal,
    ...(isTls && isIP(host) === 0 && { servername: host }),
  });
  request.on('response', resolve);
  // A host that changes the protocol gets no further.
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(response);
  });
  request.on('error', reject);
  request.end();
  return promise;
}

function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([work, aborted]);
}

async function request(url: URL, asking: Asking, rules: Rules, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await within(signal, allowedAddresses(url, rules));
  let cause: unknown;
  for (const address of addresses) {
    try {
      return await requestFrom(address, url, asking, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      cause = error;
    }
  }
  throw failed('The host does not answer.', cause);
}

async function bodyOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = () => refused(`It has more than ${most / 1_000_000} MB.`);
  if (response.headers['content-encoding'] !== undefined && response.headers['content-encoding'] !== 'identity') {
    throw refused('It is compressed, which was not asked for.');
  }
  if (Number(response.headers['content-length']) > most) throw tooLong();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function follow(address: string, asking: Asking, rules: Rules, signal: AbortSignal): Promise<Fetched> {
  const { limits, mayAsk } = asking;
  let url = urlOf(address);
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    requireAllowed(url, asking, rules);
    if (mayAsk) await within(signal, mayAsk(url));
    const response = await request(url, asking, rules, signal);
    try {
      const { statusCode, headers } = response;
      if (statusCode === OK) {
        return { bytes: await bodyOf(response, limits.bytes), contentType: headers['content-type'] ?? '' };
      }
      if (!REDIRECTS.includes(statusCode) || headers.location === undefined) {
        throw new HostError(statusCode ?? 0, !TEMPORARY.includes(statusCode));
      }
      url = urlOf(headers.location, url.href);
    } finally {
      response.destroy();
    }
  }
  throw refused(`It redirects more than ${limits.redirects} times.`);
}

/** Fetches the bytes at an address of the public internet, each redirect by the same rules. */
export async function fetchBytes(address: string, asking: Asking, rules: Rules = PUBLIC_INTERNET): Promise<Fetched> {
  const { ms } = asking.limits;
  const signal = AbortSignal.timeout(ms);
  try {
    return await follow(address, asking, rules, signal);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (signal.aborted) throw failed(`It took more than ${ms / 1_000} s.`, error);
    throw failed('The connection broke off.', error);
  }
}
