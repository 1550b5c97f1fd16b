/** `plain-node.ts URL`: serves one response of that address, headers and body, and prints its own address. */
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onStop } from '../../shared/process/on-stop.mjs';

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

const headers = { 'accept-encoding': 'gzip, deflate, br' };
const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  get(String(process.argv[2]), { headers }, resolve).on('error', reject);
});
const body = Buffer.concat(await answer.toArray());
const same = Object.entries(answer.headers).flatMap(([name, value]) =>
  OF_THE_CONNECTION.has(name) ? [] : [name, String(value)],
);

const server = createServer((_request, response) => response.writeHead(200, same).end(body));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
onStop(() => process.exit(0));
