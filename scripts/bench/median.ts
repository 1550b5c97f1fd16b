/** The middle one of some values; of an even number of them the upper of both. NaN of none. */
export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
