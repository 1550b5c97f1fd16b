const PAUSES_MS = [300, 900];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Tries to load code, and twice again after a pause. The second try also gets past a browser that answers
 * from a preload hint which failed earlier.
 */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const milliseconds of PAUSES_MS) {
    try {
      return await load();
    } catch (error) {
      console.warn('loading code failed, trying again:', error);
      await pause(milliseconds);
    }
  }
  return load();
}
