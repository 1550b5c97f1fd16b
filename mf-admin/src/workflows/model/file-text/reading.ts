import { plural } from '@ki/shared/format/plural.ts';

/** The result of reading a file. */
export interface Reading {
  readonly text: string;
  /** Sentences for the person whose file it is: what the text lacks. */
  readonly notes: readonly string[];
}

export type OnProgress = (share: number) => void;

/** Zero stands for things that nobody counts, such as hidden text. */
export function leftOutNote(counts: ReadonlyMap<string, number>): string[] {
  const things = [...counts].map(([kind, count]) => (count === 0 ? kind : plural(count, kind, `${kind}s`)));
  return things.length > 0 ? [`Left out: ${things.join(', ')}.`] : [];
}
