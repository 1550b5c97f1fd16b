export const BASELINE = '20261207000000';

/** Versions of the migrations that the baseline replaced, and before them of those that these had replaced. */
export const FORMER = { first: '20261101080000', last: '20261206020000', count: 63 } as const;

interface Entry {
  readonly version: string;
  readonly name?: string | null;
  readonly statements?: string[] | null;
}

const isFormer = ({ version }: Entry): boolean => version >= FORMER.first && version <= FORMER.last;

const formerIn = (history: readonly Entry[]): number => history.filter(isFormer).length;

export const hasAllFormer = (history: readonly Entry[]): boolean => formerIn(history) === FORMER.count;

/** A history that has a part of the replaced migrations cannot go on with the baseline. */
export const isOfEarlierVersion = (history: readonly Entry[]): boolean =>
  formerIn(history) > 0 && !hasAllFormer(history);

/** The history of a database as if the baseline had been applied where all replaced migrations were. */
export const withBaseline = (history: readonly Entry[]): readonly Entry[] =>
  hasAllFormer(history) ? [{ version: BASELINE }, ...history.filter((entry) => !isFormer(entry))] : history;
