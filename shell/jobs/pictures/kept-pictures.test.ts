import type { ServerResponse } from 'node:http';
import { hashInAddress, pictureAddress } from '@ki/shared/contract/pictures.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { overHttp } from '../../registry/registry.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import type { HttpRequest } from '../../server/http/http-request.ts';
import { findLibraryPicture, limitPictureReads, readPicture } from '../../server/site/pictures.ts';
import { temporaryServer } from '../../server/testing/temporary.ts';
import { PUBLIC_INTERNET } from '../fetch/fetch-bytes.ts';
import { createRounds } from '../processes/run-jobs.ts';
import { copyPictures } from './copy-pictures.ts';
import { sample } from './testing/samples.ts';

let backend: RegistryBackend;
/** With the token of a shell, and with that of the program. */
let call: ReturnType<typeof overHttp>;
let callAsProgram: ReturnType<typeof overHttp>;
let port: string;
const asked: (string | undefined)[] = [];
let answer: (response: ServerResponse, path: string) => unknown;

beforeAll(async () => {
  backend = await startRegistryBackend();
  call = overHttp({ ...backend.access, token: backend.shellToken });
  const [made] = await backend.backend.database.query<{ token: string }>(
    "select shipping.make_token('pictures', null, '{}', null, 'test') as token",
  );
  callAsProgram = overHttp({ ...backend.access, token: made?.token ?? '' });
});
beforeEach(async () => {
  asked.length = 0;
  const origin = await temporaryServer((incoming, response) => {
    asked.push(incoming.url);
    answer(response, incoming.url ?? '');
  });
  port = new URL(origin).port;
  // The type is that of the content, whatever the host says.
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(sample('webp'));
  await backend.backend.database.execute(
    'delete from public.posts; delete from public.pictures; delete from private.picture_files;',
  );
});
afterAll(() => backend.close());

/** The test's server stands for one on the public internet. */
const rounds = (calling = callAsProgram) =>
  createRounds(
    calling,
    copyPictures({
      resolve: async () => ['127.0.0.1'],
      isAllowed: (found) => found === '127.0.0.1',
      isPort: (wanted) => wanted === port || PUBLIC_INTERNET.isPort(wanted),
    }),
  );

const addressOf = (path: string) => `http://bilder.example:${port}${path}`;

async function savePost(...addresses: readonly string[]): Promise<void> {
  const content = addresses.map((address) => `![Bild](${address})`).join('\n');
  await backend.backend.database.query(
    "insert into public.posts (title, slug, content, author) values ('Bild', gen_random_uuid(), $1, 'Redaktion')",
    [content],
  );
}

async function untilIdle(round: () => Promise<boolean>): Promise<void> {
  while (await round());
}

const stored = () =>
  backend.backend.database.query<{ origin: string; file: string | null; failure: string | null }>(
    'select origin, original as file, failure from public.pictures order by origin',
  );

const serve = (reading = call) => limitPictureReads()(readPicture(reading));
const request: HttpRequest = {
  method: 'GET',
  url: new URL('http://site.test/'),
  headers: new Headers(),
  address: '192.0.2.1',
  client: '192.0.2.1',
  body: null,
};

test('a picture that a row names is fetched once, stored and served', async () => {
  await savePost(addressOf('/a.png'));
  const round = rounds();
  await untilIdle(round);
  await savePost(addressOf('/a.png'));
  await untilIdle(round);
  expect(asked).toEqual(['/a.png']);
  const [{ file } = { file: null }] = await stored();
  const address = pictureAddress(file ?? '', 'image/webp') ?? '';
  expect(address).toBe(`/_pictures/${file}.webp`);
  const response = await serve()(hashInAddress(address) ?? '', request);
  expect(response).toEqual({
    status: 200,
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: `"${file}"`,
    },
    body: sample('webp'),
  });
});

