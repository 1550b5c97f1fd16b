/** Why an address gave nothing that is of use, as a sentence for staff. */
export class FetchError extends Error {
  override name = 'FetchError';
  /** Whether another attempt would end alike. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = true, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** A status that gives no bytes. */
export class HostError extends FetchError {
  readonly status: number;

  constructor(status: number, isFinal: boolean) {
    super(`The host answered ${status}.`, { isFinal });
    this.status = status;
  }
}
