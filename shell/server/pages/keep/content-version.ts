import type { Reader } from '@ki/shared/contract/reader.ts';

/** How old an answer about a hosted project may be: what was written shows within a second. */
const HOSTED_MAX_AGE_MS = 800;
/** A page waits for at most two such questions before it is rendered. */
const TIMEOUT_MS = 2_000;
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

type Ask = () => Promise<string | null>;

const askDatabase =
  (reader: () => Promise<Reader>): Ask =>
  async () => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const { data, error } = await (await reader()).rpc('content_versions').abortSignal(limit);
    return error ? null : JSON.stringify(data);
  };

/**
 * Asks for the version of the public content. Callers at once share one question, but only one that was asked after
 * they came, so that a page requested after a write was acknowledged never meets an answer from before it.
 * `null`: not known; nothing cached may be used.
 */
export function createContentVersion(ask: Ask, maxAgeMs: number): Ask {
  let running: Promise<string | null> | null = null;
  let next: Promise<string | null> | null = null;
  let last: { version: string | null; asked: number } = { version: null, asked: Number.NEGATIVE_INFINITY };

  const start = (): Promise<string | null> => {
    const asked = performance.now();
    running = ask()
      .catch(() => null)
      .then((version) => {
        last = { version, asked };
        running = null;
        return version;
      });
    return running;
  };

  return () => {
    if (last.version !== null && performance.now() - last.asked < maxAgeMs) return Promise.resolve(last.version);
    if (!running) return start();
    next ??= running.then(() => {
      next = null;
      return running ?? start();
    });
    return next;
  };
}

export function contentVersionOf(reader: () => Promise<Reader>, supabaseUrl: string): Ask {
  return createContentVersion(askDatabase(reader), LOOPBACK.test(supabaseUrl) ? 0 : HOSTED_MAX_AGE_MS);
}
