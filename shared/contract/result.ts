/** A closed set: error boundaries turn a code into a text, the server into a status. */
export type FailureCode = 'not_found' | 'forbidden' | 'unauthenticated' | 'conflict' | 'invalid' | 'unavailable';

export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
}

export interface Success<T> {
  readonly ok: true;
  readonly data: T;
}

/** The outcome of a read as plain JSON, so that it crosses from the server to the browser. */
export type Result<T> = Success<T> | Failure;

const STATUS: Record<FailureCode, number> = {
  not_found: 404,
  forbidden: 403,
  unauthenticated: 401,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
};

export const statusOf = (code: FailureCode): number => STATUS[code];

export function isResult(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}
