/** A registry in a database, and whose rights are used there. */
export interface DatabaseAccess {
  readonly supabase: { readonly url: string; readonly key: string };
  /** Of a team, a shell or an operator. It travels in the body of a request, which nobody logs. */
  readonly token: string;
}

const ANSWER_MS = 10_000;

/** What the API says of a failure; a gateway before it may say something else. */
function messageIn(body: unknown, status: number): string {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === 'string' ? message : `the database answered ${status}`;
}

/**
 * Calls a function of the registry with the rights of the token. Throws with what the database says when it refuses, and
 * when it does not answer within some seconds.
 */
export async function callRegistry(
  { supabase, token }: DatabaseAccess,
  name: string,
  args: Readonly<Record<string, unknown>>,
  answerMs = ANSWER_MS,
): Promise<unknown> {
  const answer = await fetch(`${supabase.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: supabase.key, 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...args }),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await answer.text();
  const body: unknown = await new Response(text || 'null').json().catch(() => null);
  if (!answer.ok) throw new Error(messageIn(body, answer.status));
  return body;
}
