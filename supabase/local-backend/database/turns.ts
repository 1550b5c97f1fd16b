/** Lets callers in one at a time, in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = await this.take();
    try {
      return await work();
    } finally {
      end();
    }
  }
}
