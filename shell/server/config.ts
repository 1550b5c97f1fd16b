import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { unimportedRegistry } from '@ki/shared/process/earlier-version.ts';
import { isLoopback } from '@ki/shared/process/ports.ts';
import { address } from '@ki/shared/process/setting-types.ts';
import { readSettings, variables } from '@ki/shared/process/settings.ts';
import { z } from 'zod';
import { trustedKeys } from '../registry/provenance/keys.ts';

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
    BACKUP_EVERY: true,
    BACKUP_TO: true,
    METRICS_TOKEN: true,
    PICTURES_TOKEN: true,
    SOURCES_TOKEN: true,
    OVERRIDE_ORIGINS: true,
    OVERRIDE_SECRET: true,
  })
  .extend({
    SUPABASE_URL: address,
    SHELL_TOKEN: z.string('expected a token of a shell, from pnpm remote token create --shell'),
    SUPABASE_PUBLISHABLE_KEY: z.string('expected the publishable key of the Supabase project'),
    NODE_ENV: z.string().optional(),
    STORE_URL: address.optional(),
    /** `npm start` serves the store of `STORE_URL` here. */
    STORE_SERVED_AT: address.optional(),
    TRUSTED_KEYS: trustedKeys,
  });

export type Config = ReturnType<typeof readConfig>;

export function readConfig(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(environmentSchema, environment);
  const dataDir = path.resolve(settings.DATA_DIR);
  const unimported = unimportedRegistry(dataDir);
  if (unimported) throw new Error(unimported);
  const backupsIn = settings.BACKUP_TO ? path.resolve(settings.BACKUP_TO) : path.join(dataDir, 'backups');
  const siteUrl = new URL(settings.SITE_URL ?? `http://127.0.0.1:${settings.PORT}`).origin;
  const supabase = { url: settings.SUPABASE_URL.replace(/\/$/, ''), key: settings.SUPABASE_PUBLISHABLE_KEY };
  // Browsers elsewhere would reach their own machine.
  const isForwarded = isLoopback(supabase.url) && !isLoopback(siteUrl);
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    siteUrl,
    supabase,
    isForwarded,
    /** Browsers are told the site's own origin where this shell forwards. */
    browserSupabase: isForwarded ? { ...supabase, url: siteUrl } : supabase,
    trustedKeys: settings.TRUSTED_KEYS,
    ownStore:
      settings.STORE_URL && settings.STORE_SERVED_AT
        ? { address: settings.STORE_URL.replace(/\/+$/, ''), servedAt: settings.STORE_SERVED_AT }
        : undefined,
    shellToken: settings.SHELL_TOKEN,
    jobTokens: { PICTURES_TOKEN: settings.PICTURES_TOKEN, SOURCES_TOKEN: settings.SOURCES_TOKEN },
    workers: settings.SHELL_WORKERS,
    proxies: settings.TRUSTED_PROXIES,
    /** Pages that are rendered for one client in ten seconds; 0 for any number. */
    renderBudget: settings.AUTH_RATE_LIMIT === 0 ? 0 : RENDERS_IN_TEN_SECONDS,
    metricsToken: settings.METRICS_TOKEN,
    /** Those that the embedded backend makes. */
    backups: settings.BACKUP_EVERY ? { every: settings.BACKUP_EVERY, folder: backupsIn } : null,
    overrides: {
      /** Every `NODE_ENV` but `development` gets the strict setting. */
      isStaffOnly: settings.NODE_ENV !== 'development',
      origins: settings.OVERRIDE_ORIGINS,
      // A generated secret ends all overrides with the process.
      secret: settings.OVERRIDE_SECRET ?? randomBytes(32).toString('hex'),
    },
  };
}
