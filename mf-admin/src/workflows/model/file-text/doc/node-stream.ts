type Listener = (value?: unknown) => void;

/** Replaces Node.js's `stream` in the browser build, as far as word-extractor uses it. */
export abstract class Readable {
  readonly #listeners = new Map<string, Listener>();

  abstract _read(): Promise<void> | undefined;

  on(event: 'data' | 'end' | 'error', listener: Listener): this {
    this.#listeners.set(event, listener);
    if (event === 'end') queueMicrotask(() => this.#next());
    return this;
  }

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
