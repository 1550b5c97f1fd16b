/**
 * Who may import whom. `mf-[^/]+` stands for every remote, so that a new one is covered unseen.
 * Checked by `pnpm check:imports`; scripts/check-imports.test.ts proves that each rule bites.
 */
const { SINGLETONS } = require('./shared/federation/singletons.ts');

/** Tests, and what tests share in folders named `testing`. */
const TEST = '\\.(test|spec)\\.tsx?$|(^|/)testing/';
const REMOTE = '^(mf-[^/]+)/';
const APP = '^(shell|mf-[^/]+)/';
const TEST_BACKEND = '^supabase/local-backend/testing\\.ts$';
const CLIENTS = '^shared/data/clients\\.ts$';

/** The parts of shared, and what each may import of the others. */
const SHARED = {
  contract: [],
  format: [],
  federation: [],
  http: [],
  process: ['http'],
  data: ['contract'],
  session: ['contract', 'data'],
  ui: ['contract', 'format'],
  development: ['contract', 'data', 'session', 'ui'],
};

/** The layers of a remote, or of each feature of one that has several: pages know all, and each knows what stands here. */
const LAYERS = {
  components: ['components', 'model'],
  data: ['data', 'model'],
  model: ['model'],
};
/** What stands in `records/` beside layers: what the features of a remote show alike. */
const RECORD_PARTS = ['form', 'history', 'table', 'undo'];
/** A record is described at the top of its feature, for all layers. */
const RECORD = '[a-z-]*record\\.ts$';

/** The parts of the shell, and what each may import of the others. */
const SHELL = {
  src: [],
  registry: ['src'],
  build: ['registry'],
  server: ['registry', 'src'],
  renderer: [
    'src',
    'server/renderers/protocol',
    'server/contributions/(answers|sitemap-address)\\.ts',
    'server/metrics/counting-fetch\\.ts',
  ],
  cli: ['build', 'registry', 'server/(lineup|log|renderers)', 'server/http/stop-gracefully\\.ts'],
};
/** The rooms of the shell's server. All of them may read its configuration. */
const ROOMS = {
  log: [],
  metrics: ['log'],
  http: ['log', 'metrics'],
  lineup: [],
  counts: ['lineup'],
  content: [],
  renderers: [],
  code: ['counts', 'http', 'lineup', 'log', 'metrics', 'renderers'],
  pages: ['code', 'content', 'counts', 'http', 'lineup', 'metrics', 'renderers'],
  contributions: ['code', 'content', 'http', 'lineup', 'pages', 'renderers'],
  overrides: ['http', 'lineup'],
  probes: ['code', 'http', 'lineup', 'metrics'],
};

