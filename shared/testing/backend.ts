import type { TestProject } from 'vitest/node';
import { startSeededBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

/** The connection of tests to the seeded backend of the run. */
export interface TestBackend {
  readonly url: string;
  readonly publishableKey: string;
  /** Bypasses row-level security: for preparing and removing rows only. */
  readonly serviceRoleKey: string;
  /** For preparing releases: a session publishes none. */
  readonly operatorToken: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    backend: TestBackend;
  }
}

/** Global set-up of route tests: one real backend for the whole run. */
export default async function setup(project: TestProject) {
  const { url, publishableKey, serviceRoleKey, database, close } = await startSeededBackend();
  const [made] = await database.query<{ token: string }>('select shipping.operator_token() as token');
  // A process of its own writes them, never the API.
  await database.execute('grant insert, delete on public.sources to service_role');
  project.provide('backend', { url, publishableKey, serviceRoleKey, operatorToken: made?.token ?? '' });
  return close;
}
