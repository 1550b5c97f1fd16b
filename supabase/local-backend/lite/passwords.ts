import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

interface Question {
  id: number;
  password: string;
  /** The cost of a new hash, or the hash to compare with. */
  given: number | string;
}

type Answer = { id: number; result: string | boolean } | { id: number; error: string };

/** This module is its own thread, so that it has one name, compiled or not. */
const THREAD = 'passwords';

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

/** As lite reads it. */
const costOfHashes = () => Number(process.env.LITE_AUTH_BCRYPT_COST ?? 10);

const comparison = new AsyncLocalStorage<{ isDone: boolean }>();
let ofNobody: Promise<string> | undefined;

/** Compares a password with the hash of nobody where the work compared none, so that its time tells no account. */
export async function withComparison<Result>(password: string, work: () => Promise<Result>): Promise<Result> {
  ofNobody ??= bcrypt.hash(randomUUID(), costOfHashes());
  const state = { isDone: false };
  const result = await comparison.run(state, work);
  if (!state.isDone) await bcrypt.compare(password, await ofNobody);
  return result;
}

function ask(password: string, given: number | string): Promise<string | boolean> {
  const state = comparison.getStore();
  if (state && typeof given === 'string') state.isDone = true;
  thread ??= startThread();
  thread.ref();
  questions += 1;
  const { promise, ...settle } = Promise.withResolvers<string | boolean>();
  waiting.set(questions, settle);
  thread.postMessage({ id: questions, password, given } satisfies Question);
  return promise;
}

function startThread(): Worker {
  const started = new Worker(new URL(import.meta.url), { workerData: THREAD });
  started.on('message', (answered: Answer) => {
    const asked = waiting.get(answered.id);
    waiting.delete(answered.id);
    if (waiting.size === 0) started.unref();
    if ('error' in answered) asked?.reject(new Error(answered.error));
    else asked?.resolve(answered.result);
  });
  started.on('error', (error) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}

function answer({ id, password, given }: Question): Answer {
  try {
    return {
      id,
      result: typeof given === 'number' ? bcrypt.hashSync(password, given) : bcrypt.compareSync(password, given),
    };
  } catch (error) {
    return { id, error: String(error) };
  }
}

if (workerData === THREAD) parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));
