import type { Result } from './result.ts';

const onServer = typeof document === 'undefined';

/**
 * Marks loader data whose rendering the server sends as HTML and that the browser need not get a second time:
 * it arrives there as `null`, and the page keeps the HTML (see `ui/server-html.tsx`).
 */
export function sentAsHtml<T extends object>(value: T): T | null {
  return onServer ? Object.defineProperty(value, 'toJSON', { value: () => null }) : value;
}

/** {@link sentAsHtml} for a result. A failed one goes to the browser as data, so that its notice can be used there. */
export function resultSentAsHtml<T>(result: Result<T>): Result<T> {
  return result.ok ? (sentAsHtml(result) ?? result) : result;
}
