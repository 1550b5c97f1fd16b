import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing, withSession } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import {
  type Health,
  healthSchema,
  type Overview,
  overviewSchema,
  type Shared,
  sharedSchema,
  type Transition,
} from '../model/platform.ts';

const TIMEOUT_MS = 5_000;

/** Asks the page's shell; null without a shell, as in a remote's development server. */
async function readOfShell<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const response = await fetch(new URL(path, location.origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return schema.parse(await response.json());
  } catch {
    return null;
  }
}

export const HISTORY_SIZE = 20;

export interface HistoryQuery {
  readonly page: number;
  readonly remote: string | null;
}

export interface PlatformData {
  readonly query: HistoryQuery;
  readonly platform: Promise<Result<Platform>>;
}

export interface Platform {
  readonly overview: Overview;
  readonly health: Health | null;
  readonly shared: Shared | null;
}

async function readOverview(client: StaffClient, { page, remote }: HistoryQuery): Promise<Overview> {
  const part = { skip: (page - 1) * HISTORY_SIZE, take: HISTORY_SIZE, ...(remote && { of_remote: remote }) };
  return overviewSchema.parse(unwrap(await client.rpc('platform_overview', part)));
}

export async function readPlatform(client: StaffClient, query: HistoryQuery): Promise<Platform> {
  const [overview, health, shared] = await Promise.all([
    readOverview(client, query),
    readOfShell('/readyz', healthSchema),
    readOfShell('/platform.json', sharedSchema),
  ]);
  return { overview, health, shared };
}

interface TransitionRequest {
  readonly remote: string;
  /** Id of the newest history entry that the operator has seen: an optimistic lock. */
  readonly newestTransition: number;
  readonly reason: string;
  readonly transition: Transition;
}

/** Throws `conflict` with the server's error text when the remote's history has a newer entry. */
export async function requestTransition(
  client: StaffClient,
  { remote, newestTransition, reason, transition }: TransitionRequest,
): Promise<void> {
  unwrapNothing(await client.rpc('move_remote', { remote, newest_move: newestTransition, reason, ...transition }));
}

export interface NewToken {
  readonly team: string | null;
  readonly days: number;
}

/** Returns the new token, which cannot be read again. Throws `invalid` with the server's error text. */
export async function createToken(client: StaffClient, { team, days }: NewToken): Promise<string> {
  // A session makes no token that may canary or promote.
  const owner = team === null ? { kind: 'shell', team, may: null } : { kind: 'team', team, may: ['publish'] };
  return z.string().parse(unwrap(await withSession(client, 'create_deploy_token', { ...owner, days })));
}

export async function revokeToken(client: StaffClient, id: string): Promise<void> {
  unwrapNothing(await withSession(client, 'revoke_deploy_token', { id }));
}
