import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copiesBy } from './picture-copies.ts';

const HASH = 'a'.repeat(64);

/** Responds with a picture for each address, as the database does. */
const asked: string[][] = [];
let status = 200;
const backend = createServer(async (request, response) => {
  const { addresses } = (await json(request)) as { addresses: string[] };
  asked.push(addresses);
  const sizes = [{ type: 'image/png', width: 3, hash: HASH }];
  const row = { alt: '', is_decorative: false, width: 3, height: 2, focus_x: 0.5, focus_y: 0.5, sizes };
  const rows = addresses.map((address) => ({ address, ...row }));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
beforeEach(() => {
  connect({ url, key: 'key', site: 'https://ki.example' });
  asked.length = 0;
  status = 200;
});
afterAll(() => void backend.close());

const copiesOf = async (...addresses: string[]) => Object.fromEntries(await copiesBy(await reader())(addresses));

test('a picture of another host is shown by its copy', async () => {
  expect(await copiesOf('https://a.example/b.png')).toMatchObject({
    'https://a.example/b.png': { sources: [], src: `/_pictures/${HASH}.png`, width: 3, height: 2 },
  });
});

test('a picture of the site stays, and nothing is asked', async () => {
  expect(await copiesOf('https://ki.example/a.png')).toEqual({
    'https://ki.example/a.png': { src: 'https://ki.example/a.png' },
  });
  expect(asked).toEqual([]);
  expect(await copiesOf('http://ki.example/a.png', 'https://ki.example.evil/a.png')).not.toMatchObject({
    'http://ki.example/a.png': { src: 'http://ki.example/a.png' },
  });
  expect(asked).toHaveLength(1);
});

test('many addresses are asked for in parts, each once', async () => {
  const many = Array.from({ length: 450 }, (_, index) => `https://a.example/${index}.png`);
  expect(Object.keys(await copiesOf(...many, ...many))).toHaveLength(450);
  expect(asked.map(({ length }) => length)).toEqual([200, 200, 50]);
});

test('a failed read shows no copy, and says so in the log', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  status = 503;
  expect(await copiesOf('https://a.example/b.png')).toEqual({});
  expect(log.mock.calls.join()).toContain('copies of pictures: unavailable');
  log.mockRestore();
});
