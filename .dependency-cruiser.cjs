/**
 * The import rules. `mf-[^/]+` matches every remote, so that a new one is covered without a change here.
 * `pnpm check:imports` enforces them; scripts/check-imports.test.ts has a violation of each.
 */
const { SINGLETONS } = require('./shared/federation/singletons.ts');

/** Tests, and their helpers in folders named `testing`. */
const TEST = '\\.(test|spec)\\.tsx?$|(^|/)testing/';
const REMOTE = '^(mf-[^/]+)/';
const APP = '^(shell|mf-[^/]+)/';
const TEST_BACKEND = '^supabase/local-backend/fixtures/test-backend\\.ts$';
/** Opens the registry of an embedded platform that does not run; `shell/cli/remote.ts` alone imports it. */
const STOPPED_REGISTRY = '^supabase/local-backend/registry-session\\.ts$';
const CLIENTS = '^shared/data/clients\\.ts$';

/** The parts of shared, and what each may import of the others. */
const SHARED = {
  contract: [],
  format: ['contract'],
  federation: ['contract'],
  http: [],
  process: ['http'],
  data: ['contract'],
  session: ['contract', 'data'],
  ui: ['contract', 'format'],
  development: ['contract', 'data', 'session', 'ui'],
};

/** The layers of a remote, or of each of its features, and what each may import; pages may import all. */
const LAYERS = {
  components: ['components', 'model'],
  data: ['data', 'model'],
  model: ['model'],
};
/** The rooms that the features of a remote share, and what each may import of the others. Their screens are in no layer. */
const FEATURE_ROOMS = {
  kit: [],
  kinds: ['kit'],
  files: ['kinds', 'kit'],
  order: ['kit'],
  roles: ['kit'],
  media: ['kinds', 'kit'],
  text: ['files', 'kit', 'media'],
  versions: ['kinds', 'kit'],
  records: ['kinds', 'kit', 'media', 'text', 'versions'],
};
const FEATURE_ROOM = Object.keys(FEATURE_ROOMS).join('|');
/** The description of a record, at the top of its feature, for all layers. */
const RECORD = '[a-z-]*record\\.ts$';

