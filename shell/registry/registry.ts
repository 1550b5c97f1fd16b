import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { z } from 'zod';
import type { TrustedKeys } from './provenance/keys.ts';
import {
  checkedDocument,
  EMPTY_REGISTRY,
  type Registry,
  type Release,
  registryOf,
  releaseSchema,
  type Statement,
  statementSchema,
} from './schema.ts';
import type { StoreSettings } from './store/open-store.ts';

const count = z.int().nonnegative();

const versionCountsSchema = z.array(
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

export interface SiteConfig {
  readonly port: number;
  readonly dataDir: string;
  /** The public origin, whatever a request's host header says. */
  readonly siteUrl: string;
  readonly trustedKeys?: TrustedKeys;
  readonly supabase: { readonly url: string; readonly key: string };
  /** The store at this public address is served on this machine, too. */
  readonly ownStore?: { readonly address: string; readonly servedAt: string } | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

export type CallRegistry = (name: string, args: Arguments, timeoutMs?: number) => Promise<unknown>;

export interface DatabaseAccess {
  readonly supabase: { readonly url: string; readonly key: string };
  /** The token travels in the body, which no proxy logs. */
  readonly token: string;
}

export const CALL_WITHIN_MS = 10_000;

/** A gateway in front of the API may respond with another body. */
function messageIn(body: unknown, status: number): string {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === 'string' ? message : `the database answered ${status}`;
}

export const overHttp =
  ({ supabase, token }: DatabaseAccess): CallRegistry =>
  async (name, args, timeoutMs = CALL_WITHIN_MS) => {
    const response = await limitedFetch(`${supabase.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: supabase.key, 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...args }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const body: unknown = await new Response(text || 'null').json().catch(() => null);
    if (!response.ok) throw new Error(messageIn(body, response.status));
    return body;
  };

const readSchema = z
  .object({ version: z.string(), registry: z.unknown(), tokenEnds: z.iso.datetime().optional() })
  .nullable();

/** `tokenEndsAt`: milliseconds since 1970; `null` for a token without an end. */
export async function readDocument(call: CallRegistry, known: string | null, timeoutMs?: number) {
  const found = readSchema.parse(await call('read_registry', { known }, timeoutMs));
  if (!found) return null;
  const { version, registry, tokenEnds } = found;
  const document = checkedDocument('the registry in the database', registry);
  return { version, document, tokenEndsAt: tokenEnds ? Date.parse(tokenEnds) : null };
}

export interface By {
  readonly author: string;
  readonly reason: string;
}

export interface Promotion extends By {
  readonly startedFrom?: string;
  readonly origin?: string;
}

export interface Canary extends By {
  readonly margin?: number;
}

export const RIGHTS = ['publish', 'canary', 'promote'] as const;
export type Right = (typeof RIGHTS)[number];

const originsSchema = z.array(z.object({ address: z.string(), remote: z.string().nullable() }));

/** A malformed release can still be left and revoked, which needs its name, its version and its hash. */
const namedSchema = z
  .looseObject({ name: z.string(), version: z.string() })
  .transform((named) => named as unknown as Release);

const publishedSchema = z.object({
  release: releaseSchema.or(namedSchema).nullable().default(null),
  statements: z.array(statementSchema).default([]),
  /** Of all versions of the remote. The database verifies none of them. */
  all_statements: z.array(statementSchema).default([]),
  versions: z.array(z.string()),
});

/** The entry of one version in the registry; `release` is `null` when it is not published. */
export type Published = z.infer<typeof publishedSchema>;

export type PlatformRegistry = ReturnType<typeof openRegistry>;

/** The platform's registry: tables of its database. Each change is one transaction. */
export function openRegistry(call: CallRegistry) {
  const change = async (name: string, args: Arguments) => {
    await call(name, args);
  };
  return {
    async read(): Promise<Registry> {
      const found = await readDocument(call, null);
      return found ? registryOf(found.document) : EMPTY_REGISTRY;
    },
    readRelease: async (remote: string, version: string): Promise<Published> =>
      publishedSchema.parse(await call('read_release', { remote, version })),
    publish: (release: Release) => change('publish_release', { release }),
    addStatement: (remote: string, statement: Statement) =>
      change('add_statement', { statement: { remote, ...statement } }),
    /** Deletes statements by their signatures, and returns how many. */
    pruneStatements: async (remote: string, signatures: readonly string[]) =>
      z.int().parse(await call('prune_statements', { remote, signatures })),
    checkAddresses: ({ name, version }: Release) => change('check_addresses', { remote: name, version }),
    reserve: (remote: string) => change('prepare_remote', { remote, is_coming: true }),
    releaseReservation: (remote: string) => change('prepare_remote', { remote, is_coming: false }),
    promote: ({ name, version }: Release, { author, reason, origin, startedFrom }: Promotion) =>
      change('promote_release', {
        remote: name,
        version,
        author,
        reason,
        origin: origin ?? null,
        started_from: startedFrom ?? null,
      }),
    canary: ({ name, version }: Release, percent: number, canary: Canary) =>
      change('canary_release', { remote: name, version, percent, ...canary }),
    rollback: async (remote: string, by: By) => String(await call('roll_back_remote', { remote, ...by })),
    retire: (remote: string, by: By) => change('retire_remote', { remote, ...by }),
    addCounts: (counts: readonly VersionCounts[]) => change('store_counts', { counts }),
    readCounts: async () => versionCountsSchema.parse(await call('read_counts', {})),
    addMissing: (counts: readonly { readonly address: string; readonly requests: number }[]) =>
      change('store_missing_addresses', { counts }),
    serveAt: (address: string) => change('serve_remotes', { address }),
    addTeam: (team: string, owns: readonly string[], members: readonly string[]) =>
      change('add_team', { team, owns, members }),
    /** Files of a remote, or with `null` of any, may be served below the address. */
    addOrigin: (address: string, remote: string | null) => change('add_origin', { address, remote }),
    removeOrigin: (address: string, remote: string | null) => change('remove_origin', { address, remote }),
    readOrigins: async () => originsSchema.parse(await call('read_origins', {})),
    /** Makes a token of a team, or with `null` of a shell, for 1 to 366 days; `null` means 90 or 366. */
    createToken: async (team: string | null, may: readonly Right[], days: number | null) => {
      const kind = team === null ? 'shell' : 'team';
      return z.string().parse(await call('create_deploy_token', { kind, team, may, days }));
    },
    /** Makes a token of a process beside the shell, valid as long as that of a shell. */
    createProcessToken: async (kind: 'pictures' | 'sources', days: number | null) =>
      z.string().parse(await call('create_deploy_token', { kind, team: null, may: [], days })),
    revokeToken: (id: string) => change('revoke_deploy_token', { id }),
  };
}

export interface DeployTarget {
  readonly registry: PlatformRegistry;
  readonly dataDir: string;
  readonly store: StoreSettings;
  readonly trustedKeys: TrustedKeys;
}
