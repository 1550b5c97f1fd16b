import { createServer } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { stopGracefully } from '../server/http/stop-gracefully.ts';
import { log, logAs } from '../server/log/log.ts';

const [, , store, name, portText] = process.argv;
const port = Number(portText);
if (!store || !name || !Number.isInteger(port)) {
  console.error('usage: serve.ts STORE REMOTE PORT');
  process.exit(1);
}

logAs(name);

// Any origin may run published code: what protects the visitor is the hash that the page demands.
const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

const files = sirv(path.join(store, name), {
  dev: true,
  brotli: true,
  gzip: true,
  setHeaders(response) {
    for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
  },
});

const server = createServer((request, response) => {
  files(request, response, () => {
    response.writeHead(404, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('not found\n');
  });
});
server.on('error', (error: NodeJS.ErrnoException) => {
  const message = error.code === 'EADDRINUSE' ? `port ${port} of ${name} is taken` : error.message;
  log('error', 'failed', { message });
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => log('info', 'listening', { message: `${name} served on port ${port}` }));
stopGracefully(server);