/** The parts of the shell, and what each may import of the others. */
const SHELL = {
  src: [],
  registry: ['src'],
  build: ['registry'],
  server: ['registry', 'src'],
  jobs: ['registry', 'server/(log|start-jobs|tags/notifications)\\.ts'],
  worker: ['src', 'server/render/(counting-fetch|frames|messages|resource-responses)\\.ts'],
  kit: ['build'],
  cli: [
    'build',
    'registry',
    'src/remotes/owner\\.ts',
    'server/http/(encode|http-response)\\.ts',
    'server/(render|resolve)',
    'server/document/(document|pages)\\.ts',
    'server/site/look\\.ts',
  ],
};
/** The rooms of these parts, from the bottom up, and what each may import: only rooms that stand before it. */
const ROOMS = {
  server: {
    http: [],
    tags: ['http'],
    render: ['http'],
    resolve: ['http', 'tags', 'render'],
    cache: ['http', 'tags', 'render'],
    ops: ['http', 'render', 'resolve', 'cache'],
    site: ['http', 'tags', 'render', 'resolve', 'cache'],
    document: ['http', 'tags', 'render', 'resolve', 'cache', 'ops', 'site'],
  },
  jobs: {
    fetch: [],
    processes: ['fetch'],
    pictures: ['fetch', 'processes'],
    sources: ['fetch', 'processes'],
  },
};
/** The files of the server that all of its rooms may import. */
const BELOW_ROOMS = '^shell/server/(config|log|metrics|types)\\.ts$';

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
      'A remote imports neither another remote nor the shell: they meet in the contract.',
      { path: REMOTE },
      { path: APP, pathNot: '^$1/' },
    ),
    rule('shell-knows-no-remote', 'The registry names the remotes.', { path: '^shell/' }, { path: REMOTE }),
    rule(
      'apps-import-shared-only',
      'Besides itself, an app imports from shared only.',
      { path: APP, pathNot: TEST },
      { path: '^(supabase|e2e|scripts)/', pathNot: STOPPED_REGISTRY },
    ),
    rule(
      'shared-imports-no-app',
      'Shared code imports none of its users.',
      { path: '^shared/' },
      { path: '^(shell|mf-[^/]+|e2e|scripts)/' },
    ),
    rule(
      'node-only-outside-pages',
      'Servers, processes and locks need Node.js, which a page has not.',
      { path: '^((shell|mf-[^/]+)/src|shared/(ui|session|data|contract|format|development))/', pathNot: TEST },
      { path: '^shared/(http|process)/' },
    ),
    rule(
      'nothing-imports-supabase',
      'The backend is reached over HTTP; tests start it through its fixtures/test-backend.ts.',
      { pathNot: '^supabase/' },
      { path: '^supabase/', pathNot: [TEST_BACKEND, STOPPED_REGISTRY] },
    ),
    rule(
      'test-backend-in-tests',
      'The backend of tests is for tests and benchmarks.',
      { pathNot: `^(supabase|e2e|scripts/bench)/|${TEST}` },
      { path: TEST_BACKEND },
    ),
    rule(
      'stopped-registry-in-remote',
      'Only `pnpm remote` opens the database of a platform that does not run.',
      { pathNot: `^supabase/|^shell/cli/remote\\.ts$|${TEST}` },
      { path: STOPPED_REGISTRY },
    ),
    rule(
      'backend-imports-no-app',
      'The backend imports no application.',
      { path: '^supabase/' },
      { path: '^(shell|mf-[^/]+|e2e)/' },
    ),
    rule('nothing-imports-e2e', 'Only end-to-end tests use their own parts.', { pathNot: '^e2e/' }, { path: '^e2e/' }),
    rule(
      'testing-in-tests',
      'Helpers of tests stay out of the product.',
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
    rule(
      'server-base',
      'What is below the rooms of the server imports none of them.',
      { path: BELOW_ROOMS },
      { path: '^shell/server/', pathNot: BELOW_ROOMS },
    ),
    ...Object.entries(ROOMS).flatMap(([part, rooms]) => [
      ...Object.entries(rooms).map(([room, below]) =>
        rule(
          `${part}-${room}`,
          `In shell/${part}, ${room} may import from: ${[room, ...below].join(', ')}, and what is below the rooms.`,
          { path: `^shell/${part}/${room}/`, pathNot: TEST },
          { path: `^shell/${part}/`, pathNot: [`^shell/${part}/(${[room, ...below].join('|')})/`, BELOW_ROOMS] },
        ),
      ),
      rule(
        `${part}-rooms`,
        `Each folder of shell/${part} declares its imports in ROOMS.`,
        { path: `^shell/${part}/[^/]+/`, pathNot: `^shell/${part}/(${Object.keys(rooms).join('|')}|testing)/` },
        { path: '.' },
      ),
    ]),
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
        `In a feature, ${layer} may import from: ${below.join(', ')}, of their own or of a room; and its records.`,
        { path: `^(mf-[^/]+)/src/([^/]+)/${layer}/`, pathNot: TEST },
        {
          path: '^$1/src/[^/]+/',
          pathNot: [
            `^$1/src/($2|${FEATURE_ROOM})/(${below.join('|')})/`,
            `^$1/src/$2/${RECORD}`,
            ...(layer === 'components' ? [`^$1/src/(${FEATURE_ROOM})/(?!data/)`] : []),
          ],
        },
      ),
    ),
    rule(
      'features-stand-alone',
      'A feature imports no other feature: shared code is in a room.',
      { path: '^(mf-[^/]+)/src/([^/]+)/', pathNot: `^mf-[^/]+/src/(layout|${FEATURE_ROOM})/|${TEST}` },
      { path: '^$1/src/[^/]+/', pathNot: `^$1/src/($2|${FEATURE_ROOM}|components|data|model)/` },
    ),
    ...Object.entries(FEATURE_ROOMS).map(([room, others]) =>
      rule(
        `room-${room}`,
        `The room ${room} may import from: ${[room, ...others].join(', ')}; and no feature.`,
        { path: `^(mf-[^/]+)/src/${room}/`, pathNot: TEST },
        { path: '^$1/src/[^/]+/', pathNot: `^$1/src/(${[room, ...others].join('|')})/` },
      ),
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
      'Components show their props.',
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
    rule('no-circles', 'No import cycles, type-only and dynamic imports included.', {}, { circular: true }),
    rule(
      'resolvable',
      'No rule can check an import that does not resolve.',
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
