export interface FailureDetails {
  /** The field of the request that is wrong. */
  readonly field?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** No provider has taken anything for it. */
  readonly unpaid?: boolean;
}

/** A function could not do its work: a status for programs, a message for people. Never carries a key or a stack. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly details: FailureDetails;

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** What nobody foresaw is told without details; only its kind goes to the log. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error('unexpected:', error instanceof Error ? error.name : typeof error);
  return new Failure(500, 'Something unexpected went wrong. Please try again.');
}
