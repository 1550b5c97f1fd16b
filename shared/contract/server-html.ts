import type { Result } from './result.ts';

/** One for all bundles. */
const SENT = Symbol.for('ki.sent-as-html');
const onServer = typeof document === 'undefined';

/**
 * Marks loader data whose rendering the server sends as HTML in a document and that the browser need not get a second
 * time: it arrives there as `null`, and the page keeps the HTML (see `ui/server-html.tsx`). Where an alive page moves on,
 * it arrives as it is.
 */
export function sentAsHtml<T extends object>(value: T): T | null {
  // A copy: what is remembered may be shown elsewhere, as data.
  return onServer ? Object.defineProperty({ ...value }, SENT, { value: true }) : value;
}

/** {@link sentAsHtml} for a result. A failed one goes to the browser as data, so that its notice can be used there. */
export function resultSentAsHtml<T>(result: Result<T>): Result<T> {
  return result.ok ? (sentAsHtml(result) ?? result) : result;
}

/** For `JSON.stringify`: leaves out what the document holds as HTML. */
export const withoutSentHtml = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && SENT in value ? null : value;
