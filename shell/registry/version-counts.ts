import { z } from 'zod';

const count = z.int().nonnegative();

export const versionCountsSchema = z.array(
  z.object({
    remote: z.string(),
    version: z.string(),
    pattern: z.string().default(''),
    since: z.string(),
    renders: count,
    failures: count,
    reports: count,
  }),
);

export type VersionCounts = z.infer<typeof versionCountsSchema>[number];

/** Pages of a route pattern, of the canary and beside it, before its failures are compared. */
export const LEAST_RENDERS = 50;
