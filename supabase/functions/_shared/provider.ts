import { z } from 'npm:zod@4.6.7';
import { Failure } from './http.ts';
import type { Dependencies } from './serve.ts';

/** Its settings begin with its name: `GEMINI_API_KEY`, `GEMINI_BASE_URL`, `GEMINI_MODEL`. */
interface Provider {
  readonly name: 'Gemini' | 'Perplexity';
  /** Its address without such a setting. */
  readonly base: string;
  headersFor(key: string): Readonly<Record<string, string>>;
}

type ProviderCall = ReturnType<typeof callOf>;

export interface Source {
  readonly url: string;
  readonly title?: string;
  readonly date?: string;
}

const ATTEMPTS = 3;
const TIMEOUT = 60_000;
const FIRST_PAUSE = 500;

function callOf({ name, base, headersFor }: Provider, path: string, body: object, { setting }: Dependencies) {
  const keyName = `${name.toUpperCase()}_API_KEY`;
  const key = setting(keyName);
  if (!key) throw unpaid(503, `${keyName} is not set`);
  const url = `${setting(`${name.toUpperCase()}_BASE_URL`)?.replace(/\/+$/, '') ?? base}${path}`;
  return { provider: name, keyName, key, url, headers: headersFor(key), body };
}

/** Posts JSON to a provider and returns its JSON: each attempt within the timeout, all of them within twice that. */
export async function callProvider(
  provider: Provider,
  path: string,
  body: object,
  dependencies: Dependencies,
): Promise<unknown> {
  const call = callOf(provider, path, body, dependencies);
  const timeout = Number(dependencies.setting('PROVIDER_TIMEOUT_MS')) || TIMEOUT;
  const deadline = Date.now() + 2 * timeout;
  for (let attempt = 1; ; attempt += 1) {
    const response = await post(call, dependencies, Math.min(timeout, deadline - Date.now()));
    if (response?.ok) return readAnswer(call, response);
    const pause = (response && (await retryAfter(response))) ?? backOff(attempt);
    const isLast = attempt === ATTEMPTS || Date.now() + pause >= deadline;
    if (isLast || !isWorthRetrying(response?.status)) throw await refusal(call, response);
    await dependencies.pause(pause);
  }
}

/** Exponential backoff with jitter. */
const backOff = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);

/** Nothing when the provider is unreachable. A redirection is refused, since it would carry the key elsewhere. */
async function post(call: ProviderCall, { fetch }: Dependencies, timeout: number): Promise<Response | undefined> {
  try {
    return await fetch(call.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...call.headers },
      body: JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    if (isTimeout(error)) throw tooLate(call);
    return undefined;
  }
}

async function readAnswer(call: ProviderCall, response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isTimeout(error)) throw tooLate(call);
    throw new Failure(502, `The answer of ${call.provider} is not readable; it may have broken off. Please try again.`);
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

const tooLate = ({ provider }: ProviderCall) =>
  new Failure(504, `${provider} did not answer in time. Please try again.`);

const RETRIED = [429, 502, 503, 504];

const isWorthRetrying = (status: number | undefined) => status === undefined || RETRIED.includes(status);

const wordedSchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    details: z.array(z.object({ retryDelay: z.string().optional(), reason: z.string().optional() })).catch([]),
  }),
});

type Worded = z.output<typeof wordedSchema>['error'];

async function wordsOf(response: Response): Promise<Worded | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return wordedSchema.safeParse(body).data?.error;
}

/** Milliseconds that the provider asks to wait: Retry-After in seconds or as a date, or Google's RetryInfo. */
async function retryAfter(response: Response): Promise<number | undefined> {
  const header = response.headers.get('retry-after');
  if (header !== null) {
    const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
    return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
  }
  const details = (await wordsOf(response))?.details ?? [];
  const seconds = details.map(({ retryDelay }) => Number.parseFloat(retryDelay ?? '')).find((wait) => wait >= 0);
  return seconds === undefined ? undefined : seconds * 1000;
}

const WRONG_KEY = 'API_KEY_INVALID';

async function refusal(call: ProviderCall, response: Response | undefined): Promise<Failure> {
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

const presentable = (words: string, { key }: ProviderCall) =>
  words.replaceAll(key, '…').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
