const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What was read, or `null` when it does not exist; any other failure is one. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
