// `pnpm dev`: starts backend, shell and every remote with hot reload, where `npm start` has them, without builds and
// registry. `dev.ts mf-blog` (`pnpm --filter mf-blog dev`): that remote alone, in a frame of its own and for a running
// shell by override.
import { remotesOf } from '../shell/build/workspace.ts';
import { FIRST_REMOTES } from '../shell/registry/addresses.ts';
import { ROOT } from './bootstrap.mjs';
import {
  demoLines,
  developmentService,
  type Lines,
  runningBackend,
  signInLines,
  startBackend,
  startService,
} from './services.ts';
import { type LocalRemote, readSettings, requireFree, requirePorts, type Settings } from './settings.ts';
import { createSupervisor, runUntilSignal } from './supervisor.ts';
import { CommandError, print, printLog, stopwatch } from './terminal.ts';

/** Added to the port of a remote alone, so that a platform may run beside it. */
const ALONE = 1_000;

let isUp = false;
const supervisor = createSupervisor({
  onEvent: print,
  onOutput: (name, line) => (isUp || name !== 'backend') && line.trim() && printLog(name, line),
});

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

async function localRemotes(): Promise<LocalRemote[]> {
  const found = await remotesOf(ROOT);
  const further = found.filter((name) => !FIRST_REMOTES.includes(name));
  return [...FIRST_REMOTES, ...further]
    .map((name, index) => ({ name, slot: index + 1 }))
    .filter(({ name }) => found.includes(name));
}

async function developPlatform(settings: Settings): Promise<Lines> {
  const { port, dataDir } = settings;
  const remotes = await localRemotes();
  await requirePorts(settings, remotes);
  const serveRemote = ({ name, slot }: LocalRemote) =>
    startService(
      supervisor,
      developmentService(name, port + slot, ['web']),
      `${addressOf(port + slot)}/remoteEntry.js`,
    );
  const serveShell = async () => {
    const { url, key } = await startBackend(supervisor, settings);
    const origins = Object.fromEntries(remotes.map(({ name, slot }) => [name, addressOf(port + slot)]));
    const more = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, REMOTES: JSON.stringify(origins) };
    const service = developmentService('shell', port, ['web'], { ...more, PORT: String(port), DATA_DIR: dataDir });
    await startService(supervisor, service, `${addressOf(port)}/assets/js/index.js`);
  };
  await Promise.all([serveShell(), ...remotes.map(serveRemote)]);
  return [['ready', addressOf(port)], ...(await signInLines(settings))];
}

async function developRemote(name: string, settings: Settings): Promise<Lines> {
  const remotes = await localRemotes();
  const remote = remotes.find((one) => one.name === name);
  if (!remote) {
    const names = remotes.map((one) => one.name).join(', ');
    throw new CommandError(`there is no remote ${name}; expected ${names}`);
  }
  const port = settings.port + ALONE + remote.slot;
  await requireFree([{ port, owner: name, variable: 'PORT' }]);
  const running = settings.hosted ? null : await runningBackend(settings);
  const { url, key } = running ?? (await startBackend(supervisor, settings));
  const more = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key };
  const service = developmentService(name, port, ['frame', 'override'], more);
  await startService(supervisor, service, `${addressOf(port)}/remoteEntry.js`);
  return [
    ['ready', addressOf(port)],
    ['shell', `a running one shows it by override: add ?overrides to an address, ${name} from ${addressOf(port)}`],
    ...demoLines(settings),
  ];
}

runUntilSignal(supervisor, async (isStopping) => {
  const elapsed = stopwatch();
  const settings = readSettings(process.env, ROOT, 'develop');
  const [, , name] = process.argv;
  const lines = await (name ? developRemote(name, settings) : developPlatform(settings));
  if (isStopping()) return;
  print('start', `everything answers after ${elapsed()}`);
  for (const [label, text] of lines) print(label, text);
  isUp = true;
});
