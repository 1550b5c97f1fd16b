/** Event on the window after hydration and event replay. */
export const REPLAYED = 'replayed';

export const preHydrationChunk = (name: string) => `pre-hydration-${name}`;

/** The size limit of a pre-hydration script in bytes, uncompressed. */
export const PRE_HYDRATION_LIMIT = 4_096;

/**
 * Runs a pre-hydration script. `begin` adds listeners with its signal: `submit` on forms, `input` and `change` in the
 * window's capture phase. A submit whose default it prevents is replayed to React. The function that it returns runs
 * after hydration and undoes changes that React does not know. See docs/decisions/0048.
 */
export function runBeforeHydration(begin: (signal: AbortSignal) => (() => void) | undefined): void {
  if ('hydrated' in document.documentElement.dataset) return;
  const listening = new AbortController();
  const end = begin(listening.signal);
  const stop = () => {
    listening.abort();
    end?.();
  };
  addEventListener(REPLAYED, stop, { once: true });
}
