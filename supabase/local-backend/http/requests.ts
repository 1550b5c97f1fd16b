import { ApiError } from './api-error.ts';

/** The path as the services decode it; a check of the raw path could be bypassed with `%74` for a letter. */
export function requestPath({ url }: Request): string {
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** Rejects an address that services cannot decode, and a NUL, which breaks PostgreSQL's protocol in a column name. */
export function requireReadableAddress({ url }: Request): void {
  const { pathname, search } = new URL(url);
  if (`${pathname}${search}`.includes('%00')) throw new ApiError(400, '22021', 'An address with %00 cannot be served');
  try {
    decodeURIComponent(pathname);
  } catch {
    throw new ApiError(400, 'malformed_path', 'The path has a % that no code follows');
  }
}

const TEXTS =
  'email password refresh_token token token_hash phone auth_code code_verifier provider id_token nonce'.split(' ');

/** Anybody may sign up and store it. */
const MOST_DATA = 4096;

/** As in GoTrue. What counts attempts keeps the address. */
const LONGEST_EMAIL = 255;

/** A NUL or a lone surrogate in JSON, which PostgreSQL cannot store; after a backslash it is plain text. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/;

export async function readCredentials(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const sent = parseJson(request.body ? await request.clone().text() : '');
  const body = sent === undefined ? {} : sent;
  if (!isObject(body)) throw new ApiError(400, 'bad_json', 'The body must be an object');
  if (UNSTORABLE.test(JSON.stringify(body))) throw new ApiError(400, 'validation_failed', 'A text cannot be stored');
  const wrong = TEXTS.find((name) => body[name] !== undefined && typeof body[name] !== 'string');
  if (wrong) throw new ApiError(400, 'validation_failed', `${wrong} must be a text`);
  if (String(body.email ?? '').length > LONGEST_EMAIL) {
    throw new ApiError(400, 'validation_failed', `email has at most ${LONGEST_EMAIL} characters`);
  }
  if (body.data && !isObject(body.data)) throw new ApiError(400, 'validation_failed', 'data must be an object');
  const size = Buffer.byteLength(JSON.stringify(body.data ?? {}));
  if (size > MOST_DATA) {
    throw new ApiError(400, 'validation_failed', `data has ${size} bytes; at most ${MOST_DATA} are stored`);
  }
  return body;
}

/** bcrypt reads no more. */
const MOST_PASSWORD_BYTES = 72;

/** Refuses, as GoTrue and in its words, a password that would be cut. */
export function requireWholePassword({ password }: Readonly<Record<string, unknown>>): void {
  if (typeof password !== 'string' || Buffer.byteLength(password) <= MOST_PASSWORD_BYTES) return;
  const message = `Password cannot be longer than ${MOST_PASSWORD_BYTES} characters`;
  throw new ApiError(400, 'validation_failed', message);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text, `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
