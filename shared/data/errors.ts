import type { FailureCode, Result } from '../contract/result.ts';

/** The error of data operations; `code` is closed, `message` is the server's. */
export class DataError extends Error {
  readonly code: FailureCode;
  readonly field: string | undefined;
  /** The constraint that the database named, e.g. `posts_slug_key`. */
  readonly constraint: string | undefined;
  /** `reauthenticate`: the database wants a sign-in of the last minutes. `role`, `room`: its message is for people. */
  readonly hint: string | undefined;

  constructor(code: FailureCode, message: string, field?: string, constraint?: string, hint?: string) {
    super(message);
    this.name = 'DataError';
    this.code = code;
    this.field = field;
    this.constraint = constraint;
    this.hint = hint;
  }
}

interface ApiError {
  readonly message: string;
  readonly code?: string;
  readonly details?: string | null;
  readonly hint?: string | null;
}

const BY_SQLSTATE: Record<string, FailureCode> = {
  PGRST116: 'not_found',
  PGRST301: 'unauthenticated',
  PGRST303: 'unauthenticated',
  // Values that no row can have: text with a NUL (22P05 on hosted PostgREST), an invalid uuid, a number or time beyond all.
  '22003': 'not_found',
  '22007': 'not_found',
  '22008': 'not_found',
  '22021': 'not_found',
  '22P05': 'not_found',
  '22P02': 'not_found',
  '23502': 'invalid',
  '23503': 'invalid',
  '23505': 'conflict',
  '23514': 'invalid',
  '42501': 'forbidden',
  // The session is valid, so that a refreshed token would not help.
  PT401: 'forbidden',
  // There is no room, as the message says.
  PT507: 'invalid',
};

function codeOf(error: ApiError, status: number): FailureCode {
  const known = BY_SQLSTATE[error.code ?? ''];
  if (known) return known;
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  // An address that the backend refuses for its length names nothing.
  if (status === 404 || status === 414 || status === 431) return 'not_found';
  if (status === 409) return 'conflict';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'invalid' : 'unavailable';
}

const fieldOf = (error: ApiError) => /\((\w+)\)=/.exec(error.details ?? '')?.[1];

const constraintOf = (error: ApiError) => /violates [\w ]*constraint "(\w+)"/.exec(error.message)?.[1];

export function unwrap<T>(answer: { data: T; error: ApiError | null; status: number }): NonNullable<T> {
  if (answer.error) {
    const { error, status } = answer;
    throw new DataError(
      codeOf(error, status),
      error.message,
      fieldOf(error),
      constraintOf(error),
      error.hint ?? undefined,
    );
  }
  if (answer.data === null || answer.data === undefined) throw new DataError('not_found', 'no such row');
  return answer.data;
}

/** Turns an operation into a {@link Result} that never rejects; failures other than `not_found` are logged. */
export async function settle<T>(operation: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, data: await operation };
  } catch (error) {
    const code = error instanceof DataError ? error.code : 'unavailable';
    if (code !== 'not_found') console.error(`data: ${code}: ${error instanceof Error ? error.message : String(error)}`);
    return { ok: false, code };
  }
}
