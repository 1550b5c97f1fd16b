import { Readable } from 'node:stream';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import type { RemoteFailure } from '../../src/remotes/remote-failure.ts';
import { runBundle } from '../../worker/modules.ts';
import { temporaryServer } from '../testing/temporary.ts';
import type { LiveRemote } from '../types.ts';
import { type Bundle, moduleOf } from './messages.ts';
import { createRemoteModules } from './remote-modules.ts';

const GOOD = 'exports.remote = { contract: 2, id: "mf-test", routes: [] };';
/** Runs the bundle in this process instead of a worker. */
const run = async (bundle: Bundle) => runBundle(bundle.code.toString(), moduleOf(bundle), {});

let noted: RemoteFailure[];
const note = (problem: RemoteFailure) => noted.push(problem);

let requests: number;
let origin: string;
let answer: { status: number; body: string | Readable };
beforeEach(async () => {
  noted = [];
  requests = 0;
  answer = { status: 200, body: GOOD };
  origin = await temporaryServer((_request, response) => {
    requests += 1;
    response.writeHead(answer.status);
    if (typeof answer.body === 'string') response.end(answer.body);
    else answer.body.pipe(response);
  });
});

function remote(version: string, integrity = integrityOf(GOOD), size?: number): LiveRemote {
  const file = { path: 'server/index.cjs', integrity, ...(size !== undefined && { size }) };
  return {
    folder: `${origin}/`,
    address: () => `${origin}/server/index.cjs`,
    release: { ...release('mf-test', version, '/test'), server: file },
  };
}
const modulesRunBy = (running: typeof run, isServed = true) => createRemoteModules(running, note, () => isServed);
const load = (given = remote('1')) => modulesRunBy(run).load('mf-test', given);

test('a bundle with the stated hash is evaluated', async () => {
  const running = vi.fn(run);
  const bundle = await modulesRunBy(running).load('mf-test', remote('1', integrityOf(GOOD), GOOD.length));
  expect(bundle).toEqual({ name: 'mf-test', version: '1', contract: 2, code: Buffer.from(GOOD) });
  expect(running).toHaveBeenCalledExactlyOnceWith(bundle);
});

test('a bundle with another hash is not evaluated', async () => {
  answer.body = `${GOOD} `;
  await expect(load()).rejects.toThrow(/hash/);
});

test.each([
  ['the size that the release states', GOOD.length],
  ['20 MB where the release states none', undefined],
])('a body without an end is read up to %s', async (_limit, size) => {
  const sent = { bytes: 0 };
  const block = Buffer.alloc(65_536);
  answer.body = new Readable({
    read() {
      sent.bytes += block.length;
      this.push(block);
    },
  });
  await expect(load(remote('1', integrityOf(GOOD), size))).rejects.toThrow(
    `is longer than the ${size ?? 20_000_000} bytes that it may have`,
  );
  expect(sent.bytes).toBeLessThan((size ?? 20_000_000) + 20_000_000);
});

test('the body of an error response is not evaluated', async () => {
  answer.status = 500;
  await expect(load()).rejects.toThrow(/answered 500/);
});

test('another contract is refused', async () => {
  const old = 'exports.remote = { contract: 0, id: "mf-test", routes: [] };';
  answer.body = old;
  await expect(load(remote('1', integrityOf(old)))).rejects.toThrow('mf-test@1 is of generation 0; expected 2');
  expect(noted).toMatchObject([{ remote: 'mf-test', version: '1', phase: 'contract' }]);
});

test('a release of a generation that is not served is not fetched', async () => {
  await expect(modulesRunBy(run, false).load('mf-test', remote('1'))).rejects.toThrow(
    'mf-test@1 is of generation 2, for which there is no runtime here',
  );
  expect([requests, noted]).toEqual([0, [expect.objectContaining({ phase: 'contract' })]]);
});

test('a version is loaded once, while other versions stay loaded', async () => {
  const modules = modulesRunBy(run);
  const first = await modules.load('mf-test', remote('1'));
  expect(await modules.load('mf-test', remote('1'))).toBe(first);
  expect(await modules.load('mf-test', remote('2'))).not.toBe(first);
  expect(await modules.load('mf-test', remote('1'))).toBe(first);
});

test('a failed load is logged once, fails later calls without waiting, and is retried in the background', async () => {
  answer.status = 503;
  const modules = modulesRunBy(run);
  const first = modules.load('mf-test', remote('1'));
  await expect(first).rejects.toThrow(/answered 503/);
  expect(modules.load('mf-test', remote('1'))).toBe(first);
  expect(noted).toMatchObject([{ phase: 'server' }]);
  answer.status = 200;
  await vi.waitFor(
    () => expect(modules.load('mf-test', remote('1'))).resolves.toMatchObject({ name: 'mf-test' }),
    5_000,
  );
});
