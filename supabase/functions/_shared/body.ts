import type { z } from 'npm:zod@4.6.7';
import { Failure } from './failure.ts';

/** The request's body as JSON, not yet checked. */
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

/** The body in its shape, or a failure that names the first field that is wrong. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new Failure(400, `${field}: ${issue?.message ?? 'is not valid'}`, { field });
}
