/**
 * What the shell counts, as Prometheus reads it. A label has few values, all of them known: kinds, statuses, remotes of
 * the registry; never an address or anything else that a visitor can make up.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Phase } from '../../src/remotes/problem.ts';
import type { RequestKind } from '../log/request-context.ts';

const register = new Registry();
const registers = [register];
collectDefaultMetrics({ register });

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MS = 1_000;

const requests = new Counter({
  name: 'shell_requests_total',
  help: 'Answers, by what was asked for and the status.',
  labelNames: ['kind', 'status'],
  registers,
});
const durations = new Histogram({
  name: 'shell_request_duration_seconds',
  help: 'Time until an answer was sent whole.',
  labelNames: ['kind'],
  buckets: SECONDS,
  registers,
});
const pages = new Counter({
  name: 'shell_pages_total',
  help: 'Pages that were there already (kept), and that somebody waited for (fresh).',
  labelNames: ['answer'],
  registers,
});
const renders = new Gauge({
  name: 'shell_renders',
  help: 'Pages that are being rendered at once, and that wait for it.',
  labelNames: ['state'],
  registers,
});
const refused = new Counter({
  name: 'shell_renders_refused_total',
  help: 'Pages that were answered with 503 because too many were being rendered.',
  registers,
});
const rendererEnds = new Counter({
  name: 'shell_renderers_ended_total',
  help: "Processes that ran remotes' code and ended, or were ended, with what was under way in them.",
  registers,
});
const rendererMemory = new Gauge({
  name: 'shell_renderers_resident_bytes',
  help: "Memory of the processes that run remotes' code, on Linux.",
  registers,
});
const loads = new Counter({
  name: 'shell_remote_loads_total',
  help: "Attempts of the server to load a file of a remote's code.",
  labelNames: ['remote', 'outcome'],
  registers,
});
const problems = new Counter({
  name: 'shell_remote_failures_total',
  help: 'Failures of remotes, on the server and as browsers report them.',
  labelNames: ['remote', 'phase', 'seen_by'],
  registers,
});
const questions = new Histogram({
  name: 'shell_backend_question_duration_seconds',
  help: 'Time until the backend had answered a question.',
  buckets: SECONDS,
  registers,
});
const unanswered = new Counter({
  name: 'shell_backend_failures_total',
  help: 'Questions that the backend answered with 5xx, or not at all.',
  registers,
});
const registryGood = new Gauge({
  name: 'shell_registry_good',
  help: '1 while the registry can be read, 0 while the last good one is in force, or none.',
  registers,
});
const standIns = new Gauge({
  name: 'shell_remote_stand_ins',
  help: '1 for each remote whose version before serves in place of the live one.',
  labelNames: ['remote'],
  registers,
});

export function countRequest(kind: RequestKind, status: number, ms: number): void {
  requests.inc({ kind, status });
  durations.observe({ kind }, ms / MS);
}

export const countPage = (isKept: boolean): void => pages.inc({ answer: isKept ? 'kept' : 'fresh' });

export function setRenders(running: number, queued: number): void {
  renders.set({ state: 'running' }, running);
  renders.set({ state: 'queued' }, queued);
}
export const countRefusedRender = (): void => refused.inc();

export const countRendererEnd = (): void => rendererEnds.inc();

export const countLoad = (remote: string, isLoaded: boolean): void =>
  loads.inc({ remote, outcome: isLoaded ? 'loaded' : 'failed' });

export const countProblem = (remote: string, phase: Phase, seenBy: string): void =>
  problems.inc({ remote, phase, seen_by: seenBy });

export function countQuestion(isAnswered: boolean, ms: number): void {
  questions.observe(ms / MS);
  if (!isAnswered) unanswered.inc();
}

/** What is true now, rather than what happened. */
export interface State {
  readonly isRegistryGood: boolean;
  readonly standIns: readonly string[];
  readonly renderersBytes: number;
}

export const METRICS_TYPE = register.contentType;

export function metricsText(state: State): Promise<string> {
  registryGood.set(state.isRegistryGood ? 1 : 0);
  rendererMemory.set(state.renderersBytes);
  standIns.reset();
  for (const remote of state.standIns) standIns.set({ remote }, 1);
  return register.metrics();
}
