/** Why a data operation failed. A closed set: boundaries turn a code into words, the server into a status. */
export type FailureCode = 'not_found' | 'forbidden' | 'unauthenticated' | 'conflict' | 'invalid' | 'unavailable';

export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
}

export interface Success<T> {
  readonly ok: true;
  readonly data: T;
}

/** What a public loader hands to its page: a value or the reason why there is none. Plain JSON, so that it crosses from server to browser. */
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
