import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { Duplex } from 'node:stream';
import type { Connection } from '@ki/shared/data/clients.ts';
import { createJobs, type Done } from './jobs.ts';
import { hearLines, limitedWords, type OnSaid } from './output.ts';
import { framed, frameReader } from './protocol/frames.ts';
import type { Job, Order } from './protocol/orders.ts';
import { type Reply, replySchema } from './protocol/replies.ts';
import { RendererEnded } from './renderer-ended.ts';
import { residentBytes, watchRenderer } from './watch.ts';

const HEAP_MB = 256;
/** Of each half of what is young: with 4 a page costs a quarter more work, with 16 hardly less. */
const SEMI_SPACE_MB = 8;
const LONGEST_REPLY_BYTES = 32 * 1024 * 1024;

/**
 * The permission model without any permission: no files, processes, threads, addons or inspector. It does not know of
 * the databases of `node:sqlite`, which are files, nor of the signal that starts the inspector.
 */
const FLAGS = [
  '--permission',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  // Some 19 MB less, and pages no slower.
  '--optimize-for-size',
  // It would hold the text of every version that was let go, until the heap is nearly full.
  '--no-compilation-cache',
];

/** Of the environment, how the C library of Linux keeps memory. Remotes' code sees none of it. */
const ENVIRONMENT = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'];

const environment = () => Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));

export interface Events {
  /** What it writes to its console, and prints beside that. */
  readonly onSaid: OnSaid;
  /** Each question that it asked the backend. */
  readonly onQuestion?: (isAnswered: boolean, ms: number) => void;
  readonly onReady: () => void;
  /** Once, however it came about. */
  readonly onEnd: (why: string) => void;
}

export type RendererProcess = ReturnType<typeof startRenderer>;

const spawnRenderer = (): ChildProcess =>
  spawn(process.execPath, [...FLAGS, '-'], {
    env: environment(),
    cwd: path.parse(process.execPath).root,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });

/** Throws where there is no room for another process: it has no channel then, and says why a moment later. */
function channelOf(child: ChildProcess): Duplex {
  const channel = child.stdio?.[3];
  if (channel instanceof Duplex) return channel;
  child.on('error', ({ message }) => console.error('%s', message));
  child.kill('SIGKILL');
  throw new Error('it could not be started');
}

/** Calls back once when a process is gone and all that it had sent was read. It does not outlive its channel. */
function onceGone(child: ChildProcess, channel: Duplex, onGone: (why: string) => void): void {
  channel.on('error', () => child.kill('SIGKILL'));
  channel.on('close', () => child.kill('SIGKILL'));
  child.stdin?.on('error', () => child.kill('SIGKILL'));
  child.on('error', ({ message }) => onGone(message));
  child.on('close', (code, signal) => onGone(signal ? `by ${signal}` : `with exit code ${code}`));
}

/**
 * Starts a process that runs remotes' code: with an empty environment, without permissions, with limits of memory and
 * time. Whatever that code does ends this process alone. Throws when the machine has no room for it.
 */
export function startRenderer(program: string, supabase: Connection, events: Events) {
  const child = spawnRenderer();
  const channel = channelOf(child);
  let hasEnded = false;
  const tell = (order: Order) => {
    if (hasEnded) return;
    for (const part of framed(order)) channel.write(part);
  };
  const jobs = createJobs(tell, () => end('too much that it was asked for never ended'));
  const onSaid = limitedWords(events.onSaid);

  function end(why: string): void {
    if (hasEnded) return;
    hasEnded = true;
    watch.stop();
    child.kill('SIGKILL');
    jobs.failAll(why);
    events.onEnd(why);
  }

  function take(reply: Reply): void {
    switch (reply.kind) {
      case 'pong':
        watch.takePong();
        for (const { isAnswered, ms } of reply.questions) events.onQuestion?.(isAnswered, ms);
        break;
      case 'said':
        jobs.during(reply.id, () => onSaid(reply.level, reply.words));
        break;
      default:
        jobs.settle(reply);
    }
  }

  const read = frameReader(LONGEST_REPLY_BYTES, (message) => take(replySchema.parse(message)));
  channel.on('data', (chunk: Buffer) => {
    if (hasEnded) return;
    try {
      read(chunk);
    } catch {
      end('what it sent was no answer');
    }
  });
  onceGone(child, channel, end);
  hearLines(child.stdout, (line) => onSaid('info', line));
  hearLines(child.stderr, (line) => onSaid('error', line));
  child.stdin?.end(program);
  tell({ kind: 'connect', supabase: { url: supabase.url, key: supabase.key } });
  const ping = () => tell({ kind: 'ping' });
  const watch = watchRenderer({ pid: child.pid ?? 0, ping, onReady: events.onReady, onFault: end });

  return {
    jobs: () => jobs.count,
    residentBytes: () => residentBytes(child.pid ?? 0),
    tell,
    run: (job: Job): Promise<Done> =>
      hasEnded ? Promise.reject(new RendererEnded('the renderer ended')) : jobs.run(job),
    end: () => end('it is no longer needed'),
  };
}
