import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import type { z } from 'npm:zod@4.6.7';
import type { Dependencies } from './serve.ts';

interface FailureDetails {
  readonly field?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly unpaid?: boolean;
}

/** A status for programs and a message for people, never a key or a stack. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly details: FailureDetails;

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Hides an unexpected error; only its name is logged. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error('unexpected:', error instanceof Error ? error.name : typeof error);
  return new Failure(500, 'Something unexpected went wrong. Please try again.');
}

/** Callers authenticate with a bearer token, never with a cookie, so any origin is allowed. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
  'access-control-max-age': '86400',
};

export async function answer(request: Request, work: () => Promise<object>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  try {
    if (request.method !== 'POST') {
      throw new Failure(405, 'Only POST is possible here.', { headers: { allow: 'POST, OPTIONS' } });
    }
    return json(200, await work());
  } catch (error) {
    const { status, message, details } = asFailure(error);
    const field = details.field === undefined ? {} : { field: details.field };
    return json(status, { success: false, error: message, ...field }, details.headers);
  }
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store', ...headers } });
}

export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text().catch(() => {
    throw new Failure(400, 'The request broke off.');
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(400, 'The body must be JSON.');
  }
}

export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new Failure(400, `${field}: ${issue?.message ?? 'is not valid'}`, { field });
}

export type Caller = Awaited<ReturnType<typeof staffCaller>>;

export async function staffCaller(request: Request, { openDatabase }: Dependencies) {
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

/** Calls a function of the database. */
export async function callDatabase(database: SupabaseClient, name: string, args: object): Promise<unknown> {
  const { data, error } = await database.rpc(name, args);
  if (error) throw refusedByDatabase(error);
  return data;
}

/** The same for what may fail: it is logged as that work. */
export async function tryDatabase(database: SupabaseClient, work: string, name: string, args: object): Promise<void> {
  const { error } = await database.rpc(name, args);
  if (error) console.error(`${work}:`, error.code);
}

export function refusedByDatabase({ code, message }: { code: string; message: string }): Failure {
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  return status ? new Failure(Number(status), message) : unreachable();
}
