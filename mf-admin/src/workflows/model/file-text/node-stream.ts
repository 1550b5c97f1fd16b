type Listener = (value?: unknown) => void;

/** All that word-extractor uses of Node.js's `stream`, in whose place the build puts this for browsers. */
export abstract class Readable {
  readonly #listeners = new Map<string, Listener>();

  abstract _read(): Promise<void> | undefined;

  on(event: 'data' | 'end' | 'error', listener: Listener): this {
    this.#listeners.set(event, listener);
    if (event === 'end') queueMicrotask(() => this.#next());
    return this;
  }

  /** Takes a piece, or `null` for the end. */
  push(piece: Uint8Array | null): undefined {
    if (piece === null) this.#listeners.get('end')?.();
    else {
      this.#listeners.get('data')?.(piece);
      this.#next();
    }
  }

  #next(): void {
    this._read()?.catch((error: unknown) => this.#listeners.get('error')?.(error));
  }
}