const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Files of this workspace that exist once per page. */
const sharedSingletons = SINGLETONS.filter((name) => name.startsWith('@ki/shared/')).map((name) =>
  escaped(name.replace('@ki/', '')),
);

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'remotes-stand-alone',
      'A remote knows neither another remote nor the shell: they meet in the contract.',
      { path: REMOTE },
      { path: APP, pathNot: '^$1/' },
    ),
    rule(
      'shell-knows-no-remote',
      'The registry tells the shell which remotes there are.',
      { path: '^shell/' },
      { path: REMOTE },
    ),
    rule(
      'apps-import-shared-only',
      'Beside itself, an app imports from shared only.',
      { path: APP, pathNot: TEST },
      { path: '^(supabase|e2e|scripts)/' },
    ),
    rule(
      'shared-imports-no-app',
      'Shared code knows none of those that use it.',
      { path: '^shared/' },
      { path: '^(shell|mf-[^/]+|e2e|scripts)/' },
    ),
    rule(
      'node-only-outside-pages',
      'What serves, starts and locks needs Node.js: a page has none.',
      { path: '^((shell|mf-[^/]+)/src|shared/(ui|session|data|contract|format|development))/', pathNot: TEST },
      { path: '^shared/(http|process)/' },
    ),
    rule(
      'nothing-imports-supabase',
      'The backend is reached over HTTP; tests start it through its testing.ts.',
      { pathNot: '^supabase/' },
      { path: '^supabase/', pathNot: TEST_BACKEND },
    ),
    rule(
      'test-backend-in-tests',
      'The backend of tests is for tests and benchmarks.',
      { pathNot: `^(supabase|e2e|scripts/bench)/|${TEST}` },
      { path: TEST_BACKEND },
    ),
    rule(
      'backend-imports-no-app',
      'The backend knows no screen.',
      { path: '^supabase/' },
      { path: '^(shell|mf-[^/]+|e2e)/' },
    ),
    rule('nothing-imports-e2e', 'Only end-to-end tests use their own parts.', { pathNot: '^e2e/' }, { path: '^e2e/' }),
    rule(
      'testing-in-tests',
      'What tests share stays out of the product.',
      { pathNot: `^(e2e|supabase|scripts)/|${TEST}|(^|/)vitest\\.config\\.ts$` },
      { path: '(^|/)testing/', pathNot: 'node_modules' },
    ),
    ...Object.entries(SHARED).map(([part, others]) =>
      rule(
        `shared-${part}`,
        `shared/${part} may import from shared: ${[part, ...others].join(', ')}; and the generated types.`,
        { path: `^shared/${part}/`, pathNot: TEST },
        {
          path: '^shared/',
          pathNot: `^shared/(${[part, ...others].join('|')})/|^shared/data/database\\.types\\.ts$|^shared/package\\.json$`,
        },
      ),
    ),
    ...Object.entries(SHELL).map(([part, others]) =>
      rule(
        `shell-${part}`,
        `shell/${part} may import from the shell: ${[part, ...others].join(', ')}.`,
        { path: `^shell/${part}/`, pathNot: TEST },
        { path: '^shell/', pathNot: `^shell/(${[part, ...others].join('|')})(/|$)|^shell/package\\.json$` },
      ),
    ),
    ...Object.entries(ROOMS).map(([room, others]) =>
      rule(
        `server-${room}`,
        `shell/server/${room} may import from the server: ${[room, ...others].join(', ')}; and the configuration.`,
        { path: `^shell/server/${room}/`, pathNot: TEST },
        { path: '^shell/server/', pathNot: `^shell/server/((${[room, ...others].join('|')})/|config\\.ts$)` },
      ),
    ),
    rule(
      'server-rooms',
      'Beside its main parts the server consists of rooms, of which each says what it imports.',
      { path: '^shell/server/[^/]+/', pathNot: `^shell/server/(${Object.keys(ROOMS).join('|')}|testing)/` },
      { path: '.' },
    ),
    ...Object.entries(LAYERS).map(([layer, below]) =>
      rule(
        `remote-${layer}`,
        `In a remote, ${layer} may import from: ${below.join(', ')}.`,
        { path: `^(mf-[^/]+)/src/${layer}/`, pathNot: TEST },
        { path: '^$1/src/', pathNot: `^$1/src/(${below.join('|')})/` },
      ),
    ),
    ...Object.entries(LAYERS).map(([layer, below]) =>
      rule(
        `feature-${layer}`,
        `In a feature, ${layer} may import from: ${below.join(', ')}, of their own or of records/; and its records.`,
        { path: `^(mf-[^/]+)/src/([^/]+)/${layer}/`, pathNot: TEST },
        {
          path: '^$1/src/[^/]+/',
          pathNot: [
            `^$1/src/($2|records)/(${below.join('|')})/`,
            `^$1/src/$2/${RECORD}`,
            ...(layer === 'components'
              ? [`^$1/src/records/(${RECORD_PARTS.join('|')})/`, '^$1/src/records/[^/]+$']
              : []),
          ],
        },
      ),
    ),
    rule(
      'features-stand-alone',
      'A feature knows no other feature: what two of them need stands in records/.',
      { path: '^(mf-[^/]+)/src/([^/]+)/', pathNot: `^mf-[^/]+/src/(layout|records)/|${TEST}` },
      { path: '^$1/src/[^/]+/', pathNot: '^$1/src/($2|records|components|data|model)/' },
    ),
    rule(
      'records-know-no-feature',
      'What features share knows none of them.',
      { path: '^(mf-[^/]+)/src/records/', pathNot: TEST },
      { path: '^$1/src/[^/]+/', pathNot: '^$1/src/records/' },
    ),
    rule(
      'model-is-pure',
      'The model is plain TypeScript: no React, no Supabase, no screen.',
      { path: `^mf-[^/]+/src/.*(model/|/${RECORD})`, pathNot: TEST },
      {
        path: `${packages('react', 'react-dom', 'react-router', 'react-router-dom', 'react-markdown', 'styled-components', 'zustand', '@supabase')}|^shared/(ui/.*\\.tsx$|session/|federation/)|${CLIENTS}`,
      },
    ),
    rule(
      'supabase-in-data-only',
      'Only data/ talks to Supabase; types may be named elsewhere.',
      { path: '^(shell|mf-[^/]+|shared)/', pathNot: `^mf-[^/]+/src/.*data/|^shared/(data|session)/|${TEST}` },
      { path: packages('@supabase'), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'components-read-nothing',
      'Components get what they show as props.',
      { path: `^mf-[^/]+/src/.*components/`, pathNot: TEST },
      { path: CLIENTS },
    ),
    rule(
      'singletons-by-name',
      'A relative path to a module that exists once would bundle a second copy: import it as @ki/shared/….',
      { pathNot: TEST },
      { path: `^(${sharedSingletons.join('|')})$`, dependencyTypes: ['local'] },
    ),
    rule(
      'functions-import-npm-only',
      'Edge functions get their packages from npm.',
      { path: '^supabase/functions/' },
      { path: '^(jsr:|https?:)' },
    ),
    rule(
      'no-circles',
      'Of two modules at most one knows the other, be it by a type or lazily.',
      {},
      { circular: true },
    ),
    rule(
      'resolvable',
      'An import that leads nowhere is one that no rule sees.',
      { pathNot: '^supabase/(functions|local-backend/(functions|fixtures))/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|test-results)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
