import { runNode } from './processes.ts';
import type { Settings } from './settings.ts';
import { CommandError, duration, print, printError, printStatus, stopwatch } from './terminal.ts';

const TICK_MS = 250;
const SILENT_MS = 1_000;

type BuildEvent =
  | { event: 'begun'; app: string }
  | { event: 'done'; app: string; ms: number; isNew: boolean; done: number; of: number }
  | { event: 'released'; remote: string; version: string }
  | { event: 'kept'; message: string }
  | { event: 'failed'; app: string; message: string };

function show(event: BuildEvent): void {
  if (event.event === 'done' && event.isNew) {
    print('build', `${event.app} in ${duration(event.ms)} (${event.done} of ${event.of})`);
  }
  if (event.event === 'released') print('live', `${event.remote}@${event.version}`);
  if (event.event === 'kept') print('live', event.message);
  if (event.event === 'failed') printError(new CommandError(`${event.app}: ${event.message}`));
}

function watchApps() {
  const elapsed = stopwatch();
  const started = performance.now();
  const active = new Set<string>();
  const timer = setInterval(() => {
    if (active.size === 0 || performance.now() - started < SILENT_MS) return;
    printStatus('build', `building ${[...active].join(', ')}, ${elapsed()}`);
  }, TICK_MS);
  return {
    note(event: BuildEvent) {
      if (event.event === 'begun') active.add(event.app);
      if (event.event === 'done' || event.event === 'failed') active.delete(event.app);
    },
    end: () => clearInterval(timer),
  };
}

async function runProgram(program: string, ...args: readonly string[]): Promise<void> {
  const apps = watchApps();
  const rest: string[] = [];
  const onLine = (line: string) => {
    if (!line.startsWith('{"event":')) return void rest.push(line);
    const event = JSON.parse(line) as BuildEvent;
    apps.note(event);
    show(event);
  };
  const code = await runNode([program, ...args], { onLine });
  apps.end();
  if (code !== 0) throw new CommandError(rest.join('\n') || 'the platform could not be built');
}

/** Releases go to the backend of this start: another platform on the same data keeps its registry. */
export const buildAndRelease = ({ dataDir, port, supabasePort }: Settings): Promise<void> =>
  runProgram('scripts/start/release.ts', dataDir, String(port), String(supabasePort));

export const buildShell = () => runProgram('shell/build/build-shell.ts');
