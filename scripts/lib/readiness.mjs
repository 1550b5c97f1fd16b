import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;
const ANSWER_TIMEOUT_MS = 5_000;

/** @param {string} url @returns {Promise<{ isReady: boolean, failing: string[] }>} */
async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    if (response.ok) return { isReady: true, failing: [] };
    const { failing = [] } = /** @type {{ failing?: string[] }} */ (await response.json().catch(() => ({})));
    return { isReady: false, failing };
  } catch {
    return { isReady: false, failing: [] };
  }
}

/**
 * Waits until an address answers 200.
 * @param {string} url @param {(failing: string[]) => void} onWaiting hears what the answer says is missing
 */
export async function untilReady(url, onWaiting = () => {}) {
  for (;;) {
    const { isReady, failing } = await ask(url);
    if (isReady) return;
    onWaiting(failing);
    await pause(POLL_MS);
  }
}
