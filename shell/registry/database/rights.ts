import { z } from 'zod';
import { callRegistry, type DatabaseAccess } from './call.ts';

/** What a team's token may do. */
export const RIGHTS = ['publish', 'promote'] as const;
export type Right = (typeof RIGHTS)[number];

interface Team {
  readonly name: string;
  /** Remotes that are its own from now on, whoever had them. */
  readonly owns: readonly string[];
  /** Addresses of accounts that are staff. */
  readonly members: readonly string[];
}

/** Makes a team, or gives one that there is more remotes and members. For operators. */
export async function addTeam(access: DatabaseAccess, { name, owns, members }: Team): Promise<void> {
  await callRegistry(access, 'add_team', { team: name, owns, members });
}

interface Wanted {
  /** `null`: a shell's. */
  readonly team: string | null;
  readonly may: readonly Right[];
  /** 1 to 366; `null` gives a team 90, and a shell no end. */
  readonly days: number | null;
}

/** Makes a token, of which the database keeps the hash alone. For operators. */
export async function createToken(access: DatabaseAccess, { team, may, days }: Wanted): Promise<string> {
  const kind = team === null ? 'shell' : 'team';
  return z.string().parse(await callRegistry(access, 'create_deploy_token', { kind, team, may, days }));
}

/** Ends a token at once. For operators. */
export async function revokeToken(access: DatabaseAccess, id: string): Promise<void> {
  await callRegistry(access, 'revoke_deploy_token', { id });
}

/** What stands between the underscores of a token, and names it where the token itself must not stand. */
export const idOf = (token: string) => token.split('_')[1] ?? '';
