/** Prometheus metrics. Labels have few, known values, never anything that a visitor can invent. */

import type { Room } from '@ki/shared/process/room.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Phase } from '../src/remotes/remote-failure.ts';
import type { RequestKind } from './log.ts';

const register = new Registry();
const registers = [register];
collectDefaultMetrics({ register });

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MS = 1_000;

const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers });
const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers });
const histogram = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  new Histogram({ name, help, labelNames, buckets: SECONDS, registers });

const requests = counter('shell_requests_total', 'Responses by kind of request and status.', 'kind', 'status');
const durations = histogram('shell_request_duration_seconds', 'Time until a response was sent completely.', 'kind');
const pages = counter('shell_pages_total', 'Pages by cache outcome: hit or miss.', 'cache');
const renders = gauge('shell_renders', 'Pages that are being rendered, and that wait for it.', 'state');
const refused = counter('shell_renders_refused_total', 'Pages answered with 503 because too many were being rendered.');
const workerEnds = counter(
  'shell_workers_ended_total',
  "Processes for remotes' code that ended, or were ended, with their calls in flight.",
);
const workerMemory = gauge('shell_workers_resident_bytes', "Memory of the processes for remotes' code, on Linux.");
const loads = counter(
  'shell_remote_loads_total',
  "Attempts of the server to load a file of a remote's code.",
  'remote',
  'outcome',
);
const failures = counter(
  'shell_remote_failures_total',
  'Failures of remotes, on the server and as browsers report them.',
  'remote',
  'phase',
  'seen_by',
);
const queries = histogram('shell_backend_query_duration_seconds', 'Time until the backend had answered a query.');
const failedQueries = counter(
  'shell_backend_failures_total',
  'Queries that the backend answered with 5xx, or not at all.',
);
const registryGood = gauge(
  'shell_registry_good',
  '1 while the registry can be read, 0 while the last good one is in force, or none.',
);
const fallbackReleases = gauge(
  'shell_remote_fallback_releases',
  '1 for each remote whose previous release serves in place of the live one.',
  'remote',
);
const backupAge = gauge(
  'shell_backup_age_seconds',
  'Age of the last automatic backup, +Inf without one; only where BACKUP_EVERY is set.',
);

const storageUse = gauge(
  'shell_storage_used_ratio',
  'Share in use of STORAGE_QUOTA and of the disk of the database, from 0 to 1; only beside the embedded backend.',
  'of',
);

export function countRequest(kind: RequestKind, status: number, ms: number): void {
  requests.inc({ kind, status });
  durations.observe({ kind }, ms / MS);
}

export const countPage = (isHit: boolean): void => pages.inc({ cache: isHit ? 'hit' : 'miss' });

export function setRenders(running: number, queued: number): void {
  renders.set({ state: 'running' }, running);
  renders.set({ state: 'queued' }, queued);
}
export const countRefusedRender = (): void => refused.inc();

export const countWorkerEnd = (): void => workerEnds.inc();

export const countLoad = (remote: string, isLoaded: boolean): void =>
  loads.inc({ remote, outcome: isLoaded ? 'loaded' : 'failed' });

export const countRemoteFailure = (remote: string, phase: Phase, seenBy: string): void =>
  failures.inc({ remote, phase, seen_by: seenBy });

export function countQuery(isAnswered: boolean, ms: number): void {
  queries.observe(ms / MS);
  if (!isAnswered) failedQueries.inc();
}

export interface State {
  readonly isRegistryGood: boolean;
  readonly fallbackReleases: readonly string[];
  readonly workerBytes: number;
  /** Null where no backups are made by themselves. */
  readonly backupAgeSeconds: number | null;
  /** Null where no embedded backend says it. */
  readonly room: Pick<Room, 'quota' | 'disk'> | null;
}

export const METRICS_TYPE = register.contentType;

export function metricsText(state: State): Promise<string> {
  registryGood.set(state.isRegistryGood ? 1 : 0);
  workerMemory.set(state.workerBytes);
  fallbackReleases.reset();
  if (state.backupAgeSeconds === null) backupAge.remove();
  else backupAge.set(state.backupAgeSeconds);
  storageUse.reset();
  for (const part of ['quota', 'disk'] as const) {
    const share = state.room?.[part];
    if (typeof share === 'number') storageUse.set({ of: part }, share);
  }
  for (const remote of state.fallbackReleases) fallbackReleases.set({ remote }, 1);
  return register.metrics();
}
