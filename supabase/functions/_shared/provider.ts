import type { Dependencies } from './dependencies.ts';
import { Failure } from './failure.ts';
import type { ProviderCall } from './provider-call.ts';
import { isWorthRetrying, refusal, retryAfter } from './provider-refusal.ts';

const ATTEMPTS = 3;
const TIMEOUT = 60_000;
const FIRST_PAUSE = 500;

/** Posts JSON to a provider and returns its JSON: each attempt within the timeout, all of them within twice that. */
export async function callProvider(call: ProviderCall, dependencies: Dependencies): Promise<unknown> {
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

/** Doubles, with a part of chance so that calls which failed together do not return together. */
const backOff = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);

/** Nothing when the provider could not be reached. A redirection is refused: it would carry the key elsewhere. */
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
