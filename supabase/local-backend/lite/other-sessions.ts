import type { Connection } from '@supabase/lite';
import { sql } from 'kysely';
import { claimsIn } from '../http/tokens.ts';

/** Ends the account's other sessions after its password was changed, as GoTrue does. */
export async function endOtherSessions(request: Request, response: Response, accounts: Connection): Promise<void> {
  if (!response.ok || request.method !== 'PUT' || !new URL(request.url).pathname.endsWith('/user')) return;
  const { password } = Object(await request.json()) as { password?: unknown };
  if (password === undefined) return;
  const { sub, session_id: session = null } = claimsIn(request.headers.get('authorization') ?? '');
  // The refresh tokens of a session are deleted with it.
  await sql`
    delete from auth.sessions where user_id = ${sub}::uuid and id is distinct from ${session}::uuid
  `.execute(accounts.kysely);
}
