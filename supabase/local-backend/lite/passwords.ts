import { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

export interface Question {
  id: number;
  password: string;
  /** The cost of a new hash, or the hash to compare with. */
  given: number | string;
}

export type Answer = { id: number; result: string | boolean } | { id: number; error: string };

type Waiting = Pick<PromiseWithResolvers<string | boolean>, 'resolve' | 'reject'>;

let thread: Worker | undefined;
let questions = 0;
const waiting = new Map<number, Waiting>();

/**
 * Lets lite compute bcrypt in a thread. Its library computes in slices of up to 100 ms, about one for a sign-in, during
 * which this process would answer nobody.
 */
export function hashPasswordsInThread(): void {
  Object.assign(bcrypt, { hash: ask, compare: ask });
}

function ask(password: string, given: number | string): Promise<string | boolean> {
  thread ??= startThread();
  thread.ref();
  questions += 1;
  const { promise, ...settle } = Promise.withResolvers<string | boolean>();
  waiting.set(questions, settle);
  thread.postMessage({ id: questions, password, given } satisfies Question);
  return promise;
}

function startThread(): Worker {
  const started = new Worker(new URL('password-thread.ts', import.meta.url));
  started.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.result);
  });
  started.on('error', (error) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}
