import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What is known of the request that is being answered, wherever the work for it goes on. */
export interface RequestContext {
  readonly id: string;
  /** What was asked for, in one of few words. */
  kind: RequestKind;
}

export type RequestKind = 'page' | 'data' | 'feed' | 'file' | 'probe' | 'platform' | 'report' | 'override' | 'other';

const contexts = new AsyncLocalStorage<RequestContext>();
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id of the request under way; `undefined` outside of one. */
export const currentRequestId = (): string | undefined => contexts.getStore()?.id;

/** Says what the request under way is about. */
export function noteKind(kind: RequestKind): void {
  const context = contexts.getStore();
  if (context) context.kind = kind;
}

/** The id that a proxy gave, if it may give one and it looks like one, else a new one. */
export const requestIdFrom = (given: string | string[] | undefined, isTrusted: () => boolean): string =>
  typeof given === 'string' && WELL_FORMED.test(given) && isTrusted() ? given : randomUUID();

export const inContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);
