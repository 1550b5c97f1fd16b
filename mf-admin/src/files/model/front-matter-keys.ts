import { UnreadableFile } from './file-rows.ts';
import { type Entry, isMap, Nothing, type Value } from './front-matter.ts';

const sizeOf = (value: Value) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 1);

export const isEmpty = (value: Value): boolean =>
  value === null || value === '' || value instanceof Nothing || sizeOf(value) === 0;

const noText = (name: string) =>
  new UnreadableFile(`${name}: something else than a text was found; expected a line such as “title: My post”.`);

export function textOf({ name, value }: Entry): string | null {
  if (typeof value === 'string') return value;
  if (isEmpty(value)) return null;
  throw noText(name);
}

/** The names in a text, in lists of lists, or in objects with names. */
export function namesOf({ name, key, value }: Entry): string[] {
  if (typeof value === 'string') return [value];
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.flatMap((one) => namesOf({ name, key, value: one })).map((one) => one.trim());
  if (isMap(value) && 'name' in value) return namesOf({ name, key, value: value.name ?? null });
  throw noText(name);
}

/** Takes keys out of front matter, so that whatever nobody takes can be said. */
export class Keys {
  readonly #entries: readonly Entry[];
  readonly #taken = new Set<Entry>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** The first of some keys that has a value, else one without; undefined where there is none. */
  take(keys: readonly string[], fits: (entry: Entry) => boolean = () => true): Entry | undefined {
    let best: Entry | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries) {
      const at = keys.indexOf(entry.key);
      const rank = isEmpty(entry.value) ? at + keys.length : at;
      if (at === -1 || rank >= bestRank || !fits(entry)) continue;
      best = entry;
      bestRank = rank;
    }
    if (best) this.#taken.add(best);
    return best;
  }

  takeAll(fits: (entry: Entry) => boolean): Entry[] {
    const found = this.#entries.filter((entry) => !this.#taken.has(entry) && fits(entry));
    for (const entry of found) this.#taken.add(entry);
    return found;
  }

  /** The keys that nobody took: 'Not used: layout, tags (3).' */
  unusedNotes(): string[] {
    const names = this.takeAll(({ value }) => !isEmpty(value)).map(({ name, value }) => {
      const size = sizeOf(value);
      return size > 1 ? `${name} (${size})` : name;
    });
    return names.length > 0 ? [`Not used: ${names.join(', ')}.`] : [];
  }
}
