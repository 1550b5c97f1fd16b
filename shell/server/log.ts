import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { format } from 'node:util';
import { readableEntry } from '@ki/shared/format/log-line.ts';

type Level = 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;
export type RequestKind =
  | 'page'
  | 'data'
  | 'resource'
  | 'file'
  | 'probe'
  | 'platform'
  | 'report'
  | 'override'
  | 'other';

/** `AsyncLocalStorage` carries the context through all asynchronous work of a request. */
export interface RequestContext {
  readonly id: string;
  kind: RequestKind;
}

const contexts = new AsyncLocalStorage<RequestContext>();
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

export const currentRequestId = (): string | undefined => contexts.getStore()?.id;

export function noteKind(kind: RequestKind): void {
  const context = contexts.getStore();
  if (context) context.kind = kind;
}

/** 60 random bits, which tell apart the requests of a log in half the bytes of a UUID. */
export const newRequestId = (): string => randomUUID().slice(0, 18);

export const requestIdFrom = (given: string | string[] | undefined, isTrusted: () => boolean): string =>
  typeof given === 'string' && REQUEST_ID.test(given) && isTrusted() ? given : newRequestId();

export const inContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** A limit on the length bounds the time of the patterns below. */
const MAX_TEXT = 2_000;
const LABEL = '[\\w-]+';

const REDACTED: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[key]'],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, '$1 [token]'],
  // The pattern is anchored at the first slash of a word, so that each word is scanned once.
  [/(?<=(?:^|[\s?"'<>)])[^\s?"'<>)/]*)(\/[^\s?"'<>]*)\?[^\s"'<>)]*/g, '$1?[query]'],
  [/:\/\/[^\s/@]+@/g, '://[account]@'],
  [/(?<=\/preview\/)[^\s/?"'<>)]+/gi, '[token]'],
  // The last label has letters only, unlike in mf-blog@1.0.0-3f2a91c07b.
  [new RegExp(`(?<![\\w.+%-])[\\w.+%-]+@${LABEL}(?:\\.${LABEL})*\\.[a-z]{2,}\\b`, 'gi'), '[mail]'],
  [/\b(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:)+(?::[0-9a-f]{1,4})+\b/gi, '[address]'],
];

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

export const withoutPersonalData = (text: string): string =>
  REDACTED.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), cut(text));

const redacted = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutPersonalData(value) : value,
    ]),
  );

let service = 'shell';

export function log(level: Level, event: string, fields: Fields = {}): void {
  const request = currentRequestId();
  const entry = {
    time: new Date().toISOString(),
    level,
    service,
    event,
    ...(request && { request }),
    ...redacted(fields),
  };
  const line = process.stdout.isTTY ? readableEntry(entry) : JSON.stringify(entry);
  process.stdout.write(`${line}\n`);
}

export function logAs(name: string): void {
  service = name;
  const logged =
    (level: Level) =>
    (...parts: unknown[]) =>
      log(level, 'console', { message: format(...parts) });
  Object.assign(console, {
    log: logged('info'),
    info: logged('info'),
    debug: logged('info'),
    warn: logged('warn'),
    error: logged('error'),
  });
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crashed', { message: format(error) }));
}
