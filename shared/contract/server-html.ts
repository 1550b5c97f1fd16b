import type { Result } from './result.ts';

const SENT = Symbol.for('ki.sent-as-html');
const onServer = typeof document === 'undefined';

/**
 * Marks data that the document carries as HTML: hydration gets `null` for it and keeps the HTML, a navigation gets the
 * data.
 */
export function sentAsHtml<T extends object>(value: T): T | null {
  // A copy, as a cached value may also be sent as data.
  return onServer ? Object.defineProperty({ ...value }, SENT, { value: true }) : value;
}

/** {@link sentAsHtml} for a result; a failed one crosses as data. */
export function resultSentAsHtml<T>(result: Result<T>): Result<T> {
  return result.ok ? (sentAsHtml(result) ?? result) : result;
}

export const withoutSentHtml = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && SENT in value ? null : value;
