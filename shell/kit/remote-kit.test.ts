import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NPX, PINNED_NODE, PNPM_VERSION } from '../../scripts/bootstrap.mjs';
import { type AssetServer, serveAssets } from '../../scripts/start/asset-server.ts';
import { freePort } from '../../shared/testing/free-ports.ts';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { type ShellProcess, shellPlace } from '../server/testing/shell-process.ts';

/** Packages that pnpm has not stored yet come from the network. */
const LONGEST_MS = 600_000;
const SOON = { timeout: 60_000, interval: 100 };

/** The environment of a terminal outside this workspace. */
function outsiders(): NodeJS.ProcessEnv {
  const isOurs = (name: string) =>
    /^(npm_(?!config_)|pnpm_|vitest|node_env|node_options|force_color|dev|test|mode|prod|ssr)/i.test(name);
  const own = Object.entries(process.env).filter(([name]) => !isOurs(name));
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(ROOT));
  const PATH = [path.dirname(PINNED_NODE), ...folders].join(path.delimiter);
  return { ...Object.fromEntries(own), PATH, npm_config_loglevel: 'error', NO_COLOR: '1' };
}

const place = folderOfFile();
const remote = path.join(place, 'mf-events');
let opened: RegistryBackend;
let shells: Awaited<ReturnType<typeof shellPlace>>;
let shell: ShellProcess;
let assets: AssetServer;
let environment: NodeJS.ProcessEnv;

async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: remote, env: environment }).catch((error) => {
    throw new Error([error.message, error.stdout, error.stderr].join('\n'));
  });
  return stdout.trim();
}

const pnpm = (...args: readonly string[]) => run(NPX, '--yes', `pnpm@${PNPM_VERSION}`, ...args);
const kiRemote = (...args: readonly string[]) => run(path.join(remote, 'node_modules', '.bin', 'ki-remote'), ...args);

beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  await mkdir(remote);
  opened = await startRegistryBackend('demo');
  const { registry } = opened;
  const { supabase } = opened.access;
  shells = await shellPlace(opened);
  const port = await freePort();
  await registry.addTeam('events', ['mf-events'], []);
  await registry.addOrigin(`http://127.0.0.1:${port}/mf-events`, 'mf-events');
  const REMOTE_TOKEN = await registry.createToken('events', ['publish', 'promote'], 1);

  const first = await storeTinyRemote(place);
  await registry.publish(first);
  await registry.promote(first, { ...by, origin: `http://127.0.0.1:${port}/mf-tiny` });

  const connection = { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: supabase.key };
  shell = await shells.start({ ...connection, DATA_DIR: path.join(place, 'shell') });
  assets = serveAssets(place, 'store', port);
  const store = { STORE: path.join(place, 'store'), STORE_URL: `http://127.0.0.1:${port}` };
  environment = { ...outsiders(), ...connection, ...store, SITE_URL: shell.url, REMOTE_TOKEN, TRUSTED_KEYS: 'none' };
}, LONGEST_MS);
afterAll(async () => {
  await shells?.remove();
  await assets?.stop();
  await opened?.close();
});

const pageOf = async (address: string) => (await fetch(`${shell.url}${address}`)).text();
const titleOf = async (address: string) => /<h1[^>]*>([^<]*)</.exec(await pageOf(address))?.[1];

test(
  'a remote made in an empty folder outside the workspace goes live on a running platform',
  async () => {
    const kit = await run(PINNED_NODE, path.join(ROOT, 'shell', 'kit', 'build.ts'), place);
    await writeFile(path.join(remote, 'package.json'), '{}');
    await pnpm('add', '--prefer-offline', kit);
    expect(await kiRemote('--help')).toContain('  rollback NAME ');
    expect(await kiRemote('new', 'mf-events')).toBe('created mf-events');
    await pnpm('install', '--prefer-offline', '--no-frozen-lockfile');
    await pnpm('check');
    expect(await pnpm('test')).toMatch(/Tests +1 passed/);

    const published = await kiRemote('publish', 'mf-events');
    const [, release = ''] = /\npublished (mf-events@1\.0\.0-\S+)$/.exec(published) ?? [];
    const checked = await kiRemote('check', release);
    expect(checked).toMatch(/^ok {4}server +renders \/events$/m);
    expect(checked).toMatch(/^ok {4}browser +\/events, by Chromium/m);
    expect(checked).not.toContain('FAIL');
    expect(await kiRemote('promote', release)).toBe(`live ${release}`);
    await expect.poll(() => titleOf('/events'), SOON).toBe('Events');
    const [newest] = await opened.backend.database.query<{ title: string }>(
      'select title from workshops order by created_at desc limit 1',
    );
    const page = await pageOf('/events');
    expect(page.includes(`<li>${newest?.title}</li>`)).toBe(true);
    // Class names with a counter would differ between server and browser.
    expect(page.match(/class="sc-[^"]*"/g)).toBeNull();
    expect(await kiRemote('status')).toMatch(/^mf-events .* served$/m);
  },
  LONGEST_MS,
);

test.each([
  [['new', 'mf-other'], 'src exists; expected a folder without sources'],
  [['publish', 'mf-events', '--store', 'ftp://x'], 'the store is "ftp://x"; expected a folder or s3://bucket/path'],
  [['publish', 'mf-other'], 'unknown remote "mf-other"; expected one of: mf-events'],
])('%j is refused, and the error names the fault', async (args, message) => {
  await expect(kiRemote(...args)).rejects.toThrow(message);
});
