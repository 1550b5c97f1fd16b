import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { singletonVersions } from './shared/federation/runtime.ts';

/** Run the real commands and the real server, after building the shell where that was not done. */
const PROCESSES = [
  'shell/cli/remote.test.ts',
  'shell/cli/checks/planted-faults.test.ts',
  'shell/cli/rendering/planted-migrations.test.ts',
  'shell/kit/remote-kit.test.ts',
  'shell/cli/embedded.test.ts',
  'shell/cli/bucket.test.ts',
  'shell/cli/signed.test.ts',
  'shell/registry/store/store.test.ts',
  'shell/server/behind-proxies.test.ts',
  'shell/server/canaries.test.ts',
  'shell/server/public-documents.test.ts',
  'shell/server/shell-process.test.ts',
  'shell/server/thieves.test.ts',
  'shell/server/render/worker-pool.test.ts',
];

/** Tests without pages on a real backend. */
const ON_A_DATABASE = [
  'shared/session/sign-up.test.ts',
  'shell/registry/registry.test.ts',
  'shell/jobs/pictures/{kept-pictures,sizer}.test.ts',
  'shell/jobs/processes/programs.test.ts',
  'shell/server/start-jobs.test.ts',
  'shell/server/resolve/registry-source.test.ts',
];

const OUTSIDE = ['**/node_modules/**', '**/dist/**', '.data/**', 'e2e/**'];

/** One PostgreSQL server for all projects of a run; each test file clones a database on it. */
const TEST_SERVER = 'supabase/local-backend/fixtures/vitest-setup.ts';

/** The files of a worker share its modules: evaluating these again for each file takes up to half of the time. */
const SHARED = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

const components = {
  ...SHARED,
  name: 'components',
  include: ['shared/**/*.test.tsx'],
  exclude: OUTSIDE,
  environment: 'happy-dom',
  setupFiles: ['shared/testing/testing-library.ts'],
};

/** Pages of which the files of a worker, or of a backend, would notice each other. */
const APART = [
  // Connect to backends of their own and end sessions.
  'shell/src/session/**/*.test.tsx',
  'mf-admin/src/accounts/second-factor.test.tsx',
  // Adds hundreds of public records with random titles.
  'mf-learning/src/data/filters.test.tsx',
];

/** Pages with their real loaders, on a real backend that all of them share. `connect-backend.ts` resets a worker. */
const routes = {
  ...SHARED,
  name: 'routes',
  include: ['{mf-*,shell}/**/*.test.tsx'],
  exclude: [...OUTSIDE, ...APART, 'mf-admin/**'],
  environment: 'happy-dom',
  // No shell serves the window: a request to it is answered with 404 and prints nothing.
  environmentOptions: {
    happyDOM: { settings: { fetch: { virtualServers: [{ url: 'http://localhost:3000/', directory: 'no-shell' }] } } },
  },
  globalSetup: [TEST_SERVER, 'shared/testing/backend.ts'],
  setupFiles: ['shared/testing/testing-library.ts', 'shared/testing/connect-backend.ts'],
};

/** Staff pages write what public pages count, so they have a backend of their own. */
const staff = {
  ...routes,
  name: 'staff',
  include: ['mf-admin/**/*.test.tsx'],
  exclude: [...OUTSIDE, ...APART],
};

const isolated = { ...routes, name: 'isolated', isolate: true, include: APART, exclude: OUTSIDE };

const unit = {
  ...SHARED,
  name: 'unit',
  include: ['{mf-*,shell,shared}/**/*.test.ts'],
  exclude: [...OUTSIDE, ...PROCESSES, ...ON_A_DATABASE],
  environment: 'node',
};

/** Tests that start servers and processes have longer limits. */
const backend = {
  name: 'backend',
  include: ['supabase/{functions,local-backend,schema-diff,seed}/**/*.test.ts', 'supabase/*.test.ts', ...ON_A_DATABASE],
  exclude: OUTSIDE,
  environment: 'node',
  globalSetup: [TEST_SERVER],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** The files of a worker share a backend, too. */
const policies = { ...backend, ...SHARED, name: 'policies', include: ['supabase/policies/**/*.test.ts'] };

/** Fuzzing, kills and full disks: few rounds here, many in `pnpm test:long`. */
const reliability = { ...backend, name: 'reliability', include: ['supabase/reliability/**/*.test.ts'] };

const scripts = {
  ...backend,
  name: 'scripts',
  include: ['scripts/**/*.test.ts', ...PROCESSES],
  testTimeout: 120_000,
};

/** The constant of the shell's build. */
const define = { SINGLETON_VERSIONS: JSON.stringify(singletonVersions()) };

export default defineConfig({
  test: {
    // Prints what a failed test wrote: tests of failures write errors to the console, too.
    silent: 'passed-only',
    // Many tests wait for servers, so that two at once pay off on two cores.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [unit, components, routes, staff, isolated, backend, policies, reliability, scripts].map((test) => ({
      define,
      test,
    })),
  },
});
