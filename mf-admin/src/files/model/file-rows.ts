export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

export type Target = 'posts' | 'matrix';

/** A row of a file, in one shape for all formats. */
export interface FileRow {
  /** Where a person finds it: a row of a table, a file's name. */
  readonly place: string;
  readonly title: string;
  /** The values that the database checks and stores. A missing key leaves a column of an existing record as it is. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Faults that keep the row from being read. */
  readonly faults: readonly string[];
  /** Changes that the import makes, and values that it drops. */
  readonly notes: readonly string[];
  /** Why the row is no part of the import. */
  readonly leftOut?: string;
}

export interface ReadFile {
  readonly target: Target;
  readonly rows: readonly FileRow[];
  readonly notes: readonly string[];
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const encoder = new TextEncoder();

export const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** The backend takes requests of 1 MB. */
const LARGEST_ENTRY = 900_000;

function everyText(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => holds(key) && everyText(inner, holds));
}

function faultOfTexts(entry: FileRow['entry']): string | null {
  if (!everyText(entry, (text) => !text.includes('\0'))) return 'A NUL character was found; expected text.';
  if (!everyText(entry, (text) => text.isWellFormed())) return 'Half a character was found; expected Unicode text.';
  if (sizeOf(entry) > LARGEST_ENTRY) return 'This row has more than 900 kB; expected a shorter text.';
  return null;
}

/** The message for a row: one that cannot be read or stored sends its faults alone. */
export function entryOf({ place, entry, faults }: FileRow): Readonly<Record<string, unknown>> {
  const fault = faults.length === 0 ? faultOfTexts(entry) : null;
  const all = fault ? [fault] : faults;
  const shown = place.toWellFormed().replaceAll('\0', '').slice(0, 500);
  return all.length > 0 ? { place: shown, faults: all } : { place: shown, ...entry };
}

/** Each name with how often: 'gallery (2), form' */
export const listCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ');
