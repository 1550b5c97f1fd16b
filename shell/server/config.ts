import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Proxies } from '@ki/shared/http/proxies.mjs';
import { authRateLimit, list, proxies, readSettings } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import { trustedKeys } from '../registry/provenance/signed-release.ts';
import type { SiteConfig } from '../registry/site-config.ts';

/** Four a second: more than a school behind one address reads, and a fraction of what one core renders. */
const SEARCHES_PER_MINUTE = 240;

const port = z.coerce.number('expected a port between 1 and 65535').int().min(1).max(65_535);

const WORKERS = 'expected a whole number from 1 to 64';
const workers = z.coerce.number(WORKERS).int(WORKERS).min(1, WORKERS).max(64, WORKERS);

const isOrigin = (text: string) => URL.parse(text)?.origin === text && /^https?:/.test(text);
const origins = list.refine((listed) => listed.every(isOrigin), {
  error: 'expected origins like https://dev.example.org, separated by commas',
});

const environmentSchema = z.object({
  PORT: port.default(3000),
  /** What the shell listens on, for containers. */
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  SUPABASE_URL: z.url({ protocol: /^https?$/, error: 'expected an http(s) address' }),
  SUPABASE_PUBLISHABLE_KEY: z.string('expected the publishable key of the Supabase project'),
  /** Public address of the site, when a proxy stands before the shell. */
  SITE_URL: z.url({ protocol: /^https?$/, error: 'expected an http(s) address' }).optional(),
  /** Where it is kept what is live: in `DATA_DIR`, or in the database, which is asked with `SHELL_TOKEN`. */
  REGISTRY: z.enum(['file', 'database'], 'expected file or database').default('file'),
  SHELL_TOKEN: z.string().optional(),
  /** How many processes render. */
  SHELL_WORKERS: workers.default(1),
  NODE_ENV: z.string().optional(),
  /** Whose `x-forwarded-for` and `x-forwarded-proto` count. */
  TRUSTED_PROXIES: proxies,
  /** The embedded backend's; 0, which is for tests, switches off the limit of searches too. */
  AUTH_RATE_LIMIT: authRateLimit,
  /** Who shows it may read `/metrics` from elsewhere. */
  METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  /** Of minisign, separated by commas: who may sign what is served. */
  TRUSTED_KEYS: trustedKeys,
  /** Origins besides loopback from which a developer may run a remote, separated by commas. */
  OVERRIDE_ORIGINS: origins,
  /** Signs the cookies of overrides. Needed where several shells serve one site. */
  OVERRIDE_SECRET: z.string().min(32, 'expected at least 32 characters').optional(),
});

export interface Config extends SiteConfig {
  readonly host: string;
  /** With what the registry in the database is read; without it the registry is a file. */
  readonly shellToken: string | undefined;
  /** How many processes render. */
  readonly workers: number;
  readonly proxies: Proxies;
  /** Pages with a query that have to be rendered, for each client in a minute; 0 for no limit. */
  readonly searchesPerMinute: number;
  readonly metricsToken: string | undefined;
  readonly overrides: {
    /** Everywhere but with `NODE_ENV=development`: who forgets to say what a server is for gets the strict one. */
    readonly isStaffOnly: boolean;
    readonly origins: readonly string[];
    readonly secret: string;
  };
}

/** Reads the server's settings; throws with the names of what is wrong and the expected forms. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readSettings(environmentSchema, environment);
  const { PORT, HOST, DATA_DIR, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SITE_URL } = settings;
  const { SHELL_WORKERS, NODE_ENV, TRUSTED_PROXIES, AUTH_RATE_LIMIT } = settings;
  const { REGISTRY, SHELL_TOKEN, METRICS_TOKEN, OVERRIDE_ORIGINS, OVERRIDE_SECRET } = settings;
  if (REGISTRY === 'database' && !SHELL_TOKEN) {
    throw new Error('SHELL_TOKEN: expected a token of a shell, since REGISTRY is database');
  }
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    siteUrl: new URL(SITE_URL ?? `http://127.0.0.1:${PORT}`).origin,
    supabase: { url: SUPABASE_URL.replace(/\/$/, ''), key: SUPABASE_PUBLISHABLE_KEY },
    trustedKeys: settings.TRUSTED_KEYS,
    shellToken: REGISTRY === 'database' ? SHELL_TOKEN : undefined,
    workers: SHELL_WORKERS,
    proxies: TRUSTED_PROXIES,
    searchesPerMinute: AUTH_RATE_LIMIT === 0 ? 0 : SEARCHES_PER_MINUTE,
    metricsToken: METRICS_TOKEN,
    overrides: {
      isStaffOnly: NODE_ENV !== 'development',
      origins: OVERRIDE_ORIGINS,
      // One of its own ends all overrides with the process.
      secret: OVERRIDE_SECRET ?? randomBytes(32).toString('hex'),
    },
  };
}
