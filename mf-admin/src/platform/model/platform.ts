import { z } from 'zod/mini';

const versions = z.record(z.string(), z.string());

/** Of `/platform.json`: the generations of the shell, newest first, and what each live remote was built for. */
export const sharedSchema = z.object({
  generations: z.array(z.object({ contract: z.number(), singletons: versions })),
  remotes: z.record(z.string(), z.object({ contract: z.number(), singletons: versions })),
});

export type Shared = z.infer<typeof sharedSchema>;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

/** One row for each remote and package; modules of the platform's own have no version to compare. */
export const sharedPackages = ({ generations, remotes }: Shared) =>
  Object.entries(remotes)
    .sort(byName)
    .flatMap(([remote, { contract, singletons }]) => {
      const runtime = generations.find((one) => one.contract === contract);
      return Object.entries(singletons)
        .filter(([name]) => !name.startsWith('@ki/'))
        .map(([name, wanted]) => ({
          id: `${remote} ${name}`,
          remote,
          generation: contract,
          name,
          wanted,
          // Null where the shell has no runtime of the generation.
          provided: runtime?.singletons[name] ?? null,
        }));
    });
export type SharedPackage = ReturnType<typeof sharedPackages>[number];

const versionSchema = z.object({ version: z.string(), published_at: z.string() });

const countsSchema = z.object({
  version: z.string(),
  /** The route pattern of the pages; empty for reports. */
  pattern: z._default(z.string(), ''),
  renders: z.number(),
  failures: z.number(),
  /** Error reports of browsers, which anybody can send. */
  reports: z.number(),
});

const canarySchema = z.object({
  version: z.string(),
  percent: z.number(),
  /** Failures of 100 pages that the canary may have above the live version. */
  margin: z.number(),
});

const remoteSchema = z.object({
  name: z.string(),
  /** Null where operators ship the remote. */
  team: z.nullable(z.string()),
  is_retired: z.boolean(),
  live: z.nullable(z.string()),
  since: z.nullable(z.string()),
  by: z.nullable(z.string()),
  before: z.nullable(z.string()),
  canary: z.nullable(canarySchema),
  counts: z.array(countsSchema),
  /** Id of the newest history entry, sent back with each transition as an optimistic lock. */
  newest_move: z.nullable(z.number()),
  /** Versions that were live or a canary before and so passed all checks, newest first. */
  checked: z.array(versionSchema),
  unchecked: z.nullable(versionSchema),
});

const transitionSchema = z.object({
  id: z.number(),
  remote: z.string(),
  version: z.string(),
  action: z.enum(['promote', 'canary', 'rollback', 'retire']),
  percent: z.nullable(z.number()),
  time: z.string(),
  author: z.string(),
  reason: z.string(),
});

const teamSchema = z.object({ name: z.string(), remotes: z.array(z.string()), members: z.array(z.string()) });

const tokenSchema = z.object({
  id: z.string(),
  kind: z.enum(['operator', 'team', 'shell', 'pictures', 'sources']),
  team: z.nullable(z.string()),
  may: z.array(z.string()),
  created_by: z.string(),
  last_used_at: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  state: z.enum(['valid', 'ending', 'expired', 'revoked']),
});

export const overviewSchema = z.object({
  remotes: z.array(remoteSchema),
  history: z.object({ total: z.number(), entries: z.array(transitionSchema) }),
  teams: z.array(teamSchema),
  tokens: z.array(tokenSchema),
});

export type Overview = z.infer<typeof overviewSchema>;
export type Remote = z.infer<typeof remoteSchema>;
export type Counts = z.infer<typeof countsSchema>;
export type PastTransition = z.infer<typeof transitionSchema>;
export type Team = z.infer<typeof teamSchema>;
export type DeployToken = z.infer<typeof tokenSchema>;

export type LiveRemote = Remote & { readonly live: string };
export const isLive = (remote: Remote): remote is LiveRemote => remote.live !== null && !remote.is_retired;

export function describeTransition({ action, version, percent }: PastTransition): string {
  if (action === 'canary') return percent ? `canary ${version} for ${percent}%` : `canary ${version} ended`;
  if (action === 'promote') return `promoted ${version}`;
  return action === 'rollback' ? `back to ${version}` : `retired, was ${version}`;
}
