/** The process that runs remotes' code. It has a channel to the shell, on file descriptor 3, and the network. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { format } from 'node:util';
import { applySite } from '@ki/shared/contract/site.ts';
import { connect } from '@ki/shared/data/clients.ts';
import { countingFetch } from '../server/render/counting-fetch.ts';
import { framed, frameReader, MAX_QUERIES, MAX_TEXT } from '../server/render/frames.ts';
import type { Call, Request, Response } from '../server/render/messages.ts';
import { execute } from './calls.ts';
import { collectDependencies, type Dependencies, trackingFetch } from './dependencies.ts';
import { createModules } from './modules.ts';

const channel = new Socket({ fd: 3, readable: true, writable: true });
const send = (response: Response) => {
  for (const part of framed(response)) channel.write(part);
};
const exit = process.exit.bind(process);

/** These give access to Node's own modules, other processes and native code. */
const OF_PROCESS = [
  'getBuiltinModule',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'binding',
  '_linkedBinding',
  'dlopen',
];
const GLOBAL = ['require', 'module', 'exports', '__filename', '__dirname'];

/** Node's permission model does not cover signals to other processes, so their functions are removed. */
function confine(): void {
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
  for (const name of GLOBAL) Reflect.deleteProperty(globalThis, name);
  for (const name of Object.keys(process.env)) delete process.env[name];
}
confine();

interface InFlight {
  readonly id: number;
  readonly controller: AbortController;
  readonly dependencies: Dependencies;
}

const modules = createModules();
const inFlight = new Map<number, InFlight>();
const current = new AsyncLocalStorage<InFlight>();

const cut = (text: unknown) => String(text).slice(0, MAX_TEXT);
const logAt =
  (level: 'info' | 'warn' | 'error') =>
  (...parts: unknown[]) =>
    send({ kind: 'log', id: current.getStore()?.id ?? null, level, text: cut(format(...parts)) });
Object.assign(console, {
  log: logAt('info'),
  info: logAt('info'),
  debug: logAt('info'),
  warn: logAt('warn'),
  error: logAt('error'),
});

let queries: { readonly isAnswered: boolean; readonly ms: number }[] = [];
const queryingFetch = countingFetch((isAnswered, ms) => {
  if (queries.length < MAX_QUERIES) queries.push({ isAnswered, ms });
});

/** A query outside of any call may belong to each one in flight: then none is cached. */
function callers(): readonly Dependencies[] {
  const own = current.getStore();
  if (own && inFlight.has(own.id)) return [own.dependencies];
  for (const { dependencies } of inFlight.values()) dependencies.add(null);
  return [];
}

const isOnThisMachine = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

async function take({ id, ...call }: Call & { id: number }): Promise<void> {
  const own: InFlight = { id, controller: new AbortController(), dependencies: collectDependencies() };
  inFlight.set(id, own);
  try {
    const context = { modules, dependencies: own.dependencies, signal: own.controller.signal };
    const { value = null, bytes } = await current.run(own, () => execute(call, context));
    send({ kind: 'done', id, value, ...(bytes && { bytes }) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'failed', id, name: cut(name), message: cut(message) });
  } finally {
    inFlight.delete(id);
  }
}

function pong(): void {
  send({ kind: 'pong', queries });
  queries = [];
}

function handle(request: Request): unknown {
  switch (request.kind) {
    case 'connect':
      return connect({
        ...request.supabase,
        // On one machine, compression costs more than it saves.
        ...(isOnThisMachine(request.supabase.url) && { headers: { 'accept-encoding': 'identity' } }),
        fetch: trackingFetch(queryingFetch, callers),
      });
    case 'site':
      return applySite(request.site);
    case 'drop':
      return modules.drop(request.module);
    case 'abort':
      return inFlight.get(request.id)?.controller.abort(new Error('rendering takes too long'));
    case 'ping':
      return pong();
    default:
      return take(request);
  }
}

channel.on(
  'data',
  frameReader(Number.POSITIVE_INFINITY, (message) => void handle(message as Request)),
);
channel.on('close', () => exit());
channel.on('error', () => exit());
// The shell ends its workers: a signal to the whole process group must not abort pages in flight.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
// A rejection that nobody awaits harms no page. An exception outside of any promise ends the process.
process.on('unhandledRejection', (reason) => console.error('unhandled rejection:', reason));
