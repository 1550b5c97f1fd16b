import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { descendants, ownPlace, Started, untilGone } from '../shared/testing/started-platform.ts';
import { until } from '../shared/testing/until.ts';
import { build } from '../shell/build/build.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { ROOT } from '../shell/build/workspace.ts';
import { keepLastGood } from '../shell/registry/memory.ts';
import { checkedDocument } from '../shell/registry/schema.ts';

let place: Awaited<ReturnType<typeof ownPlace>>;
let started: Started | undefined;

// Waits for the build lock, which a parallel test may hold, outside of the time of a test.
beforeAll(() => build(ROOT, 'shell', async () => undefined), 300_000);
beforeEach(async () => {
  place = await ownPlace();
});
afterEach(async () => {
  const processes = started ? descendants(started.pid) : [];
  started?.child.kill('SIGKILL');
  await started?.ended;
  await untilGone(processes);
  place.remove();
});

/** Nothing listens at the project's address: a shell starts without its backend. */
function startShell(environment: Readonly<Record<string, string>> = {}): Started {
  const { port, supabasePort, dataDir } = place;
  const project = {
    SUPABASE_URL: `http://127.0.0.1:${supabasePort}`,
    SUPABASE_PUBLISHABLE_KEY: 'key',
    SHELL_TOKEN: 'token',
  };
  const own = { PORT: String(port), DATA_DIR: dataDir, SITE_URL: 'https://ki.example.org', ...project };
  started = new Started(process.execPath, ['scripts/bootstrap.mjs', 'shell'], { ...own, ...environment });
  return started;
}

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
])('a shell alone on %s says where it is, answers, and leaves nothing behind', async (HOST, reachedBy) => {
  const remotes = { 'mf-tiny': { slot: 5, live: await storeTinyRemote(place.dataDir), previous: [], history: [] } };
  await keepLastGood(place.dataDir, checkedDocument('the test', { schema: 1, remotes }));
  const shell = startShell({ HOST });
  await shell.untilPrinted(/^ready.*\n/m);
  expect(shell.output).toContain(`ready  http://${HOST}:${place.port}\n`);
  expect(shell.output).not.toMatch(/^(setup|build|live|login) /m);

  const url = `http://${reachedBy}:${place.port}`;
  expect((await fetch(`${url}/login`)).status).toBe(200);
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('https://ki.example.org/sitemap.xml');
  // It starts its workers only, and `/readyz` reports the missing backend.
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const processes = descendants(shell.pid);
  expect(processes.map(({ command }) => command).join('\n')).not.toMatch(/local-backend|serve\.ts|deno|postgres/);

  shell.child.kill('SIGTERM');
  expect(await shell.ended).toBe(0);
  await untilGone(processes);
});

test('wrong settings end the start at once, each with the expected form', async () => {
  const shell = startShell({ SUPABASE_URL: '', SHELL_TOKEN: '', PORT: 'abc' });
  expect(await shell.ended).toBe(1);
  for (const line of ['SUPABASE_URL: expected an http(s) address', 'PORT: expected a whole number'])
    expect(shell.output).toContain(line);
  expect(shell.output).toContain('SHELL_TOKEN: expected a token of a shell');
  expect(shell.output).not.toContain('    at ');
});

test('the data folder need not exist', async () => {
  const shell = startShell({ DATA_DIR: path.join(place.dataDir, 'new') });
  await shell.untilPrinted(/^ready/m);
  await until('it said where it is', () => existsSync(path.join(place.dataDir, 'new', 'shell.json')));
});