test('a picture of 10 MB is stored and served', async () => {
  const [head, tail] = [sample('png').subarray(0, 33), sample('png').subarray(33)];
  const chunk = Buffer.alloc(10_000_000 - head.length - tail.length, 1);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.write('tEXt', 4, 'latin1');
  const picture = Buffer.concat([head, chunk, tail]);
  answer = (response) => response.end(picture);
  await savePost(addressOf('/big.png'));
  await untilIdle(rounds());
  const [{ file, failure } = { file: '', failure: '' }] = await stored();
  expect(failure).toBeNull();
  expect((await serve()(file ?? '', request)).body).toEqual(picture);
});

test('what is no picture is not served, and the reason is stored', async () => {
  answer = (response, path) => (path === '/404' ? response.writeHead(404).end() : response.end('<svg/>'.padEnd(99)));
  await savePost(addressOf('/a.svg'), addressOf('/404'), 'http://bilder.example:22/');
  await untilIdle(rounds());
  expect((await stored()).map(({ file, failure }) => [file, failure])).toEqual([
    [null, 'Only the ports 80 and 443 are asked.'],
    [null, 'The host answered 404.'],
    [null, 'It is an SVG, which can run programs. Export it as PNG.'],
  ]);
  expect(await backend.backend.database.query('select from private.picture_files')).toEqual([]);
});

test('a failure of the database is not one of the picture', async () => {
  await savePost(addressOf('/a.png'));
  const cut = rounds((name, ...rest) =>
    name === 'finish_job' ? Promise.reject(new Error('gone')) : callAsProgram(name, ...rest),
  );
  await expect(untilIdle(cut)).rejects.toThrow('gone');
  expect((await stored()).map(({ failure }) => failure)).toEqual([null]);
});

const HASH = 'a'.repeat(64);

test.each<readonly [string, object | null, number, Readonly<Record<string, string>>, number]>([
  ['has its first size', { type: 'image/webp', hash: HASH }, 302, { location: `/_pictures/${HASH}.webp` }, 1],
  ['waits for it', { type: null, hash: null }, 503, { 'retry-after': '1', 'cache-control': 'no-store' }, 2],
  ['failed or is unknown', null, 404, { 'cache-control': 'private, no-store' }, 1],
])('a picture of the library that %s: %j is %i, and only a 503 is read again within a minute', async (...given) => {
  const [, found, status, headers, reads] = given;
  const reading = vi.fn(async () => found);
  const service = limitPictureReads()(findLibraryPicture(reading));
  for (const _ of [1, 2]) expect(await service('id', request)).toMatchObject({ status, headers });
  expect(reading).toHaveBeenCalledTimes(reads);
});

test('a client that asks for ever new pictures is refused, and others are served', async () => {
  const service = serve(async () => null);
  const ask = async (number: number, client: string) => {
    const response = await service(number.toString(16).padStart(64, '0'), { ...request, client });
    return response.status;
  };
  const answers: number[] = [];
  for (let number = 0; number <= 1_200; number += 1) answers.push(await ask(number, '192.0.2.1'));
  expect(answers.lastIndexOf(404)).toBe(1_199);
  expect(answers[1_200]).toBe(429);
  expect(await ask(5_000, '198.51.100.1')).toBe(404);
});

test.each(['/_pictures/a.png', `/_pictures/${'a'.repeat(64)}.svg`, `/_pictures/${'a'.repeat(64)}.png/b`])(
  '%s names no picture',
  (pathname) => expect(hashInAddress(pathname)).toBeNull(),
);

test('a picture is read once for many who ask at once, and not again while it is in memory, nor a 404 for a minute', async () => {
  await savePost(addressOf('/a.png'));
  await untilIdle(rounds());
  const [{ file } = { file: '' }] = await stored();
  const missing = { status: 404, headers: { 'cache-control': 'private, no-store' } };
  for (const [hash, expected] of [
    [file ?? '', { status: 200 }],
    [HASH, missing],
  ] as const) {
    const reading = vi.fn(call);
    const service = serve(reading);
    const ask = () => service(hash, request);
    await Promise.all(Array.from({ length: 10 }, ask));
    expect(await ask()).toMatchObject(expected);
    expect(reading).toHaveBeenCalledTimes(1);
  }
});

test('without the database a picture is 503, and asked for again', async () => {
  const service = serve(() => Promise.reject(new Error('gone')));
  const response = await service('a'.repeat(64), request);
  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } });
});
