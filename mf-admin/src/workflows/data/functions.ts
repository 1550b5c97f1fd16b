import type { StaffClient } from '@ki/shared/data/clients.ts';
import { z } from '../../kit/model/z.ts';
import type { FunctionResponse } from '../model/function-response.ts';
import type { Assignment } from '../model/workflow.ts';

/** In ms; every function ends sooner. */
const TIMEOUT = 160_000;

/** In ms. A function stores its result with the caller's token, so the token must outlive the call: by this clock. */
const SHORTEST_SESSION = 180_000;

/** Calls an edge function. Never rejects. */
export async function runFunction(client: StaffClient, name: string, body: object): Promise<FunctionResponse> {
  try {
    const { data: current } = await client.auth.getSession();
    const endsAt = (current.session?.expires_at ?? 0) * 1000;
    if (endsAt < Date.now() + SHORTEST_SESSION) await client.auth.refreshSession();
    const { data, error } = await client.functions.invoke(name, { body, signal: AbortSignal.timeout(TIMEOUT) });
    return error ? { ok: false, message: await reasonOf(error) } : responseOf(data);
  } catch (error) {
    console.error(error);
    return { ok: false, message: null };
  }
}

const failed = z.object({ success: z.literal(false) });
const withReason = z.object({ error: z.string() });
const withResponse = z.object({ context: z.instanceof(Response) });

const messageIn = (body: unknown) => withReason.safeParse(body).data?.error ?? null;

/** A function can report a failure with status 200, too. */
const responseOf = (body: unknown): FunctionResponse =>
  failed.safeParse(body).success ? { ok: false, message: messageIn(body) } : { ok: true, body };

/** Checks the shape of the error: its class is that of the shell's client, which a remote does not share. */
async function reasonOf(error: unknown): Promise<string | null> {
  console.error(error);
  const { data } = withResponse.safeParse(error);
  return data ? messageIn(await data.context.json().catch(() => null)) : null;
}

export function generateArticle(client: StaffClient, assignment: Assignment): Promise<FunctionResponse> {
  const { id: ideaId, title, description, mehrwert: value, sources } = assignment;
  const body = { ideaId, title, description, value, keyword: '' };
  return runFunction(client, 'generate-article', sources.length > 0 ? { ...body, sources } : body);
}
