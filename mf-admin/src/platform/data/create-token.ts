import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { withSession } from '../../records/data/with-session.ts';
import { z } from '../../records/model/z.ts';

export interface NewToken {
  /** `null`: a shell's. */
  readonly team: string | null;
  readonly may: readonly string[];
  /** 1 to 366; `null`: without an end. */
  readonly days: number | null;
}

/** Makes a token and returns it, which nobody can ask for again. Throws `invalid` in the server's words. */
export async function createToken(client: StaffClient, { team, may, days }: NewToken): Promise<string> {
  const kind = team === null ? 'shell' : 'team';
  return z.string().parse(unwrap(await withSession(client, 'create_deploy_token', { kind, team, may, days })));
}
