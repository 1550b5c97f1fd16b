import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FixtureBackend, functionsDir, startFixtureBackend } from '../fixtures/backend.ts';
import { childrenOf, commandOf } from '../fixtures/backend-process.ts';
import { keepDenoRunning } from './deno-process.ts';
import { callFunction } from './functions.ts';

const provider = createServer((_, response) => response.end('hello from the provider'));

let backend: FixtureBackend;
let authorization: string;
const output: string[] = [];

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  backend = await startFixtureBackend({
    functions: {
      directory: functionsDir,
      providers: { GEMINI_API_KEY: 'a-provider-key', GEMINI_BASE_URL: urlOf(provider) },
    },
    log: (event, fields) => void (event === 'functions_output' && output.push(String(fields?.line))),
  });
  authorization = `Bearer ${await backend.signUp()}`;
});
afterAll(async () => {
  provider.close();
  await backend.close();
});

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (name: string, json: unknown = {}) =>
  backend.send(`/functions/v1/${name}`, { json, headers: { authorization } });

test('a function gets the request under its own name', async () => {
  const response = await call('echo/deeper?a=1', { hello: 'Welt' });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ pathname: '/echo/deeper', body: '{"hello":"Welt"}' });
});

test('functions see only the environment variables that they need', async () => {
  const { environment } = await (await call('echo')).json();
  expect(environment).toMatchObject({
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.publishableKey,
    GEMINI_API_KEY: 'a-provider-key',
  });
  expect(Object.keys(environment)).not.toContain('HOME');
  expect(JSON.stringify(environment)).not.toContain(backend.serviceRoleKey);
});

test('a function uses the installed Supabase client with the rights of its caller', async () => {
  expect((await (await call('client')).json()).whoami).toMatch(/^authenticated [0-9a-f-]{36}$/);
});

test('a function may reach its provider, and neither files nor processes of the machine', async () => {
  expect(await (await call('escape', { provider: urlOf(provider) })).json()).toEqual({
    provider: 'hello from the provider',
    read: 'NotCapable',
    write: 'NotCapable',
    run: 'NotCapable',
    connect: 'NotCapable',
  });
});

test('the router takes calls with its token only, and no account of the machine can read it', async () => {
  const options = {
    directory: functionsDir,
    names: ['echo'],
    environment: {},
    reachable: [],
    onOutput: () => undefined,
  };
  const deno = keepDenoRunning(options, () => undefined);
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
  const response = await call('nope');
  expect(response.status).toBe(404);
  expect((await response.json()).error).toBe('There is no such function');
});

test('a function that cannot be loaded fails alone, and says so in the log', async () => {
  expect((await call('unloadable')).status).toBe(500);
  expect(output.join('\n')).toContain('unloadable cannot be loaded');
});

test('a function accepts bodies that are too long for the other services', async () => {
  const { body } = await (await call('echo', { text: 'x'.repeat(2 * 1024 * 1024) })).json();
  expect(body.length).toBeGreaterThan(2 * 1024 * 1024);
  expect((await call('echo', { text: 'x'.repeat(11 * 1024 * 1024) })).status).toBe(413);
});

test('functions restart after their process was killed; meanwhile the backend is not ready', async () => {
  const [deno] = childrenOf(process.pid).filter((pid) => commandOf(pid).includes('router.ts'));
  process.kill(Number(deno), 'SIGKILL');
  const readiness = () => fetch(`${backend.url}/readyz`);
  await vi.waitFor(async () => expect((await readiness()).status).toBe(503), { interval: 10 });
  await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 10_000, interval: 100 });
  expect((await call('echo')).status).toBe(200);
});

test('an unhandled rejection in a function does not end the process', async () => {
  expect((await call('forgetful')).status).toBe(200);
  expect((await call('echo')).status).toBe(200);
});
