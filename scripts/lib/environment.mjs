import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { PROXIES_FORM, proxiesIn } from '../../shared/http/proxies.mjs';
import { FIRST_REMOTES } from '../../shell/registry/first-remotes.mjs';
import { Problem } from './problem.mjs';

const LAST_PORT = 65_535;

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * @typedef {object} Settings
 * @property {number} port of the shell; the remotes follow
 * @property {number} supabasePort
 * @property {string} dataDir absolute
 * @property {{ url: string, key: string } | null} hosted a Supabase project to use in place of the embedded backend
 * @property {'file' | 'database'} registry where it is kept what is live
 * @property {boolean} hasDatabase the operator names a PostgreSQL, of the project or for the embedded backend
 * @property {boolean} isDemo the embedded database is used, which has an account with a published password
 * @property {string | undefined} adminEmail whom a start invites while nobody is staff
 */

/** @param {string} text @param {number} last */
const isPort = (text, last) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= last;

/** @param {string} text @param {RegExp} protocol */
function isAddress(text, protocol) {
  try {
    const { protocol: found, hostname } = new URL(text);
    return protocol.test(found) && hostname !== '';
  } catch {
    return false;
  }
}

/** Whether a folder is there to be written to, or can be made. @param {string} folder @returns {boolean} */
function canHold(folder) {
  if (!existsSync(folder)) return path.dirname(folder) !== folder && canHold(path.dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

const HTTP = {
  test: (/** @type {string} */ text) => isAddress(text, /^https?:$/),
  form: 'an address like https://host',
};
const lastShellPort = LAST_PORT - FIRST_REMOTES.length;

/** What a set variable must look like; a secret one's value is never shown. */
const RULES = {
  PORT: {
    test: (/** @type {string} */ text) => isPort(text, lastShellPort),
    form: `a whole number from 1 to ${lastShellPort} (the remotes take the ports after it)`,
  },
  SUPABASE_PORT: {
    test: (/** @type {string} */ text) => isPort(text, LAST_PORT),
    form: `a whole number from 1 to ${LAST_PORT}`,
  },
  AUTH_RATE_LIMIT: {
    test: (/** @type {string} */ text) => /^\d{1,9}$/.test(text),
    form: 'a whole number of requests in 5 minutes, 0 for no limit',
  },
  DATABASE_URL: {
    test: (/** @type {string} */ text) => isAddress(text, /^postgres(ql)?:$/),
    form: 'postgres://user:password@host:port/database',
    isSecret: true,
  },
  ADMIN_EMAIL: {
    test: (/** @type {string} */ text) => /^[^@\s]+@[^@\s]+$/.test(text),
    form: 'an e-mail address like name@example.org',
  },
  REGISTRY: { test: (/** @type {string} */ text) => /^(file|database)$/.test(text), form: 'file or database' },
  SUPABASE_URL: HTTP,
  PERPLEXITY_BASE_URL: HTTP,
  GEMINI_BASE_URL: HTTP,
  SITE_URL: HTTP,
  STORE_ENDPOINT: HTTP,
  STORE_URL: HTTP,
  TRUSTED_PROXIES: {
    test: (/** @type {string} */ text) => proxiesIn(text) !== null,
    form: PROXIES_FORM,
  },
};

/** @param {Environment} environment */
function wrongForms(environment) {
  return Object.entries(RULES).flatMap(([name, rule]) => {
    const value = environment[name];
    if (!value || rule.test(value)) return [];
    const shown = 'isSecret' in rule ? 'has another form' : `is "${value}"`;
    return [`${name} ${shown}; expected ${rule.form}`];
  });
}

/** @param {Environment} environment */
function missingPartner({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY }) {
  if (Boolean(SUPABASE_URL) === Boolean(SUPABASE_PUBLISHABLE_KEY)) return [];
  const [set, unset] = SUPABASE_URL
    ? ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY']
    : ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_URL'];
  return [`${unset} is not set, but ${set} is; expected both (a Supabase project) or neither (the embedded backend)`];
}

/** @param {Settings} settings */
function collision({ port, supabasePort, hosted }) {
  const collides = supabasePort >= port && supabasePort <= port + FIRST_REMOTES.length;
  if (hosted || !collides) return [];
  const owner = supabasePort === port ? 'the shell' : FIRST_REMOTES[supabasePort - port - 1];
  return [
    `SUPABASE_PORT is "${supabasePort}", which is the port of ${owner}; expected one outside ${port} to ${port + FIRST_REMOTES.length}`,
  ];
}

/** An empty variable counts as unset. @param {Environment} environment @returns {Environment} */
export const withoutEmpty = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));

/**
 * Reads what the environment asks for; throws one Problem that names every wrong variable and its expected form.
 * @param {Environment} given
 * @param {string} root folder that a relative DATA_DIR starts from
 * @returns {Settings}
 */
export function readEnvironment(given, root) {
  const environment = withoutEmpty(given);
  const { PORT = '3000', SUPABASE_PORT = '54321', DATA_DIR = '.data' } = environment;
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = environment;
  const settings = {
    port: Number(PORT),
    supabasePort: Number(SUPABASE_PORT),
    dataDir: path.resolve(root, DATA_DIR),
    hosted: url && key ? { url, key } : null,
    registry: /** @type {'file' | 'database'} */ (environment.REGISTRY ?? 'file'),
    hasDatabase: Boolean(environment.DATABASE_URL),
    isDemo: !environment.DATABASE_URL && !(url && key),
    adminEmail: environment.ADMIN_EMAIL,
  };
  const wrong = [...wrongForms(environment), ...missingPartner(environment), ...collision(settings)];
  if (!canHold(settings.dataDir)) wrong.push(`DATA_DIR is "${DATA_DIR}"; expected a folder that can be written`);
  if (wrong.length > 0) throw new Problem(wrong.join('\n'));
  return settings;
}
