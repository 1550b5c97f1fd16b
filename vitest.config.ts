import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Run the real commands and the real server, after building the shell where that was not done. */
const PROCESSES = [
  'shell/cli/remote.test.ts',
  'shell/cli/teams.test.ts',
  'shell/cli/bucket.test.ts',
  'shell/cli/signed.test.ts',
  'shell/registry/store/{prune,store}.test.ts',
  'shell/server/behind-proxies.test.ts',
  'shell/server/canaries.test.ts',
  'shell/server/documents-shared.test.ts',
  'shell/server/page-data.test.ts',
  'shell/server/shell-process.test.ts',
  'shell/server/renderers/reads.test.ts',
  'shell/server/renderers/renderers.test.ts',
];

/** A registry on a real backend. */
const ON_A_DATABASE = ['shell/registry/database/**/*.test.ts', 'shell/server/lineup/database-registry.test.ts'];

const OUTSIDE = ['**/node_modules/**', '**/dist/**', '.data/**', 'e2e/**'];

const components = {
  name: 'components',
  include: ['shared/**/*.test.tsx'],
  exclude: OUTSIDE,
  environment: 'happy-dom',
};

/** Pages with their real loaders, on a real backend that the whole run shares. */
const routes = {
  name: 'routes',
  include: ['{mf-*,shell}/**/*.test.tsx'],
  exclude: OUTSIDE,
  environment: 'happy-dom',
  globalSetup: ['shared/testing/backend.ts'],
  setupFiles: ['shared/testing/connect-backend.ts'],
};

const unit = {
  name: 'unit',
  include: ['{mf-*,shell,shared}/**/*.test.ts'],
  exclude: [...OUTSIDE, ...PROCESSES, ...ON_A_DATABASE],
  environment: 'node',
};

/** What starts servers and processes takes longer, and its own time. */
const backend = {
  name: 'backend',
  include: ['supabase/{functions,local-backend,seed}/**/*.test.ts', 'supabase/*.test.ts', ...ON_A_DATABASE],
  exclude: OUTSIDE,
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

const policies = { ...backend, name: 'policies', include: ['supabase/policies/**/*.test.ts'] };

/** What is asked, killed and filled up at random or for long: few rounds here, many in `pnpm test:long`. */
const reliability = { ...backend, name: 'reliability', include: ['supabase/reliability/**/*.test.ts'] };

const scripts = {
  ...backend,
  name: 'scripts',
  include: ['scripts/**/*.test.ts', ...PROCESSES],
  testTimeout: 120_000,
  // It imports JSON as bundlers allow, and Node.js does not.
  deps: { optimizer: { ssr: { enabled: true, include: ['@actions/workflow-parser'] } } },
};

export default defineConfig({
  test: {
    // Many tests wait for servers, so that two at once pay off on two cores.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [unit, components, routes, backend, policies, reliability, scripts].map((test) => ({ test })),
  },
});
