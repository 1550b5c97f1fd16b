import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutEmpty } from './environment.mjs';
import { PINNED_NODE, ROOT, withPinnedNode } from './toolchain.mjs';

/** @typedef {import('./supervisor.mjs').Service} Service */
/** @typedef {import('./environment.mjs').Settings} Settings */

/** What only the backend may know. */
const BACKEND_ONLY = ['DATABASE_URL', 'REMOTE_TOKEN', 'ADMIN_EMAIL', 'PERPLEXITY_API_KEY', 'GEMINI_API_KEY'];
/** Who may sign in where there is nothing to lose: at the embedded backend. */
export const DEMO_LOGIN = 'admin@example.com / lernen-mit-ki';
/** Has the C library of Linux return large blocks at once: each swap of a remote needs some megabytes for a moment. */
const GIVE_BACK_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** Young objects in a small space: V8's own choice keeps some sixty megabytes that nobody needs. */
const SMALL = ['--max-semi-space-size=4'];
/** The front's garbage is collected before its heap is more than so much above what is in use; with 20, answers take half as long again. */
const SOON = ['--heap-growing-percent=60'];
const NODE_ARGS = ['--disable-warning=ExperimentalWarning'];

/** Compiled code is kept: a start is sooner, and without TypeScript's parser a service takes some 15 MB less. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node') };

const environment = () =>
  /** @type {NodeJS.ProcessEnv} */ ({ ...COMPILE_CACHE, ...GIVE_BACK_MEMORY, ...withoutEmpty(withPinnedNode()) });

/** With these, files are published: what serves has no use for them. @param {string} name */
const isForPublishing = (name) => name.startsWith('AWS_') || name === 'MINISIGN_PASSWORD';

function publicEnvironment() {
  const isPublic = (/** @type {string} */ name) => !BACKEND_ONLY.includes(name) && !isForPublishing(name);
  return Object.fromEntries(Object.entries(environment()).filter(([name]) => isPublic(name)));
}

/** What the embedded backend keeps for the shell of its own machine. @param {string} dataDir */
function shellToken(dataDir) {
  const file = path.join(dataDir, 'shell-token');
  return existsSync(file) ? { SHELL_TOKEN: readFileSync(file, 'utf8').trim() } : {};
}

/** @param {string} script @param {readonly string[]} [args] @param {readonly string[]} [nodeArgs] */
const node = (script, args = [], nodeArgs = []) => ({
  command: PINNED_NODE,
  args: [...nodeArgs, ...NODE_ARGS, path.join(ROOT, script), ...args],
  cwd: ROOT,
});

/** @param {number} port */
function siteOrigins(port) {
  const { SITE_URL } = environment();
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`, ...(SITE_URL ? [new URL(SITE_URL).origin] : [])];
}

/** @param {Settings} settings @returns {Service} */
export function backendService({ port, supabasePort, dataDir }) {
  return {
    ...node('supabase/local-backend/main.ts', [], SMALL),
    name: 'backend',
    port: supabasePort,
    env: {
      ...environment(),
      SUPABASE_PORT: String(supabasePort),
      DATA_DIR: dataDir,
      SITE_ORIGINS: siteOrigins(port).join(','),
    },
  };
}

/** Prints the link of an invitation while nobody is staff. @param {Settings} settings */
export function invitationScript({ port }) {
  const env = environment();
  const SITE_URL = env.SITE_URL ?? `http://127.0.0.1:${port}`;
  return { ...node('supabase/invite.ts', ['--first']), env: { ...env, SITE_URL } };
}

/** The published files that this machine serves. @param {string} dataDir */
function storeFolder(dataDir) {
  const { STORE } = environment();
  return STORE && !STORE.startsWith('s3://') ? path.resolve(ROOT, STORE) : path.join(dataDir, 'store');
}

/** Serves the files of all remotes that this machine has to serve. @param {Settings} settings @returns {Service} */
export function remotesService({ port, dataDir }) {
  const program = node('shell/cli/serve.ts', [dataDir, storeFolder(dataDir), String(port)], SMALL);
  return { ...program, name: 'origins', env: publicEnvironment() };
}

/** @param {Pick<Settings, 'port' | 'dataDir'>} settings @param {{ url: string, key: string }} supabase @returns {Service} */
export function shellService({ port, dataDir }, supabase) {
  return {
    ...node('shell/server/main.ts', [], [...SMALL, ...SOON]),
    name: 'shell',
    port,
    isFront: true,
    env: {
      ...shellToken(dataDir),
      ...publicEnvironment(),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLISHABLE_KEY: supabase.key,
    },
  };
}

/**
 * An app's dev server.
 * @param {string} app folder @param {number} port @param {readonly string[]} environments of its build
 * @param {Record<string, string>} [more] environment @returns {Service}
 */
export function developmentService(app, port, environments, more = {}) {
  const chosen = environments.flatMap((name) => ['--environment', name]);
  return {
    ...node(`${app}/node_modules/@rsbuild/core/bin/rsbuild.js`, [
      'dev',
      '--log-level',
      'warn',
      '--port',
      String(port),
      ...chosen,
    ]),
    cwd: path.join(ROOT, app),
    name: app,
    port,
    // Every remote comes from its sources: what is live, and where that stands, is of no concern.
    env: { ...publicEnvironment(), REGISTRY: 'file', ...more, NODE_ENV: 'development' },
  };
}

/** Where the embedded backend answers, as it announced. @param {string} dataDir @returns {{ url: string, key: string } | null} */
export function readAnnouncement(dataDir) {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'backend.json'), 'utf8'));
  } catch {
    return null;
  }
}
