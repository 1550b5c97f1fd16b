import { z } from 'zod';
import { clashes, resourceClashes } from './patterns.ts';

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'expected sha384-<base64>');

/** A file of a release: path below the release's folder, and the hash without which it is not run. */
const fileSchema = z.object({ path: z.string().min(1), integrity });

const name = z.string().regex(/^mf-[a-z0-9-]+$/, 'expected mf-<name>');

/** An address pattern that a remote may own: a fixed first segment, parameters after it, and a rest at the end; no escapes. */
const pattern = z
  .string()
  .regex(
    /^\/([^/:*?%#\s\\]+(\/(:\w+|[^/:*?%#\s\\]+))*(\/\*)?)?$/,
    'expected a pattern like / or /post/:slug or /admin/*',
  );

const provenanceSchema = z.object({
  /** Of the repository of the sources. */
  commit: z.string().optional(),
  /** Something in the repository was not committed. */
  isDirty: z.boolean().optional(),
  /** Address of the run that built it, or who did. */
  builder: z.string(),
  /** Of publishing. */
  time: z.string(),
});

/** One immutable version of a remote, as written beside its files. */
export const releaseSchema = z.object({
  name,
  version: z.string().min(1),
  contract: z.int(),
  routes: z.array(pattern).min(1),
  staffOnly: z.boolean(),
  /** Addresses that it answers with something else than a page: feeds, images. Releases from before do not say so. */
  resources: z.array(pattern).optional(),
  /** Of each pattern the query keys that its pages read. Without it, as of releases from before, all count. */
  query: z.record(z.string(), z.array(z.string())).optional(),
  entry: fileSchema,
  server: fileSchema,
  manifest: fileSchema,
  /** Scripts of each named chunk: what a page with that route id needs; its early script by `earlyChunk`. */
  chunks: z.record(z.string(), z.array(fileSchema)),
  /** The range of each singleton that the remote was built for. */
  singletons: z.record(z.string(), z.string()).default({}),
  /** What the scripts that every page of the remote needs may weigh, in kB (1000 bytes) of brotli. */
  budget: z.number().positive().optional(),
  /** How it was made. Its version does not depend on it, and nothing that is served does. */
  provenance: provenanceSchema.optional().catch(undefined),
  /** minisign's, over all the rest. */
  signature: z.string().optional().catch(undefined),
});

/** The margin of a canary for which none was given. */
export const DEFAULT_MARGIN = 5;

const historySchema = z.object({
  version: z.string(),
  action: z.enum(['promote', 'canary', 'rollback', 'retire']),
  /** Of a canary: the share of visitors; 0 ended it. */
  percent: z.int().min(0).max(100).optional(),
  time: z.iso.datetime(),
  author: z.string(),
  reason: z.string(),
});

const canarySchema = z.object({
  release: releaseSchema,
  percent: z.int().min(1).max(100),
  /** By how many of 100 renders it may fail more than the live release; by more it goes back by itself. */
  margin: z.int().min(0).max(100).default(DEFAULT_MARGIN),
  /** Since when it is the canary: what is counted of it at other times is not its own. Those from before do not say. */
  since: z.iso.datetime().default(new Date(0).toISOString()),
});

const remoteSchema = z.object({
  /** On loopback the remote's origin is the shell's port plus this. */
  slot: z.int().min(1),
  /** Where the remote's store is served, when it is not on loopback. */
  origin: z.url().optional(),
  live: releaseSchema,
  /** What was live before and good, newest first: where a rollback goes, and what stands in for code that fails. */
  previous: z.array(releaseSchema).default([]),
  /** A release that some of the visitors get in place of the live one. */
  canary: canarySchema.optional(),
  /** Newest first. */
  history: z.array(historySchema),
  /** Hash of the sources that a start of the platform published last. */
  startedFrom: z.string().optional(),
});

const remotesSchema = z.record(name, remoteSchema);

export const SCHEMA = 1;

/** Which version of which remote is live: the one document that a deployment changes. */
export const registrySchema = z
  .object({
    schema: z.literal(SCHEMA),
    remotes: remotesSchema,
    /** Remotes that are no longer part of the platform, as they were: a start leaves them here, promoting brings them back. */
    retired: remotesSchema.default({}),
    /** Remotes that this machine serves already, because they are about to be live. */
    coming: z.record(name, remoteSchema.pick({ slot: true })).optional(),
  })
  .superRefine(({ remotes }, context) => {
    const ownersOf = (owned: (release: Release) => readonly string[]) =>
      Object.entries(remotes).map(([owner, remote]) => [owner, ownedBy(remote, owned)] as const);
    const [pages, others] = [ownersOf(({ routes }) => routes), ownersOf(({ resources = [] }) => resources)];
    for (const message of [...clashes(pages), ...resourceClashes(others, pages)]) {
      context.addIssue({ code: 'custom', message });
    }
  });

/** What anybody may get of a remote: of its live release, and of its canary. */
const ownedBy = ({ live, canary }: RegistryRemote, owned: (release: Release) => readonly string[]) => [
  ...new Set([live, ...(canary ? [canary.release] : [])].flatMap(owned)),
];

export type ReleaseFile = z.infer<typeof fileSchema>;
export type Provenance = z.infer<typeof provenanceSchema>;
export type Release = z.infer<typeof releaseSchema>;
export type RegistryRemote = z.infer<typeof remoteSchema>;
export type HistoryEntry = z.infer<typeof historySchema>;
export type Registry = z.infer<typeof registrySchema>;
