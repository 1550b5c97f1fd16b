import type { Resource } from '../contract/remote-module.ts';
import type { FailureCode, Result } from '../contract/result.ts';

/** The subject of an error, beside its code. */
interface About {
  readonly field?: string | undefined;
  readonly constraint?: string | undefined;
  readonly hint?: string | undefined;
  readonly said?: ApiError | undefined;
}

/** The error of data operations; `code` is closed, `message` is for people, `cause` has the server's words. */
export class DataError extends Error {
  readonly code: FailureCode;
  readonly field: string | undefined;
  /** The constraint that the database named, e.g. `posts_slug_key`. */
  readonly constraint: string | undefined;
  /**
   * `reauthenticate`: the database wants a sign-in of the last minutes. `role`, `room`: its message is for people.
   * `no_answer`: nothing was received.
   */
  readonly hint: string | undefined;
  /** There is no such row: none was found, or none can have such a value, as an invalid uuid in an address. */
  readonly findsNothing: boolean;

  constructor(code: FailureCode, message: string, { field, constraint, hint, said }: About = {}) {
    super(message, said && { cause: said });
    this.name = 'DataError';
    this.code = code;
    this.field = field;
    this.constraint = constraint;
    this.hint = hint;
    this.findsNothing = code === 'not_found' || UNSTORABLE.has(said?.code ?? '');
  }
}

/** Whoever reads by an address answers 404. */
const findsNothing = (error: unknown): boolean => error instanceof DataError && error.findsNothing;

interface ApiError {
  readonly message: string;
  readonly code?: string;
  readonly details?: string | null;
  readonly hint?: string | null;
}

/**
 * Values that no row can have: text with a NUL (22P05 on hosted PostgREST), an invalid uuid, a number or time beyond all.
 */
const UNSTORABLE: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

const BY_SQLSTATE: Record<string, FailureCode> = {
  PGRST116: 'not_found',
  PGRST301: 'unauthenticated',
  PGRST303: 'unauthenticated',
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

/** The database's codes in words for people. Its own words name tables, columns and constraints. */
const SENTENCES: Readonly<Record<string, string>> = {
  '22001': 'A text is too long.',
  '22003': 'A number is too large or too small to be stored.',
  '22007': 'A date or time has a form that cannot be read.',
  '22008': 'A date or time is beyond what can be stored.',
  '22021': 'A text has a character that cannot be stored.',
  '22P02': 'A value has a form that cannot be stored.',
  '22P05': 'A text has a character that cannot be stored.',
  '23502': 'A value is missing.',
  '23503': 'Something that it refers to is gone, or something still refers to it.',
  '23505': 'This exists already.',
  '23514': 'A value is not allowed.',
  '42501': 'Your account may not do this.',
  PGRST116: 'It does not exist any more.',
};

const UNKNOWN = 'The server could not do this.';
const TOO_LARGE = 'It is too large for the server.';
export const UNREACHABLE = 'The server cannot be reached or is busy. Please try again.';
const NO_ANSWER =
  'The browser got no answer: there is no connection, or an extension such as an ad blocker stopped the request.';

/** `fetch` rejects with a `TypeError`, of which the client keeps the text. */
const hasNoAnswer = ({ message }: ApiError, status: number) => status === 0 && message.startsWith('TypeError');

/** PostgreSQL raises these codes, too; what the platform's functions say is for people. */
const RAW =
  /^(permission denied|must be owner|new row violates|duplicate key value|insert or update on|update or delete on)/;

/** Codes of functions of the platform and of its gateway, whose messages are for people. */
const isOwn = ({ code = '', message }: ApiError) =>
  /^(PT\d{3}|KI\d{3}|P0001)$/.test(code) ||
  (/^(42501|23505)$/.test(code) && !RAW.test(message)) ||
  /^[a-z_]+$/.test(code);

function messageFor(error: ApiError, failure: FailureCode, status: number): string {
  if (isOwn(error)) return error.message;
  // A proxy in between has limits of its own, and no code.
  if (status === 413) return TOO_LARGE;
  if (hasNoAnswer(error, status)) return NO_ANSWER;
  return failure === 'unavailable' ? UNREACHABLE : (SENTENCES[error.code ?? ''] ?? UNKNOWN);
}

/** A failure that passes: whoever meets it tries again. */
export const isPassing = (status: number): boolean => status < 400 || status === 408 || status === 429 || status >= 500;

function codeOf(error: ApiError, status: number): FailureCode {
  const known = BY_SQLSTATE[error.code ?? ''];
  if (known) return known;
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  // An address that the backend refuses for its length names nothing.
  if (status === 404 || status === 414 || status === 431) return 'not_found';
  if (status === 409) return 'conflict';
  return isPassing(status) ? 'unavailable' : 'invalid';
}

const fieldOf = (error: ApiError) => /\((\w+)\)=/.exec(error.details ?? '')?.[1];

const constraintOf = (error: ApiError) => /violates [\w ]*constraint "(\w+)"/.exec(error.message)?.[1];

export function unwrap<T>(answer: { data: T; error: ApiError | null; status: number }): NonNullable<T> {
  if (answer.error) {
    const { error, status } = answer;
    const code = codeOf(error, status);
    throw new DataError(code, messageFor(error, code, status), {
      field: fieldOf(error),
      constraint: constraintOf(error),
      hint: hasNoAnswer(error, status) ? 'no_answer' : (error.hint ?? undefined),
      said: error,
    });
  }
  if (answer.data === null || answer.data === undefined) throw new DataError('not_found', 'no such row');
  return answer.data;
}

const saidIn = ({ message, cause }: Error) => {
  const { code, message: said = message } = Object(cause) as Partial<ApiError>;
  return [code, said].filter(Boolean).join(' ');
};

/** Turns a read into a {@link Result} that never rejects; failures other than `not_found` are logged. */
export async function settle<T>(operation: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, data: await operation };
  } catch (error) {
    if (findsNothing(error)) return { ok: false, code: 'not_found' };
    const code = error instanceof DataError ? error.code : 'unavailable';
    console.error(`data: ${code}: ${error instanceof Error ? saidIn(error) : String(error)}`);
    return { ok: false, code };
  }
}

/** A resource that answers 404 when a read finds nothing. */
export const orMissing =
  (respond: Resource['respond']): Resource['respond'] =>
  async (context) => {
    try {
      return await respond(context);
    } catch (error) {
      if (findsNothing(error)) return new Response('not found\n', { status: 404 });
      throw error;
    }
  };
