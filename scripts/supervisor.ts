import { setTimeout as pause } from 'node:timers/promises';
import { onStop } from '../shared/process/on-stop.mjs';
import { isFree } from '../shared/process/ports.ts';
import { endGroups, endRuns, type Program, signalGroup, startProcess } from './processes.ts';
import { CommandError, printError } from './terminal.ts';

const GRACE_MS = 4_400;
/** The time in which a front finishes its requests, while the services behind it still answer. */
const FRONT_GRACE_MS = 3_200;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 5_000;
const STEADY_MS = 10_000;
const PORT_CHECK_MS = 300;
const KEPT_OUTPUT = 30;

export interface Service extends Program {
  readonly name: string;
  readonly port?: number;
  readonly isFront?: boolean;
}

function entryOf(line: string): { readonly event?: string; readonly message?: string } {
  try {
    return line.startsWith('{') ? JSON.parse(line) : {};
  } catch {
    return {};
  }
}

export function noticeIn(line: string): string | null {
  const { event, message } = entryOf(line);
  return event === 'notice' ? (message ?? null) : null;
}

function startFailure(name: string, output: readonly string[]): CommandError {
  const lines = output.flatMap((line) => {
    const { event, message } = entryOf(line);
    if (event === undefined) return [line];
    return event === 'failed' && message ? [message] : [];
  });
  return new CommandError([`${name} ended before it was ready:`, ...lines].join('\n'));
}

export type Supervisor = ReturnType<typeof createSupervisor>;

type Listener = Readonly<Record<'onEvent' | 'onOutput', (name: string, text: string) => void>>;

export function createSupervisor({ onEvent, onOutput }: Listener) {
  let isStopping = false;
  const pids = new Map<Service, number>();

  async function runOnce(service: Service, onLine: (line: string) => void): Promise<string> {
    const { pid, ended } = startProcess(service, onLine);
    if (pid) pids.set(service, pid);
    const { exitCode, signal, originalMessage } = await ended;
    if (pid) signalGroup(pid, 'SIGKILL');
    pids.delete(service);
    return signal ?? (exitCode === undefined ? (originalMessage ?? 'not started') : `code ${exitCode}`);
  }

  async function untilPortIsFree({ name, port }: Service): Promise<void> {
    if (port === undefined || (await isFree(port))) return;
    onEvent(name, `port ${port} is taken; trying again until it is free`);
    while (!isStopping && !(await isFree(port))) await pause(PORT_CHECK_MS);
  }

  /** Starts a service. Before `settled` is called its end rejects `failure`, afterwards it is restarted and its output passed on. */
  function start(service: Service, { isSettled = false } = {}) {
    let output: string[] = [];
    let isQuiet = false;
    const onLine = (line: string) => {
      output.push(line);
      if (output.length > KEPT_OUTPUT) output.shift();
      if (isSettled && !isQuiet && !isStopping) onOutput(service.name, line);
    };
    async function keep(): Promise<void> {
      let delay = FIRST_DELAY_MS;
      while (!isStopping) {
        if (isSettled) await untilPortIsFree(service);
        if (isStopping) return;
        const started = performance.now();
        output = [];
        const how = await runOnce(service, onLine);
        if (isStopping) return;
        if (!isSettled) throw startFailure(service.name, output);
        const wasSteady = performance.now() - started > STEADY_MS;
        if (wasSteady) delay = FIRST_DELAY_MS;
        if (wasSteady || !isQuiet) onEvent(service.name, `ended (${how}); starting it again`);
        isQuiet = !wasSteady && delay > FIRST_DELAY_MS;
        await pause(delay);
        delay = Math.min(delay * 2, LAST_DELAY_MS);
      }
    }
    const failure = keep().then(() => new Promise<never>(() => {}));
    failure.catch(() => {});
    return {
      failure,
      settled() {
        isSettled = true;
        for (const line of output) onOutput(service.name, line);
      },
    };
  }

  return {
    start,
    async stop() {
      isStopping = true;
      const deadline = performance.now() + GRACE_MS;
      const fronts = [...pids].filter(([{ isFront }]) => isFront).map(([, pid]) => pid);
      await endGroups(fronts, FRONT_GRACE_MS);
      await endGroups([...pids.values()], deadline - performance.now());
    },
  };
}

export function runUntilSignal(supervisor: Supervisor, begin: (isStopping: () => boolean) => Promise<void>): void {
  let isStopping = false;
  const stop = async (code: number) => {
    isStopping = true;
    await Promise.all([supervisor.stop(), endRuns()]);
    process.exit(code);
  };
  onStop(() => stop(0));
  begin(() => isStopping).catch((error) => {
    if (isStopping) return;
    printError(error);
    void stop(1);
  });
}
