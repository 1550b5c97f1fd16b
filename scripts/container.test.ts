import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../shell/build/build.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { fileRegistry } from '../shell/registry/file-registry.ts';
import { by } from '../shell/registry/testing/release.ts';
import {
  beside,
  canConfine,
  commandOf,
  confined,
  DOCKERFILE,
  imageEnvironment,
  makeImageFolder,
  only,
  stageNamed,
} from './container.ts';
import { PNPM_VERSION, ROOT } from './lib/toolchain.mjs';
import { Started, until } from './started-platform.ts';

const faults = (text: string) => validate(text).map(({ message }) => message);
const NOBODY = 65_534;

test('the container file is one, and what is wrong in one is found', () => {
  expect(faults(DOCKERFILE)).toEqual([]);
  expect(faults(DOCKERFILE.replace('WORKDIR', 'WORKDRI'))).not.toEqual([]);
});

test('its base is pinned by digest, and is the Node.js of the project', () => {
  expect(DOCKERFILE).toMatch(
    new RegExp(`^ARG NODE=node:${process.versions.node}-bookworm-slim@sha256:[0-9a-f]{64}$`, 'm'),
  );
  const bases = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`\${NODE}`, 'manifests']));
  expect(DOCKERFILE.match(/(?<=pnpm@)[\d.]+/g)).toEqual([PNPM_VERSION]);
});

test.each(['backend', 'shell'])('nothing runs in %s as root', (name) => {
  const stage = stageNamed(name);
  const order = stage.map((instruction) => instruction.getKeyword());
  expect(only('USER', stage).getArguments()[0]?.getValue()).toBe('node');
  expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'));
});

test('what is left out of its context is what the list says', () => {
  const lines = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').trim().split('\n').slice(1);
  expect(lines).toEqual([
    '*',
    ...['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'shared', 'shell', 'supabase'].map(
      (name) => `!${name}`,
    ),
    ...['node_modules', 'dist', 'testing', '*.test.ts', '*.test.tsx', 'README.md'].map((name) => `**/${name}`),
  ]);
});

describe.runIf(canConfine())('made by hand, without a network, on a read-only file system, as nobody', () => {
  let image: ReturnType<typeof makeImageFolder>;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'image-data-'));
  let shell: Started;

  beforeAll(async () => {
    await build(ROOT, 'shell', async () => undefined);
    image = makeImageFolder();
    await fileRegistry(dataDir).promote(await storeTinyRemote(dataDir), by);
    chownSync(dataDir, NOBODY, NOBODY);
  }, 300_000);
  afterAll(() => {
    shell?.child.kill('SIGKILL');
    image?.remove();
    rmSync(dataDir, { recursive: true });
  });

  test('it has no tests and nothing of the build', () => {
    expect(globSync('{shared,shell}/**/*.test.{ts,tsx}', { cwd: image.folder })).toEqual([]);
    expect(
      globSync('node_modules/.pnpm/{@rsbuild,@rspack,@module-federation,vitest,typescript,node}[@+]*', {
        cwd: image.folder,
      }),
    ).toEqual([]);
    expect(globSync('{.git,.data,supabase,e2e,mf-*,shell/cli,shell/build}', { cwd: image.folder })).toEqual([]);
    expect(existsSync(path.join(image.folder, 'node_modules/.pnpm'))).toBe(true);
  });

  test('it starts, is healthy, answers and stops', async () => {
    const [, ...args] = commandOf(only('CMD'));
    const environment: Record<string, string> = {
      ...imageEnvironment(),
      DATA_DIR: dataDir,
      SITE_URL: 'https://ki.example.org',
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'key',
    };
    const program = confined(environment, image.node, ...args);
    shell = new Started('unshare', program, { WRITABLE: dataDir }, image.folder);
    const [, ...question] = commandOf(only('HEALTHCHECK'));
    const isHealthy = () => beside(shell.pid, 'env', `PORT=${environment.PORT}`, image.node, ...question).status === 0;
    await shell.untilPrinted('"event":"listening"');
    await until('it is healthy', isHealthy);

    const ask = `fetch('http://127.0.0.1:${environment.PORT}/login').then((answer) => answer.text()).then(console.log)`;
    expect(beside(shell.pid, image.node, '--eval', ask).stdout).toContain('Admin Login');
    expect(beside(shell.pid, 'touch', path.join(image.folder, 'written')).stderr).toContain('Read-only file system');
    expect(readFileSync(`/proc/${shell.pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    expect(beside(shell.pid, 'ip', '-brief', 'link').stdout.trim().split('\n')).toHaveLength(1);

    shell.child.kill('SIGTERM');
    expect(await shell.ended).toBe(0);
    expect(shell.output).not.toMatch(/EROFS|EACCES|ENOENT/);
  });
});
