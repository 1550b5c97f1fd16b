import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { z } from 'zod';
import type { PublicKey } from './provenance/minisign.ts';
import {
  checkedDocument,
  EMPTY_REGISTRY,
  type Registry,
  type RegistryDocument,
  type Release,
  registryOf,
  type VersionCounts,
  versionCountsSchema,
} from './schema.ts';
import type { StoreSettings } from './store/open-store.ts';

type Arguments = Readonly<Record<string, unknown>>;

export type CallRegistry = (name: string, args: Arguments, timeoutMs?: number) => Promise<unknown>;

export interface DatabaseAccess {
  readonly supabase: { readonly url: string; readonly key: string };
  /** The token travels in the body, which no proxy logs. */
  readonly token: string;
}

const TIMEOUT_MS = 10_000;

/** A gateway in front of the API may respond with another body. */
function messageIn(body: unknown, status: number): string {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === 'string' ? message : `the database answered ${status}`;
}

export const overHttp =
  ({ supabase, token }: DatabaseAccess): CallRegistry =>
  async (name, args, timeoutMs = TIMEOUT_MS) => {
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

const readSchema = z.object({ version: z.string(), registry: z.unknown() }).nullable();

export async function readDocument(
  call: CallRegistry,
  known: string | null,
  timeoutMs?: number,
): Promise<{ readonly version: string; readonly document: RegistryDocument } | null> {
  const found = readSchema.parse(await call('read_registry', { known }, timeoutMs));
  return found && { version: found.version, document: checkedDocument('the registry in the database', found.registry) };
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

export const RIGHTS = ['publish', 'promote'] as const;
export type Right = (typeof RIGHTS)[number];

/** The platform's registry: tables of its database. Each change is one transaction. */
export interface PlatformRegistry {
  readonly read: () => Promise<Registry>;
  readonly publish: (release: Release) => Promise<void>;
  readonly checkAddresses: (release: Release) => Promise<void>;
  readonly reserve: (name: string) => Promise<void>;
  readonly releaseReservation: (name: string) => Promise<void>;
  readonly promote: (release: Release, promotion: Promotion) => Promise<void>;
  readonly canary: (release: Release, percent: number, canary: Canary) => Promise<void>;
  readonly rollback: (name: string, by: By) => Promise<string>;
  readonly retire: (name: string, by: By) => Promise<void>;
  readonly addCounts: (counts: readonly VersionCounts[]) => Promise<void>;
  readonly readCounts: () => Promise<readonly VersionCounts[]>;
  readonly serveAt: (origin: string) => Promise<void>;
  /** Imports the registry file of an older platform, and resolves with the imported names. For operators. */
  readonly importDocument: (document: RegistryDocument) => Promise<readonly string[]>;
  readonly addTeam: (team: string, owns: readonly string[], members: readonly string[]) => Promise<void>;
  /** Makes a token of a team, or with `null` of a shell, for 1 to 366 days; `null` means 90 or no end. */
  readonly createToken: (team: string | null, may: readonly Right[], days: number | null) => Promise<string>;
  readonly revokeToken: (id: string) => Promise<void>;
}

export function openRegistry(call: CallRegistry): PlatformRegistry {
  const change = async (name: string, args: Arguments) => {
    await call(name, args);
  };
  return {
    async read() {
      const found = await readDocument(call, null);
      return found ? registryOf(found.document) : EMPTY_REGISTRY;
    },
    publish: (release) => change('publish_release', { release }),
    checkAddresses: ({ name, version }) => change('check_addresses', { remote: name, version }),
    reserve: (remote) => change('prepare_remote', { remote, is_coming: true }),
    releaseReservation: (remote) => change('prepare_remote', { remote, is_coming: false }),
    promote: ({ name, version }, { author, reason, origin = null, startedFrom = null }) =>
      change('promote_release', { remote: name, version, author, reason, origin, started_from: startedFrom }),
    canary: ({ name, version }, percent, canary) =>
      change('canary_release', { remote: name, version, percent, ...canary }),
    rollback: async (remote, by) => String(await call('roll_back_remote', { remote, ...by })),
    retire: (remote, by) => change('retire_remote', { remote, ...by }),
    addCounts: (counts) => change('store_counts', { counts }),
    readCounts: async () => versionCountsSchema.parse(await call('read_counts', {})),
    serveAt: (address) => change('serve_remotes', { address }),
    importDocument: async ({ remotes, retired }) =>
      z.array(z.string()).parse(await call('take_over_registry', { registry: { remotes, retired } })),
    addTeam: (team, owns, members) => change('add_team', { team, owns, members }),
    createToken: async (team, may, days) => {
      const kind = team === null ? 'shell' : 'team';
      return z.string().parse(await call('create_deploy_token', { kind, team, may, days }));
    },
    revokeToken: (id) => change('revoke_deploy_token', { id }),
  };
}

export interface DeployTarget {
  readonly registry: PlatformRegistry;
  readonly dataDir: string;
  readonly store: StoreSettings;
  readonly trustedKeys: readonly PublicKey[];
}
