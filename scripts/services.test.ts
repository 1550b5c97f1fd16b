import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../shared/testing/free-ports.ts';
import { untilReady } from './services.ts';

async function listenAt(port: number, respond: (nth: number) => Response): Promise<number> {
  let nth = 0;
  const server = createServer(async (_, outgoing) => {
    const response = respond(nth++);
    outgoing.writeHead(response.status).end(await response.text());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.each([
  ['http://127.0.0.1:6000/readyz', 'bad port'],
  ['http://127.0.0.1:99999/readyz', 'Invalid URL'],
])('waiting for %s ends at once, as nothing can come of it', async (address, cause) => {
  await expect(untilReady(address)).rejects.toThrow(`${address} cannot be reached: ${cause}`);
});

test('whoever waits knows what for, and what failed last', async () => {
  const port = await freePort();
  const said: string[] = [];
  const ready = untilReady(`http://127.0.0.1:${port}/readyz`, ({ failing, problem }) => {
    const text = `${failing.join()} ${problem}`;
    if (said.at(-1) !== text) said.push(text);
    if (said.length === 1) void listenAt(port, answer);
  });
  const answers = [
    () => new Response('not JSON', { status: 500 }),
    () => Response.json({ failing: ['database', 'functions'] }, { status: 503 }),
  ];
  const answer = (nth: number) => answers[nth]?.() ?? new Response('ok');
  await ready;
  const address = `http://127.0.0.1:${port}/readyz`;
  expect(said).toEqual([
    ` connect ECONNREFUSED 127.0.0.1:${port}`,
    ` ${address} answered 500`,
    `database,functions ${address} answered 503`,
  ]);
});
