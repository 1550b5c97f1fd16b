import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { FunctionAnswer } from '../model/function-answer.ts';

/** Longer than any function takes. */
const TIMEOUT = 160_000;

/** A function writes its result with the caller's token, which must outlive it. */
const SHORTEST_SESSION = 180_000;

/** Calls an edge function. Never rejects. */
export async function runFunction(client: StaffClient, name: string, body: object): Promise<FunctionAnswer> {
  try {
    const { data: current } = await client.auth.getSession();
    const endsAt = (current.session?.expires_at ?? 0) * 1000;
    if (endsAt < Date.now() + SHORTEST_SESSION) await client.auth.refreshSession();
    const { data, error } = await client.functions.invoke(name, { body, signal: AbortSignal.timeout(TIMEOUT) });
    return error ? { ok: false, message: await reasonOf(error) } : answerOf(data);
  } catch (error) {
    console.error(error);
    return { ok: false, message: null };
  }
}

/** A function may say with status 200, too, that it did not do it. */
function answerOf(body: unknown): FunctionAnswer {
  const refused = isObject(body) && 'success' in body && body.success === false;
  return refused ? { ok: false, message: messageIn(body) } : { ok: true, body };
}

/** By shape, not by class: the client's classes are those of the shell, which a remote does not share. */
async function reasonOf(error: unknown): Promise<string | null> {
  console.error(error);
  const response = isObject(error) && 'context' in error ? error.context : null;
  if (!(response instanceof Response)) return null;
  return messageIn(await response.json().catch(() => null));
}

const messageIn = (answer: unknown) =>
  isObject(answer) && 'error' in answer && typeof answer.error === 'string' ? answer.error : null;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
