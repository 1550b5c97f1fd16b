import type { z } from 'npm:zod@4.6.7';

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
