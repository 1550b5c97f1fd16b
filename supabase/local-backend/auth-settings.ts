import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';

const LENGTHS = 'expected a whole number from 6 to 72';

const settingsSchema = z.object({
  auth: z.object({
    minimum_password_length: z.int(LENGTHS).min(6, LENGTHS).max(72, LENGTHS),
    sessions: z.object({ timebox: z.string(), inactivity_timeout: z.string() }),
  }),
});

export type AuthSettings = z.infer<typeof settingsSchema>['auth'];

/** The settings of accounts that a hosted project has by `supabase config push`. */
export function readAuthSettings(file = new URL('../config.toml', import.meta.url)): AuthSettings {
  const { success, data, error } = settingsSchema.safeParse(parse(readFileSync(file, 'utf8')));
  if (success) return data.auth;
  throw new Error(
    error.issues.map(({ path, message }) => `supabase/config.toml: ${path.join('.')}: ${message}`).join('\n'),
  );
}
