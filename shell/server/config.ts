import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Proxies } from '@ki/shared/http/proxies.ts';
import { address, readSettings, variables } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import { trustedKeys } from '../registry/provenance/signed-release.ts';
import type { SiteConfig } from '../registry/site-config.ts';

/** More than a school behind one address needs, and a third of what one core renders. See docs/decisions/0065. */
const RENDERS_IN_TEN_SECONDS = 100;

const environmentSchema = variables
  .pick({
    PORT: true,
    HOST: true,
    DATA_DIR: true,
    SITE_URL: true,
    SHELL_WORKERS: true,
    TRUSTED_PROXIES: true,
    AUTH_RATE_LIMIT: true,
    METRICS_TOKEN: true,
    OVERRIDE_ORIGINS: true,
    OVERRIDE_SECRET: true,
  })
  .extend({
    SUPABASE_URL: address,
    SHELL_TOKEN: z.string('expected a token of a shell, from pnpm remote token create --shell'),
    SUPABASE_PUBLISHABLE_KEY: z.string('expected the publishable key of the Supabase project'),
    NODE_ENV: z.string().optional(),
    TRUSTED_KEYS: trustedKeys,
  });

export interface Config extends SiteConfig {
  readonly host: string;
  readonly shellToken: string;
  readonly workers: number;
  readonly proxies: Proxies;
  /** Pages that are rendered for one client in ten seconds; 0 for any number. */
  readonly renderBudget: number;
  readonly metricsToken: string | undefined;
  readonly overrides: {
    /** Every `NODE_ENV` but `development` gets the strict setting. */
    readonly isStaffOnly: boolean;
    readonly origins: readonly string[];
    readonly secret: string;
  };
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readSettings(environmentSchema, environment);
  const { PORT, HOST, DATA_DIR, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SITE_URL } = settings;
  const { SHELL_WORKERS, NODE_ENV, TRUSTED_PROXIES, AUTH_RATE_LIMIT } = settings;
  const { SHELL_TOKEN, METRICS_TOKEN, OVERRIDE_ORIGINS, OVERRIDE_SECRET } = settings;
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    siteUrl: new URL(SITE_URL ?? `http://127.0.0.1:${PORT}`).origin,
    supabase: { url: SUPABASE_URL.replace(/\/$/, ''), key: SUPABASE_PUBLISHABLE_KEY },
    trustedKeys: settings.TRUSTED_KEYS,
    shellToken: SHELL_TOKEN,
    workers: SHELL_WORKERS,
    proxies: TRUSTED_PROXIES,
    renderBudget: AUTH_RATE_LIMIT === 0 ? 0 : RENDERS_IN_TEN_SECONDS,
    metricsToken: METRICS_TOKEN,
    overrides: {
      isStaffOnly: NODE_ENV !== 'development',
      origins: OVERRIDE_ORIGINS,
      // A generated secret ends all overrides with the process.
      secret: OVERRIDE_SECRET ?? randomBytes(32).toString('hex'),
    },
  };
}
