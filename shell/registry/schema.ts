import { z } from 'zod';
import { isShallow, newReleaseSchema } from './new-release.ts';

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'expected sha384-<base64>');

/** Older releases lack sizes. */
const fileSchema = z.object({ path: z.string().min(1), integrity, size: z.int().nonnegative().optional() });

const name = z.string().regex(/^mf-[a-z0-9-]+$/, 'expected mf-<name>');

/**
 * An address pattern: a fixed first segment, parameters after it, and a splat at the end; no escapes. A parameter alone
 * is the pattern of the site's pages.
 */
const pattern = z
  .string()
  .regex(
    /^\/(:\w+|[^/:*?%#\s\\]+(\/(:\w+|[^/:*?%#\s\\]+))*(\/\*)?)?$/,
    'expected a pattern like / or /post/:slug or /admin/*',
  );

const provenanceSchema = z.object({
  commit: z.string().optional(),
  isDirty: z.boolean().optional(),
  builder: z.string(),
  time: z.string(),
});

export const releaseSchema = z.object({
  name,
  version: z.string().min(1),
  contract: z.int(),
  routes: z.array(pattern).min(1),
  staffOnly: z.boolean(),
  /** Patterns of feeds and images. Older releases lack it. */
  resources: z.array(pattern).optional(),
  /** The query keys that the pages of each pattern read. Older releases lack it, and all keys count. */
  query: z.record(z.string(), z.array(z.string())).optional(),
  entry: fileSchema,
  server: fileSchema,
  manifest: fileSchema,
  /** Scripts by chunk name, which is a route id or a `preHydrationChunk`. */
  chunks: z.record(z.string(), z.array(fileSchema)),
  singletons: z.record(z.string(), z.string()).default({}),
  /** The protocol of the container. Containers of other builds lack it. */
  protocol: z.int().positive().optional(),
  /** The budget in kB (1000 bytes) of brotli for the scripts of each page of the remote. */
  budget: z.number().positive().optional(),
  /** A link that the remote offers for the site's menu or footer. `address` is one of its routes. */
  link: z
    .object({ label: z.string().trim().min(1).max(60), place: z.enum(['menu', 'footer']), address: z.string() })
    .optional(),
  /** Releases of an earlier platform state their reads of the database. Nothing uses them, but their hash covers them. */
  reads: z
    .record(z.string(), z.unknown())
    .refine((reads) => isShallow(reads))
    .optional()
    .catch(undefined),
  /** The version does not depend on the provenance. */
  provenance: provenanceSchema.optional().catch(undefined),
});

/** A key of the remote says that this version may be live, or that it is revoked. Only its signature gives it weight. */
export const statementSchema = z.object({
  version: z.string(),
  kind: z.enum(['allow', 'revoke']),
  hash: z.string(),
  number: z.int().positive(),
  signature: z.string(),
});

export const DEFAULT_MARGIN = 5;

const SCHEMA = 1;

/** The first fault with its place. */
export function faultOf({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  return `${place}${issue?.message ?? 'unknown'}`;
}

const historySchema = z.object({
  version: z.string(),
  action: z.enum(['promote', 'canary', 'rollback', 'retire']),
  percent: z.int().min(0).max(100).optional(),
  time: z.iso.datetime(),
  author: z.string(),
  reason: z.string(),
});

const canarySchema = z.object({
  release: releaseSchema,
  percent: z.int().min(1).max(100),
  /** Percentage points by which it may fail more often than the live release before it ends. */
  margin: z.int().min(0).max(100).default(DEFAULT_MARGIN),
  /** The start identifies the canary: counts of an earlier one are not its own. Older entries lack it. */
  since: z.iso.datetime().default(new Date(0).toISOString()),
});

/** Leaves out the items that do not fit. */
const fitting = <Item extends z.ZodType>(item: Item) =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((one) => {
      const { success, data } = item.safeParse(one);
      return success ? [data] : [];
    }),
  );

const remoteSchema = z.object({
  /** On loopback the remote's origin is the shell's port plus this. */
  slot: z.int().min(1),
  origin: z.url().optional(),
  live: releaseSchema,
  previous: fitting(releaseSchema).default([]),
  canary: canarySchema.optional(),
  statements: fitting(statementSchema).optional(),
  history: fitting(historySchema),
  startedFrom: z.string().optional(),
});

type Entry = z.infer<typeof remoteSchema>;

/** `name@version` and the first fault of a live release, or canary, whose next version the database refuses as it is. */
function outsideAlphabet(entry: unknown): readonly string[] {
  const { live, canary } = Object(entry) as { live?: unknown; canary?: { release?: unknown } };
  return [live, canary?.release].flatMap((release) => {
    const { error } = newReleaseSchema.safeParse(release);
    const { name, version } = Object(release) as Partial<Release>;
    return release && error ? [`${name}@${version}: ${faultOf(error)}`] : [];
  });
}

/** Fits an entry with a malformed canary without it, so that this ends alone. */
function entryOf(entry: unknown) {
  const whole = remoteSchema.safeParse(entry);
  if (whole.success) return { entry: whole.data, fault: null, outside: outsideAlphabet(entry) };
  const { canary: _, ...others } = Object(entry) as Record<string, unknown>;
  const { data } = remoteSchema.safeParse(others);
  return { entry: data ?? null, fault: faultOf(whole.error), outside: data ? outsideAlphabet(others) : [] };
}

/** Remotes with a malformed entry are left out: what one team writes stops no other. */
const remotesSchema = z.record(z.string(), z.unknown()).transform((entries) => {
  const found = Object.entries(entries).map(([key, entry]) => {
    const { error } = name.safeParse(key);
    return { key, ...(error ? { entry: null, fault: faultOf(error), outside: [] } : entryOf(entry)) };
  });
  return {
    entries: Object.fromEntries(found.flatMap(({ key, entry }) => (entry ? [[key, entry] as const] : []))),
    malformed: found.flatMap(({ key, fault }) => (fault ? [`${key}: ${fault}`] : [])),
    outside: found.flatMap(({ outside }) => outside),
  };
});

const NONE = { entries: {}, malformed: [], outside: [] };

const documentSchema = z
  .object({
    schema: z.literal(SCHEMA),
    servedAt: z.url().optional(),
    /** Signs the cookies that assign visitors to a canary. Only shells receive it. */
    bucketKey: z.string().min(32).optional(),
    remotes: remotesSchema,
    retired: remotesSchema.default(NONE),
    coming: z.record(name, remoteSchema.pick({ slot: true })).optional(),
    /** In a stored copy: what was left out when it was read. */
    malformed: z.array(z.string()).default([]),
  })
  .transform(({ remotes, retired, malformed, ...others }) => ({
    ...others,
    remotes: remotes.entries as Readonly<Record<string, Entry>>,
    retired: retired.entries as Readonly<Record<string, Entry>>,
    malformed: [...malformed, ...remotes.malformed, ...retired.malformed] as readonly string[],
    outside: remotes.outside as readonly string[],
  }));

export type RegistryDocument = z.infer<typeof documentSchema>;

export type ReleaseFile = z.infer<typeof fileSchema>;
export type Provenance = z.infer<typeof provenanceSchema>;
export type Release = z.infer<typeof releaseSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type HistoryEntry = z.infer<typeof historySchema>;

export interface RegistryRemote extends Omit<z.infer<typeof remoteSchema>, 'slot'> {
  readonly portOffset: number;
}

export interface Registry {
  /** Origin of the shell on whose machine remotes without an origin are served; by default the reading shell's own. */
  readonly servedAt?: string | undefined;
  readonly bucketKey?: string | undefined;
  readonly remotes: Readonly<Record<string, RegistryRemote>>;
  readonly retired: Readonly<Record<string, RegistryRemote>>;
  readonly pending: Readonly<Record<string, number>>;
  /** Remotes and canaries that were left out because their entry does not fit the schema, each with its first fault. */
  readonly malformed?: readonly string[];
  /** Live releases and canaries outside the alphabet of new ones, each with its first fault: they serve. */
  readonly outside?: readonly string[];
}

export const releasesOf = ({ live, previous, canary }: RegistryRemote): readonly Release[] => [
  live,
  ...previous,
  ...(canary ? [canary.release] : []),
];

export const EMPTY_REGISTRY: Registry = { remotes: {}, retired: {}, pending: {} };

const mapValues = <From, To>(entries: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));

/**
 * Checks a registry document. Throws with the first fault and its place in the document; `source` names it. A malformed
 * entry of a remote is left out and named in `malformed`.
 */
export function checkedDocument(source: string, document: unknown): RegistryDocument {
  const found = (document as { schema?: unknown } | null)?.schema;
  if (typeof found === 'number' && found !== SCHEMA) {
    throw new Error(`${source} has schema ${found}; expected ${SCHEMA}, the one that this platform reads`);
  }
  const parsed = documentSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new Error(`${source} is not a registry: ${faultOf(parsed.error)}`);
}

export function registryOf(document: RegistryDocument): Registry {
  const { remotes, retired, coming = {}, servedAt, bucketKey, malformed, outside } = document;
  const entry = ({ slot, ...remote }: Entry): RegistryRemote => ({
    ...remote,
    portOffset: slot,
  });
  return {
    servedAt,
    bucketKey,
    remotes: mapValues(remotes, entry),
    retired: mapValues(retired, entry),
    pending: mapValues(coming, ({ slot }) => slot),
    malformed,
    outside,
  };
}
