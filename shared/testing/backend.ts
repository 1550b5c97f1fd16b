import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { TestProject } from 'vitest/node';

/** What tests know of the embedded backend that runs beside them, seeded. */
export interface TestBackend {
  readonly url: string;
  readonly publishableKey: string;
  /** Bypasses row-level security: for preparing and removing rows only. */
  readonly serviceRoleKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    backend: TestBackend;
  }
}

/**
 * Global set-up of route tests: one real backend for the whole run, in a process of its own, because PGlite sets the
 * exit code of the process that it runs in.
 */
export default async function setup(project: TestProject) {
  const backend = fork(createRequire(import.meta.url).resolve('@ki/shared/testing/backend-process.ts'));
  const ended = once(backend, 'exit');
  const access = await Promise.race([
    once(backend, 'message').then(([message]) => message as TestBackend),
    ended.then(([code]) => Promise.reject(new Error(`the test backend ended with ${code} before it was ready`))),
  ]);
  project.provide('backend', access);
  return async () => {
    backend.disconnect();
    await ended;
  };
}
