/** Stands in for `shell/src/app/data/asked-data.ts`: there is no shell to be asked, and loaders read for themselves. */
export const createAskedData = () => ({ take: async () => null, askAhead: () => undefined });
