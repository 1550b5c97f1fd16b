import { ContentError } from './content-error.ts';
import { stableId } from './stable-id.ts';

/** Turns the names that content files use for other records into ids, and refuses names that nobody has. */
export class References {
  readonly #kind: string;
  readonly #known: ReadonlySet<string>;

  constructor(kind: string, keys: readonly string[], file: string) {
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) throw new ContentError(file, twice, `there are two ${kind} records of this name`);
    this.#kind = kind;
    this.#known = new Set(keys);
  }

  idOf(key: string, file: string, field: string): string {
    if (!this.#known.has(key)) throw new ContentError(file, field, `there is no ${this.#kind} named ${key}`);
    return stableId(this.#kind, key);
  }
}
