import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { build } from '../../build/build.ts';
import { storeTinyRemote } from '../../build/testing/tiny-remote.ts';
import { ROOT } from '../../build/workspace.ts';
import type { Release } from '../../registry/schema.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { commandsForReleases, runCommandLine } from '../command-line.ts';
import { type Ended, projectOf, runRemote } from './run-remote.ts';

export const nameOf = ({ name, version }: Release) => `${name}@${version}`;

/** Runs a command in this process, which saves the start of one; what it prints is taken from the streams. */
async function runHere(variables: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const before = { ...process.env };
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  Object.assign(process.env, variables);
  try {
    const program = { name: 'pnpm remote', commands: commandsForReleases, required: [], platform: '' };
    await runCommandLine({ ...program, root: ROOT, environment: process.env }, args);
    return { code: Number(process.exitCode), out: printed.stdout, err: printed.stderr };
  } finally {
    process.exitCode = undefined;
    process.env = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Commands of releases are the same in a workspace and outside; the others run as people run them. */
const run = (variables: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  ((args[0] ?? '') in commandsForReleases ? runHere : runRemote)(variables, ...args);

/** `pnpm remote` with a backend for the test file; each test has an empty registry and a data folder of its own. */
export function openCli(settings: NodeJS.ProcessEnv = {}) {
  let opened: RegistryBackend;
  let dataDir: string;
  beforeAll(async () => {
    // A tiny remote has no code for browsers.
    vi.stubEnv('BROWSER_PATH', 'none');
    opened = await startRegistryBackend();
    // Another test may be building it.
    await build(ROOT, 'shell', async () => undefined);
  }, 300_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    dataDir = folderOfTest();
    await opened.empty();
  });

  const remoteWith = (more: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    run({ DATA_DIR: dataDir, TRUSTED_KEYS: 'none', ...projectOf(opened.access), ...settings, ...more }, ...args);
  return {
    backend: () => opened,
    dataDir: () => dataDir,
    registry: () => opened.registry,
    remoteWith,
    remote: (...args: readonly string[]) => remoteWith({}, ...args),
    /** A tiny remote in the store and in the registry, as publishing leaves it. */
    async publishTiny(
      tiny: Parameters<typeof storeTinyRemote>[1] = {},
      place: Parameters<typeof storeTinyRemote>[0] = dataDir,
    ): Promise<Release> {
      const release = await storeTinyRemote(place, tiny);
      await opened.registry.publish(release);
      return release;
    },
    live: async () => (await opened.registry.read()).remotes['mf-tiny'],
  };
}
