/** `npm start`: starts the whole platform on loopback and runs until it is stopped. */
import { paths } from '../shared/contract/paths.ts';
import { ownUrl } from '../shared/process/ports.ts';
import { buildAndRelease } from './build.ts';
import {
  assetService,
  type Lines,
  servedStore,
  shellService,
  signInLines,
  startBackend,
  untilReady,
} from './services.ts';
import { readSettings, requirePorts, requireRoom, type Settings, type Supabase } from './settings.ts';
import { createSupervisor, noticeIn, runUntilSignal } from './supervisor.ts';
import { CommandError, print, printLog, printStatus, stopwatch } from './terminal.ts';

const READY_WITHIN_MS = 120_000;
let isUp = false;
const supervisor = createSupervisor({
  onEvent: print,
  onOutput(name, line) {
    const notice = noticeIn(line);
    if (notice) print(name, notice);
    else if (isUp) printLog(name, line);
  },
});

async function startShell(settings: Settings, supabase: Supabase, origin: string): Promise<void> {
  const { failure, settled } = supervisor.start(
    shellService(settings, supabase, { STORE_SERVED_AT: servedStore(settings) }),
  );
  let missing = '';
  let last = '';
  const late = new Promise((_, reject) => {
    const give = () =>
      reject(new CommandError(`not ready after 2 minutes; missing: ${missing || 'the shell'}; last error: ${last}`));
    setTimeout(give, READY_WITHIN_MS).unref();
  });
  const ready = untilReady(`${origin}/readyz`, ({ failing, problem }) => {
    missing = failing.join(', ');
    last = problem;
    if (missing) printStatus('start', `waiting for ${missing}`);
  });
  await Promise.race([ready, failure, late]);
  settled();
}

const storeLines = (settings: Settings): Lines => {
  const servedAt = servedStore(settings);
  return servedAt ? [['store', `${process.env.STORE_URL} from ${servedAt}`]] : [];
};

const screens = (origin: string): Lines => [
  ['site', `${origin}/`],
  ['admin', `${origin}${paths.admin}  (sign in at ${origin}${paths.login})`],
  ['ops', `${origin}${paths.admin}/platform  what is live, canaries, tokens`],
];

async function startPlatform(isStopping: () => boolean): Promise<void> {
  const elapsed = stopwatch();
  const settings = readSettings(process.env);
  await requirePorts(settings);
  requireRoom(settings.dataDir);
  const [supabase] = await Promise.all([startBackend(supervisor, settings), buildAndRelease(settings)]);
  if (isStopping()) return;
  supervisor.start(assetService(settings), { isSettled: true });
  const origin = ownUrl(process.env.HOST || '127.0.0.1', settings.port);
  await startShell(settings, supabase, origin);
  const signIn = await signInLines(settings);
  print('start', `everything answers after ${elapsed()}`);
  const lines: Lines = [['ready', origin], ...storeLines(settings), ...signIn, ...screens(origin)];
  for (const [label, text] of lines) print(label, text);
  isUp = true;
}

runUntilSignal(supervisor, startPlatform);
