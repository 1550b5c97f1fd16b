/** Why an address gave no picture, as a sentence for staff. */
export class PictureError extends Error {
  /** Whether another attempt would end alike. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = true, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'PictureError';
    this.isFinal = isFinal;
  }
}
