import { setTimeout as pause } from 'node:timers/promises';
import { keepLastGood, readLastGood, trustWithMemory } from '../../registry/memory.ts';
import { type DatabaseAccess, overHttp, readDocument, type SiteConfig } from '../../registry/registry.ts';
import { type Registry, type RegistryDocument, registryOf } from '../../registry/schema.ts';
import type { MaybePromise } from '../http/http-response.ts';
import { createReleaseSets, type ReleaseSets } from './release-set.ts';

export type RegistrySource = ReturnType<typeof followRegistry>;

/** With the response time, a change without a notification is in force within two seconds. */
const POLL_MS = 1_000;
const TIMEOUT_MS = 5_000;
const WAIT_MS = 1_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** An empty registry is an error: with 404, crawlers would drop every page. */
function registryIn(document: RegistryDocument): Registry {
  const { remotes, retired, malformed } = document;
  const isEmpty = Object.keys({ ...remotes, ...retired }).length === 0;
  if (isEmpty && malformed.length > 0) throw new Error(`the registry has no readable remote: ${malformed.join('; ')}`);
  if (isEmpty) throw new Error('the registry is empty; it begins with the first promotion');
  return registryOf(document);
}

/** Reads the registry after a notification, and polls it. The last valid registry stays while the database is down. */
export function followRegistry(
  config: SiteConfig,
  access: DatabaseAccess,
  onChange: (listener: () => void) => void,
  /** Called for each new registry. */
  onReleaseSets: (releaseSets: ReleaseSets) => void = () => undefined,
) {
  const call = overHttp(access);
  const trusted = trustWithMemory(config);
  let version: string | null = null;
  let problem: string | null = null;
  let tokenEndsAt: number | null = null;
  let inForce: ReleaseSets | null = null;
  let reading: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let saving: Promise<void> = Promise.resolve();
  let awaited: Promise<ReleaseSets | null> | null = null;

  async function releaseSetsOf(document: RegistryDocument): Promise<ReleaseSets> {
    const { registry, refused } = await trusted(registryIn(document));
    const releaseSets = createReleaseSets(registry, config, refused);
    onReleaseSets(releaseSets);
    return releaseSets;
  }

  /** Saves in order, so that the newest registry is saved last. A full disk does not stop it from being served. */
  function save(document: RegistryDocument): void {
    saving = saving
      .then(() => keepLastGood(config.dataDir, document))
      .catch((error: unknown) => console.error(`the last good registry was not saved: ${messageOf(error)}`));
  }

  async function fallBack(fault: string): Promise<string> {
    if (inForce) return fault;
    try {
      const copy = await readLastGood(config.dataDir);
      inForce = copy && (await releaseSetsOf(copy));
      return fault;
    } catch (error) {
      return `${fault}; its last good copy cannot be used either: ${messageOf(error)}`;
    }
  }

  async function read(): Promise<void> {
    try {
      const found = await readDocument(call, version, TIMEOUT_MS);
      if (found) {
        inForce = await releaseSetsOf(found.document);
        ({ version, tokenEndsAt } = found);
        save(found.document);
      }
      problem = null;
    } catch (error) {
      const fault = await fallBack(messageOf(error));
      const meanwhile = inForce ? 'the last good one stays in force' : 'pages answer 503';
      if (fault !== problem) console.error(`registry unreadable, ${meanwhile}: ${fault}`);
      problem = fault;
    }
  }

  /** One read runs and one waits at most: no slow response brings back an older registry, and no backlog grows. */
  function readNext(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = null;
      });
      return reading;
    }
    waiting ??= reading.then(() => {
      waiting = null;
      return readNext();
    });
    return waiting;
  }

  function requestsWaitFor(read: Promise<void>): void {
    const found = read.then(() => {
      if (awaited === found) awaited = null;
      return inForce;
    });
    awaited = found;
  }

  async function poll(): Promise<void> {
    for (;;) {
      await pause(POLL_MS, undefined, { ref: false });
      await readNext();
    }
  }

  requestsWaitFor(readNext());
  onChange(() => requestsWaitFor(Promise.race([readNext(), pause(WAIT_MS, undefined, { ref: false })])));
  void poll();
  return {
    problem: () => problem,
    /** Milliseconds since 1970; `null` for a token without an end, and as long as nothing was read. */
    tokenEndsAt: () => tokenEndsAt,
    /** The release sets in force, or `null`. A promise only while requests wait for a notified change. */
    current: (): MaybePromise<ReleaseSets | null> => awaited ?? inForce,
  };
}
