import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { fixtureBackend, functionsDir } from '../fixtures/backend.ts';
import { childrenOf, commandOf } from '../fixtures/backend-process.ts';
import { callFunction, keepDenoRunning } from './functions.ts';

async function served(text: string | undefined) {
  const server = createServer((_, response) => text !== undefined && response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const provider = await served('hello from the provider');
afterAll(provider.close);

const output: string[] = [];
const backend = fixtureBackend({
  functions: {
    directory: functionsDir,
    providers: { GEMINI_API_KEY: 'a-provider-key', GEMINI_BASE_URL: provider.url },
  },
  log: (event, fields) => void (event === 'functions_output' && output.push(String(fields?.line))),
});

const call = (name: string, json: unknown = {}) => backend.ask(`/functions/v1/${name}`, { json, token: backend.token });

test('a function gets the request under its own name', async () => {
  const { status, body } = await call('echo/deeper?a=1', { hello: 'Welt' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ pathname: '/echo/deeper', body: '{"hello":"Welt"}' });
});

test('functions see only the environment variables that they need', async () => {
  const { environment } = (await call('echo')).body;
  expect(environment).toMatchObject({
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.publishableKey,
    GEMINI_API_KEY: 'a-provider-key',
  });
  expect(Object.keys(environment)).not.toContain('HOME');
  expect(JSON.stringify(environment)).not.toContain(backend.serviceRoleKey);
});

test('a function uses the installed Supabase client with the rights of its caller', async () => {
  expect((await call('client')).body.whoami).toMatch(/^authenticated [0-9a-f-]{36}$/);
});

test('a function may reach its provider, and neither files nor processes of the machine', async () => {
  expect((await call('escape', { provider: provider.url })).body).toEqual({
    provider: 'hello from the provider',
    read: 'NotCapable',
    write: 'NotCapable',
    run: 'NotCapable',
    connect: 'NotCapable',
  });
});

test('the router takes calls with its token only, and no account of the machine can read it', async () => {
  const options = { directory: functionsDir, names: ['echo'], environment: {}, reachable: [], onOutput: () => {} };
  const deno = keepDenoRunning(options, () => {});
  const running = await deno.running(60_000);
  const request = () => new Request('http://backend.test/echo');
  const statusWith = async (token: string) =>
    (await callFunction({ url: '', ...running, token }, '/echo', request())).status;
  expect([await statusWith(String(running?.token)), await statusWith('undefined')]).toEqual([200, 403]);
  const commands = childrenOf(process.pid).map(commandOf);
  expect(commands).toContainEqual(expect.stringContaining(`router.ts`));
  expect(commands.join()).not.toContain(running?.token);
  await deno.stop();
});

test('a function that does not exist is 404 for signed-in callers', async () => {
  expect(await call('nope')).toMatchObject({ status: 404, body: { error: 'There is no such function' } });
});

test('a function that cannot be loaded fails alone, and says so in the log', async () => {
  expect((await call('unloadable')).status).toBe(500);
  expect(output.join('\n')).toContain('unloadable cannot be loaded');
});

test('a function accepts bodies that are too long for the other services', async () => {
  const { body } = (await call('echo', { text: 'x'.repeat(2 * 1024 * 1024) })).body;
  expect(body.length).toBeGreaterThan(2 * 1024 * 1024);
  expect((await call('echo', { text: 'x'.repeat(11 * 1024 * 1024) })).status).toBe(413);
});

const request = () => new Request('http://backend.test/functions/v1/echo', { method: 'POST', body: '{}' });

test('a call of a function that takes too long is aborted', async () => {
  const silent = await served(undefined);
  onTestFinished(silent.close);
  const response = await callFunction({ url: silent.url, token: 'token' }, '/echo', request(), 50);
  expect([response.status, (await response.json()).error]).toEqual([504, 'The function took too long']);
});

test('a call without a running router is 502', async () => {
  expect((await callFunction({ url: 'http://127.0.0.1:1', token: 'token' }, '/echo', request())).status).toBe(502);
});

test('functions restart after their process was killed; meanwhile the backend is not ready', async () => {
  const [deno] = childrenOf(process.pid).filter((pid) => commandOf(pid).includes('router.ts'));
  process.kill(Number(deno), 'SIGKILL');
  const readiness = () => backend.send('/readyz');
  await vi.waitFor(async () => expect((await readiness()).status).toBe(503), { interval: 10 });
  await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 10_000, interval: 100 });
  expect((await call('echo')).status).toBe(200);
});

test('an unhandled rejection in a function does not end the process', async () => {
  expect((await backend.send('/functions/v1/forgetful', { json: {}, token: backend.token })).status).toBe(200);
  expect((await call('echo')).status).toBe(200);
});
