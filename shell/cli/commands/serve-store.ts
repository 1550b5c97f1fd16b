import { once } from 'node:events';
import type { Command } from '../command.ts';
import { storeServer } from '../file-server.ts';

const EXPECTED = 'expected an address of this machine with a port, like http://127.0.0.1:4400';

function ownAddress(url: string | undefined): URL {
  const address = url === undefined ? null : URL.parse(url);
  const isOwn = address?.protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(address.hostname) && address.port;
  if (address && isOwn) return address;
  throw new Error(`STORE_URL is ${url === undefined ? 'not set' : `"${url}"`}; ${EXPECTED}`);
}

export const serveCommand: Command = {
  args: [],
  summary: 'serves the folder STORE at STORE_URL, for a trial on one machine, until Ctrl-C',
  async run({ store: { place, url } }) {
    const { href, hostname, port } = ownAddress(url);
    if (place.includes('://')) throw new Error(`STORE is "${place}"; expected a folder`);
    const server = storeServer(place, href).listen(Number(port), hostname);
    await once(server, 'listening');
    process.stdout.write(`serving ${place} at ${url}\n`);
    await once(server, 'close');
    return { lines: [], json: { done: 'served' } };
  },
};
