/** Fired on the window once React has taken a page over, with all that was done in it before. */
export const TAKEN_OVER = 'taken-over';

/** What a release calls the file of an early script. */
export const earlyChunk = (name: string) => `early-${name}`;

/** The most that an early script may weigh, in bytes, uncompressed. */
export const EARLY_LIMIT = 4_096;

/**
 * Runs an early script: `begin` listens, with its signal, to `submit`, and, as they get no further, in the window's capture
 * phase to `input` and `change`. Of a form whose default it prevents, the press is done again for React. What it returns is
 * called when React has taken the page over, and takes back whatever React does not know of. See docs/decisions/0048.
 */
export function beforeLife(begin: (signal: AbortSignal) => (() => void) | undefined): void {
  if ('alive' in document.documentElement.dataset) return;
  const listening = new AbortController();
  const end = begin(listening.signal);
  const stop = () => {
    listening.abort();
    end?.();
  };
  addEventListener(TAKEN_OVER, stop, { once: true });
}
