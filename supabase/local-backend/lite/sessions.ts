import type { Connection } from '@supabase/lite';
import { sql } from 'kysely';
import { claimsIn, signToken } from '../http/tokens.ts';
import type { Keys } from '../keys.ts';

/** Whether a session begins with the request, and how; a refresh continues one. */
function beginningOf({ pathname, searchParams }: URL): 'password' | 'otp' | 'refresh' | undefined {
  if (pathname.endsWith('/verify')) return 'otp';
  if (pathname.endsWith('/signup')) return 'password';
  if (!pathname.endsWith('/token')) return undefined;
  return searchParams.get('grant_type') === 'refresh_token' ? 'refresh' : 'password';
}

/** Gives a new access token the claims of GoTrue that lite leaves out, and signs it again. */
export async function withAllClaims(
  request: Request,
  response: Response,
  accounts: Connection,
  { jwtSecret }: Keys,
): Promise<Response> {
  const url = new URL(request.url);
  const beginning = beginningOf(url);
  if (!beginning || response.status >= 400) return response;
  const complete = async (token: string) => {
    const claims = claimsIn(token);
    const more = await claimsOfSession(String(claims.session_id), beginning, accounts);
    return signToken({ iss: new URL('/auth/v1', url).href, ...claims, ...more }, jwtSecret);
  };
  const headers = new Headers(response.headers);
  const [page, fragment] = headers.get('location')?.split('#') ?? [];
  if (page !== undefined) {
    const parameters = new URLSearchParams(fragment);
    const token = parameters.get('access_token');
    if (token) parameters.set('access_token', await complete(token));
    headers.set('location', `${page}#${parameters}`);
    return new Response(null, { status: response.status, headers });
  }
  const body = Object(await response.json()) as { access_token?: unknown };
  if (typeof body.access_token === 'string') body.access_token = await complete(body.access_token);
  headers.delete('content-length');
  return Response.json(body, { status: response.status, headers });
}

/** The session's column `tag` keeps how it began. The database's clock says when: it also dates passwords. */
async function claimsOfSession(session: string, beginning: string, accounts: Connection): Promise<object> {
  const isNew = beginning !== 'refresh';
  const { rows } = await sql<{ method: string; timestamp: number }>`
    update auth.sessions s
    set tag = coalesce(s.tag, ${isNew ? beginning : 'password'}),
      created_at = case when ${isNew} then clock_timestamp() else s.created_at end
    from auth.users u
    where s.id = ${session}::uuid and u.id = s.user_id
    returning s.tag as method, floor(extract(epoch from s.created_at))::int as timestamp, s.aal,
      coalesce(u.phone, '') as phone, u.is_anonymous, u.raw_app_meta_data as app_metadata,
      u.raw_user_meta_data as user_metadata
  `.execute(accounts.kysely);
  const [row] = rows;
  if (!row) return {};
  const { method, timestamp, ...claims } = row;
  return { ...claims, amr: [{ method, timestamp }] };
}

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
