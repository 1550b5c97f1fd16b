import { z } from 'zod';
import { PROXIES_FORM, proxiesIn } from '../http/proxies.mjs';

/** Texts separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Whose word counts about where a request comes from. */
export const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const found = proxiesIn(text);
    if (found) return found;
    context.addIssue(`expected ${PROXIES_FORM}`);
    return z.NEVER;
  });

/** Sign-ins and the like, for each client in 5 minutes; 0 for no limit. */
export const authRateLimit = z.coerce.number('expected a number').int().min(0).default(30);

/**
 * Reads variables of the environment, of which an empty one counts as unset; throws an error that names every wrong
 * variable and the form expected.
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { success, data, error } = schema.safeParse(set);
  if (success) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
