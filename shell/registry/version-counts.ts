import { z } from 'zod';

const count = z.int().nonnegative();

export const versionCountsSchema = z.array(
  z.object({
    remote: z.string(),
    version: z.string(),
    /** The beginning of the remote's canary, which tells it from any other canary. */
    since: z.string(),
    /** Pages that visitors were answered with. */
    renders: count,
    /** Those of them that failed because of the version's code. */
    failures: count,
    /** What browsers said of it, by which nothing is decided. */
    reports: count,
  }),
);

/** What happened to one version of a remote that has a canary: the canary, or what is live beside it. */
export type VersionCounts = z.infer<typeof versionCountsSchema>[number];
