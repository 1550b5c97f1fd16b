import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '@ki/shared/data/clients.ts';
import { framed, frameReader } from './frames.ts';
import { type Call, type Request, type Response, responseSchema } from './messages.ts';
import {
  channelOf,
  limitedLog,
  type OnLog,
  onGone,
  onLines,
  residentBytes,
  spawnWorker,
  watchHealth,
} from './spawn-worker.ts';

const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Aborted calls that never end retain memory, so that their worker is replaced. */
const MAX_LATE = 50;

export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  /** Modules of the calls in flight, any of which may be the cause. */
  readonly inFlight: readonly string[];

  constructor(message: string, inFlight: readonly string[] = []) {
    super(message);
    this.inFlight = inFlight;
  }
}

export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

interface Result {
  readonly value: unknown;
  readonly bytes: Buffer<ArrayBuffer>;
}

const NO_BYTES = Buffer.alloc(0);

interface Waiting {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  readonly inRequest: <T>(work: () => T) => T;
}

function modulesOf(call: Call): readonly string[] {
  return 'module' in call && call.module !== null ? [call.module] : [];
}

export function createCalls(send: (request: Request) => void, onClogged: () => void) {
  const inFlight = new Map<number, Waiting>();
  const late = new Map<number, Call>();
  let lastId = 0;

  function timeOut(id: number): void {
    const waiting = inFlight.get(id);
    if (!waiting) return;
    waiting.reject(new RenderTimeout('rendering takes too long'));
    inFlight.delete(id);
    late.set(id, waiting.call);
    send({ kind: 'abort', id });
    if (late.size >= MAX_LATE) onClogged();
  }

  return {
    get count() {
      return inFlight.size;
    },
    call(call: Call): Promise<Result> {
      lastId += 1;
      const id = lastId;
      const inRequest = AsyncLocalStorage.snapshot();
      const timer = setTimeout(() => timeOut(id), TIMEOUT_MS);
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      inFlight.set(id, { call, resolve, reject, inRequest });
      send({ ...call, id });
      return promise.finally(() => clearTimeout(timer));
    },
    settle(response: Extract<Response, { kind: 'done' | 'failed' }>): void {
      const waiting = inFlight.get(response.id);
      if (!waiting && !late.delete(response.id)) throw new Error('a response without a call');
      inFlight.delete(response.id);
      if (response.kind === 'done') waiting?.resolve({ value: response.value, bytes: response.bytes ?? NO_BYTES });
      else waiting?.reject(Object.assign(new Error(response.message), { name: response.name }));
    },
    during(id: number | null, work: () => void): void {
      const waiting = inFlight.get(id ?? 0);
      if (waiting) waiting.inRequest(work);
      else work();
    },
    failAll(why: string): void {
      const calls = [...[...inFlight.values()].map(({ call }) => call), ...late.values()];
      const error = new WorkerEnded(`the worker ended: ${why}`, [...new Set(calls.flatMap(modulesOf))]);
      for (const { reject } of inFlight.values()) reject(error);
      inFlight.clear();
    },
  };
}

export interface WorkerEvents {
  readonly onLog: OnLog;
  readonly onQuery?: (isAnswered: boolean, ms: number) => void;
  readonly onReady: () => void;
  readonly onEnd: (why: string) => void;
}

/** Starts a sandboxed process with limits of memory and time. Throws when the machine has no memory for it. */
export function startWorkerProcess(program: string, supabase: Connection, events: WorkerEvents) {
  const child = spawnWorker();
  const channel = channelOf(child);
  let hasEnded = false;
  const send = (request: Request) => {
    if (hasEnded) return;
    for (const part of framed(request)) channel.write(part);
  };
  const calls = createCalls(send, () => end('too many aborted calls never ended'));
  const onLog = limitedLog(events.onLog);

  function end(why: string): void {
    if (hasEnded) return;
    hasEnded = true;
    health.stop();
    child.kill('SIGKILL');
    calls.failAll(why);
    events.onEnd(why);
  }

  function take(response: Response): void {
    switch (response.kind) {
      case 'pong':
        health.takePong();
        for (const { isAnswered, ms } of response.queries) events.onQuery?.(isAnswered, ms);
        break;
      case 'log':
        calls.during(response.id, () => onLog(response.level, response.text));
        break;
      default:
        calls.settle(response);
    }
  }

  const read = frameReader(MAX_RESPONSE_BYTES, (message) => take(responseSchema.parse(message)));
  channel.on('data', (chunk: Buffer) => {
    if (hasEnded) return;
    try {
      read(chunk);
    } catch {
      end('it sent a malformed response');
    }
  });
  onGone(child, channel, end);
  onLines(child.stdout, (line) => onLog('info', line));
  onLines(child.stderr, (line) => onLog('error', line));
  child.stdin?.end(program);
  send({ kind: 'connect', supabase: { url: supabase.url, key: supabase.key, site: supabase.site } });
  const health = watchHealth({
    pid: child.pid ?? 0,
    ping: () => send({ kind: 'ping' }),
    onReady: events.onReady,
    onFault: end,
  });

  return {
    callsInFlight: () => calls.count,
    residentBytes: () => residentBytes(child.pid ?? 0),
    send,
    call: (call: Call): Promise<Result> =>
      hasEnded ? Promise.reject(new WorkerEnded('the worker ended')) : calls.call(call),
    end: () => end('it is no longer needed'),
  };
}

export type WorkerProcess = ReturnType<typeof startWorkerProcess>;
