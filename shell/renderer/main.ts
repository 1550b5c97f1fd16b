import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { connect } from '@ki/shared/data/clients.ts';
import { framed, frameReader } from '../server/renderers/protocol/frames.ts';
import { type Job, MOST_WORDS, type Order } from '../server/renderers/protocol/orders.ts';
import type { Reply } from '../server/renderers/protocol/replies.ts';
import { confine } from './confine.ts';
import { createModules } from './modules.ts';
import { countQuestions } from './questions.ts';
import { createReads, type Reads, readingFetch } from './reads.ts';
import { speak } from './speak.ts';
import { work } from './work.ts';

/** The process that runs remotes' code for a shell. All it has is a channel to the shell, and the network. */
const channel = new Socket({ fd: 3, readable: true, writable: true });
const say = (reply: Reply) => {
  for (const part of framed(reply)) channel.write(part);
};
const exit = process.exit.bind(process);
confine();

/** On the way within one machine, bytes are cheaper than the work of making them fewer. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };
const isOfThisMachine = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

const modules = createModules();
const questions = countQuestions();

interface UnderWay {
  readonly id: number;
  readonly controller: AbortController;
  readonly reads: Reads;
}

const underWay = new Map<number, UnderWay>();
/** Tells whose work goes on. */
const job = new AsyncLocalStorage<UnderWay>();
/** Whose reads a question counts for. One that no work under way asks may be for any: what they read is not known then. */
function readers(): readonly Reads[] {
  const own = job.getStore();
  if (own && underWay.has(own.id)) return [own.reads];
  for (const { reads } of underWay.values()) reads.add(null);
  return [];
}
const cut = (words: unknown) => String(words).slice(0, MOST_WORDS);
speak((level, words) => say({ kind: 'said', id: job.getStore()?.id ?? null, level, words: cut(words) }));

async function take({ id, ...wanted }: Job & { id: number }): Promise<void> {
  const own: UnderWay = { id, controller: new AbortController(), reads: createReads() };
  underWay.set(id, own);
  try {
    const context = { modules, reads: own.reads, signal: own.controller.signal };
    const { value = null, bytes } = await job.run(own, () => work(wanted, context));
    say({ kind: 'done', id, value, ...(bytes && { bytes }) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ kind: 'failed', id, name: cut(name), message: cut(message) });
  } finally {
    underWay.delete(id);
  }
}

const obey = (order: Order) => {
  switch (order.kind) {
    case 'connect':
      return connect({
        ...order.supabase,
        ...(isOfThisMachine(order.supabase.url) && { headers: UNCOMPRESSED }),
        fetch: readingFetch(questions.fetch, readers),
      });
    case 'drop':
      return modules.drop(order.module);
    case 'abort':
      return underWay.get(order.id)?.controller.abort(new Error('rendering takes too long'));
    case 'ping':
      return say({ kind: 'pong', questions: questions.take() });
    default:
      return take(order);
  }
};

// The shell is believed as this process believes itself.
const read = frameReader(Number.POSITIVE_INFINITY, (message) => void obey(message as Order));
channel.on('data', read);
// Without its shell it has nothing to do, whatever remotes' code still waits for.
channel.on('close', () => exit());
channel.on('error', () => exit());
// The shell's own end decides: a signal to the whole group must not cut off the pages under way.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
// A promise that nobody waited for has harmed nobody. What is thrown outside of any promise ends the process.
process.on('unhandledRejection', (reason) => console.error('unhandled rejection:', reason));
