import { z } from '../../records/model/z.ts';

const versionSchema = z.object({ version: z.string(), published_at: z.string() });

const countsSchema = z.object({
  version: z.string(),
  /** Pages that visitors were answered with, and those of them that failed because of the version's code. */
  renders: z.number(),
  failures: z.number(),
  /** What browsers said, which anybody can say. */
  reports: z.number(),
});

const canarySchema = z.object({
  version: z.string(),
  percent: z.number(),
  /** By how many of 100 renders it may fail more than what is live. */
  margin: z.number(),
});

const remoteSchema = z.object({
  name: z.string(),
  /** `null`: operators alone. */
  team: z.string().nullable(),
  is_retired: z.boolean(),
  /** `null`: it never was. */
  live: z.string().nullable(),
  since: z.string().nullable(),
  by: z.string().nullable(),
  /** What a rollback makes live again. */
  before: z.string().nullable(),
  canary: canarySchema.nullable(),
  counts: z.array(countsSchema),
  /** Of the history: whoever moves says that this is what they saw. */
  newest_move: z.number().nullable(),
  /** Newest first: what was live or a canary before, so that the checks that need code were made. */
  checked: z.array(versionSchema),
  /** The newest one that was only published, after the live one. */
  unchecked: versionSchema.nullable(),
});

const moveSchema = z.object({
  id: z.number(),
  remote: z.string(),
  version: z.string(),
  action: z.enum(['promote', 'canary', 'rollback', 'retire']),
  percent: z.number().nullable(),
  time: z.string(),
  author: z.string(),
  reason: z.string(),
});

const teamSchema = z.object({ name: z.string(), remotes: z.array(z.string()), members: z.array(z.string()) });

const tokenSchema = z.object({
  id: z.string(),
  kind: z.enum(['operator', 'team', 'shell']),
  team: z.string().nullable(),
  may: z.array(z.string()),
  created_by: z.string(),
  last_used_at: z.string().nullable(),
  /** `null`: never. */
  expires_at: z.string().nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
});

/** What the database answers an operator about the platform. */
export const overviewSchema = z.object({
  remotes: z.array(remoteSchema),
  history: z.object({ total: z.number(), entries: z.array(moveSchema) }),
  teams: z.array(teamSchema),
  tokens: z.array(tokenSchema),
});

export type Overview = z.infer<typeof overviewSchema>;
export type Remote = z.infer<typeof remoteSchema>;
export type Counts = z.infer<typeof countsSchema>;
export type PastMove = z.infer<typeof moveSchema>;
export type Team = z.infer<typeof teamSchema>;
export type DeployToken = z.infer<typeof tokenSchema>;

/** A remote that visitors get. */
export type LiveRemote = Remote & { readonly live: string };
export const isLive = (remote: Remote): remote is LiveRemote => remote.live !== null && !remote.is_retired;
