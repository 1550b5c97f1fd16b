import { z } from 'npm:zod@4.6.7';
import { Failure } from './failure.ts';
import type { ProviderCall } from './provider-call.ts';

const RETRIED = [429, 502, 503, 504];

/** Without a status the provider could not be reached at all. */
export const isWorthRetrying = (status: number | undefined) => status === undefined || RETRIED.includes(status);

const wordedSchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    details: z.array(z.object({ retryDelay: z.string().optional(), reason: z.string().optional() })).catch([]),
  }),
});

type Worded = z.output<typeof wordedSchema>['error'];

/** The words of an error answer; read from a copy, since both the pause and the message come from it. */
async function wordsOf(response: Response): Promise<Worded | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return wordedSchema.safeParse(body).data?.error;
}

/** Milliseconds that the provider asks to wait: Retry-After in seconds or as a date, or Google's RetryInfo. */
export async function retryAfter(response: Response): Promise<number | undefined> {
  const header = response.headers.get('retry-after');
  if (header !== null) {
    const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
    return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
  }
  const details = (await wordsOf(response))?.details ?? [];
  const seconds = details.map(({ retryDelay }) => Number.parseFloat(retryDelay ?? '')).find((wait) => wait >= 0);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Google's reason for a wrong key; its status is 400 then. */
const WRONG_KEY = 'API_KEY_INVALID';

/** Why the provider did not do it, in words that say what can be done about it. It takes nothing for that. */
export async function refusal(call: ProviderCall, response: Response | undefined): Promise<Failure> {
  const { provider, keyName } = call;
  if (!response) return unpaid(502, `${provider} could not be reached. Please try again.`);
  const { status } = response;
  console.error(`${provider} answered ${status}`);
  if (status === 429) {
    return unpaid(429, `${provider} API quota exceeded. Please wait a few minutes or check your API billing.`);
  }
  const words = await wordsOf(response);
  if (status === 401 || status === 403 || words?.details.some(({ reason }) => reason === WRONG_KEY)) {
    return unpaid(502, `${provider} did not accept the API key. Please check ${keyName}.`);
  }
  if (status >= 500) {
    return unpaid(502, `${provider} has a problem of its own (${status}). Please try again later.`);
  }
  const reason = presentable(words?.message ?? '', call);
  return unpaid(502, `${provider} refused the request (${status})${reason ? `: ${reason}` : '.'}`);
}

const unpaid = (status: number, message: string) => new Failure(status, message, { unpaid: true });

const LONGEST = 300;

/** A provider's own words, short and without the key that some of them repeat. */
const presentable = (words: string, { key }: ProviderCall) =>
  words.replaceAll(key, '…').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
