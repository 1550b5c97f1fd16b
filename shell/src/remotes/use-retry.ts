import { useState } from 'react';

/** Runs an attempt once at a time; a failed one is logged and may be repeated. */
export function useRetry(attempt: () => Promise<void> | void) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await attempt();
    } catch (error) {
      console.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, retry };
}
