import { Refusal } from './refusal.ts';

const TEXTS =
  'email password refresh_token token token_hash phone auth_code code_verifier provider id_token nonce'.split(' ');

/** What PostgreSQL cannot store, as JSON writes it: a NUL, half a character; after a backslash it is plain text. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/;

/** Refuses what lite would take for its own failure: a password that is a number, a NUL among the data of an account. */
export async function requireReadableCredentials(request: Request): Promise<void> {
  const body = parsed(request.body ? await request.clone().text() : '');
  if (!isObject(body)) throw new Refusal(400, 'bad_json', 'The body must be an object');
  if (UNSTORABLE.test(JSON.stringify(body))) throw new Refusal(400, 'validation_failed', 'A text cannot be stored');
  const wrong = TEXTS.find((name) => body[name] !== undefined && typeof body[name] !== 'string');
  if (wrong) throw new Refusal(400, 'validation_failed', `${wrong} must be a text`);
  if (body.data && !isObject(body.data)) throw new Refusal(400, 'validation_failed', 'data must be an object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is no JSON is left to lite, which says so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
