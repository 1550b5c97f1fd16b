import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import type { Dependencies } from './dependencies.ts';
import { Failure } from './http.ts';

export interface Caller {
  readonly accessToken: string;
  readonly database: SupabaseClient;
}

export async function staffCaller(request: Request, { openDatabase }: Dependencies): Promise<Caller> {
  const [, accessToken] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!accessToken) throw new Failure(401, 'Please sign in: a bearer token is required.');
  const database = openDatabase(accessToken);
  const { data: isStaff, error, status } = await database.rpc('is_staff');
  if (status === 401 || status === 403) throw new Failure(401, 'The session has ended. Please sign in again.');
  if (error) throw unreachable();
  if (isStaff !== true) throw new Failure(403, 'Only staff may do this.');
  return { accessToken, database };
}

export const unreachable = () => new Failure(503, 'The database could not be reached. Please try again.');

export function refusedByDatabase({ code, message }: { code: string; message: string }): Failure {
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  return status ? new Failure(Number(status), message) : unreachable();
}
