import type { z } from 'zod';

/** Content that cannot be seeded; the message names the file and the field. */
export class ContentError extends Error {
  override name = 'ContentError';

  constructor(file: string, field: string, problem: string) {
    super(`supabase/seed/${file}: ${field ? `${field}: ` : ''}${problem}`);
  }
}

/** Checks what was read from a file. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ContentError(file, issue?.path.join('.') ?? '', issue?.message ?? 'is invalid');
}
