/** Resolves with whether it is copied: browsers refuse it, and have no clipboard on sites by http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
