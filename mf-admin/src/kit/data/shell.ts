import { z } from 'zod/mini';

const TIMEOUT_MS = 5_000;

/** The response of `/readyz`. */
export const healthSchema = z.object({
  failing: z.array(z.string()),
  registry: z.optional(z.string()),
  warnings: z.optional(z.array(z.string())),
  /** Versions that are served in place of failing live ones, by remote. */
  fallbackReleases: z.optional(z.record(z.string(), z.object({ serves: z.string() }))),
  /** Live releases and canaries of generations for which the shell has no runtime. */
  noRuntime: z.optional(z.array(z.object({ name: z.string(), version: z.string() }))),
});

export type Health = z.infer<typeof healthSchema>;

/** Asks the page's shell; null without a shell, as in a remote's development server. */
export async function readOfShell<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  try {
    const response = await fetch(new URL(path, location.origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return schema.parse(await response.json());
  } catch {
    return null;
  }
}
