import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { on } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FetchError } from '../fetch/fetch-error.ts';

/** A program that reads bytes of strangers, written with `answerOnce`. */
export interface SandboxedProgram {
  readonly file: URL;
  /** Begins the messages of its failures, such as 'Its text'. */
  readonly subject: string;
  readonly heapMb: number;
  /** All that it may write, buffers and native memory included. */
  readonly memoryMb: number;
  /** Whether it loads native code. */
  readonly hasAddons?: boolean;
  /** The parts of its answer. */
  readonly mostParts: number;
  /** How long it may take between two of them. */
  readonly withinMs: number;
}

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const CODE = ['shell', 'shared', 'node_modules', 'package.json'].map((name) => path.join(ROOT, name));
/** An executable needs these on Linux. */
const SYSTEM = ['/usr', '/bin', '/lib', '/lib64'];

/** Node.js reserves as much when it starts. */
const RESERVED_MB = 640;

const NAMESPACES = ['--user', '--map-root-user', '--mount', '--net', '--ipc', '--uts', '--pid', '--fork'];
const SCRIPT = fileURLToPath(new URL('sandbox.sh', import.meta.url));
export const ENVIRONMENT = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin' };

/** Runs a command in namespaces of its own, where it sees code only. It ends with the process that starts it. */
export const inNamespaces = (
  command: readonly string[],
  memoryMb: number,
  code: readonly string[] = CODE,
): readonly string[] => [
  'setpriv',
  '--pdeathsig=KILL',
  'unshare',
  ...NAMESPACES,
  '--kill-child',
  'sh',
  SCRIPT,
  String((RESERVED_MB + memoryMb) * 1_024),
  [...SYSTEM, ...code, process.execPath].join('\n'),
  ...command,
];

/** Whether this machine lets its user make namespaces, in which Node.js starts. Containers often do not. */
export function hasNamespaces(): boolean {
  const [file = '', ...args] = inNamespaces([process.execPath, '--version'], 64);
  return spawnSync(file, args, { env: ENVIRONMENT, stdio: 'ignore' }).status === 0;
}

let isolates: boolean | undefined;

/**
 * Starts a program without environment, without files but code, and without the right to start others: by Node.js'
 * permissions, and by namespaces without a network where the machine gives them.
 */
export function startSandboxed({ file, heapMb, memoryMb, hasAddons = false }: SandboxedProgram): ChildProcess {
  isolates ??= hasNamespaces();
  const own = [
    process.execPath,
    '--permission',
    ...CODE.map((folder) => `--allow-fs-read=${folder}`),
    ...(hasAddons ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=4',
    fileURLToPath(file),
  ];
  const [command = '', ...args] = isolates ? inNamespaces(own, memoryMb) : own;
  const child = spawn(command, args, {
    env: isolates ? ENVIRONMENT : {},
    // The output of a parser stays out of the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // Whoever waits for its answer gets the error; one that was started ahead is not connected then.
  child.on('error', () => undefined);
  // One that waits for its input keeps nobody running.
  child.unref();
  child.channel?.unref();
  return child;
}

/** It is stored and shown. */
const LONGEST_FAILURE = 500;

const answerSchema = z.union([
  z.object({ part: z.unknown() }),
  z.object({ failure: z.string(), isFinal: z.boolean() }),
  z.object({ isDone: z.literal(true) }),
]);

/** Gives its one input to a program, yields the parts of its answer, and ends it. */
export async function* answersOf(
  child: ChildProcess,
  { subject, mostParts, withinMs }: SandboxedProgram,
  input: unknown,
): AsyncGenerator<unknown> {
  child.ref();
  child.channel?.ref();
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  let received = 0;
  let parts = 0;
  // Messages wait in memory, and code that has broken out of a parser may send any number.
  child.on('message', () => {
    received += 1;
    if (received > mostParts + 1) child.kill('SIGKILL');
  });
  try {
    const messages = on(child, 'message', { close: ['disconnect'] });
    child.send(input as object);
    for await (const [message] of messages) {
      timer.refresh();
      const answer = answerSchema.parse(message);
      if ('isDone' in answer) return;
      if ('failure' in answer)
        throw new FetchError(answer.failure.slice(0, LONGEST_FAILURE), { isFinal: answer.isFinal });
      parts += 1;
      if (parts > mostParts) throw new FetchError(`${subject} has too many parts.`);
      yield answer.part;
    }
    if (child.killed) throw new FetchError(`${subject} took more than ${withinMs / 1_000} s.`);
    throw new FetchError(`${subject} takes too much memory or is broken.`, { isFinal: false });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
