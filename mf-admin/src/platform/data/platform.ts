import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { unwrapNothing, withSession } from '../../kit/data/as-staff.ts';
import { healthSchema, readOfShell } from '../../kit/data/shell.ts';
import { type Overview, overviewSchema, sharedSchema } from '../model/platform.ts';

export const HISTORY_SIZE = 20;

export interface HistoryQuery {
  readonly page: number;
  readonly remote: string | null;
}

export interface PlatformData {
  readonly query: HistoryQuery;
  readonly platform: Promise<Result<Platform>>;
}

async function readOverview(client: StaffClient, { page, remote }: HistoryQuery): Promise<Overview> {
  const part = { skip: (page - 1) * HISTORY_SIZE, take: HISTORY_SIZE, ...(remote && { of_remote: remote }) };
  return overviewSchema.parse(unwrap(await client.rpc('platform_overview', part)));
}

export async function readPlatform(client: StaffClient, query: HistoryQuery) {
  const [overview, health, shared] = await Promise.all([
    readOverview(client, query),
    readOfShell('/readyz', healthSchema),
    readOfShell('/platform.json', sharedSchema),
  ]);
  return { overview, health, shared };
}
export type Platform = Awaited<ReturnType<typeof readPlatform>>;

export type Transition = Database['public']['Functions']['move_remote']['Args'];

/** Throws `conflict` with the server's error text when the remote's history has a newer entry than `newest_move`. */
export const requestTransition = async (client: StaffClient, transition: Transition): Promise<void> =>
  unwrapNothing(await client.rpc('move_remote', transition));

/** Returns the new token, which cannot be read again. Throws `invalid` with the server's error text. */
export async function createToken(
  client: StaffClient,
  token: { readonly team: string | null; readonly days: number },
): Promise<string> {
  const { team, days } = token;
  // A session makes no token that may canary or promote.
  const owner = team === null ? { kind: 'shell', team, may: null } : { kind: 'team', team, may: ['publish'] };
  return z.string().parse(unwrap(await withSession(client, 'create_deploy_token', { ...owner, days })));
}

export const revokeToken = async (client: StaffClient, id: string): Promise<void> =>
  unwrapNothing(await withSession(client, 'revoke_deploy_token', { id }));
