const isLong = process.env.TEST_LENGTH === 'long';

/** How often a test repeats its work: `pnpm test:long` runs the same tests as `npm run test:all` with more rounds. */
export const rounds = ({ short, long }: { readonly short: number; readonly long: number }) => (isLong ? long : short);

/** Seed of the generated requests: the same seed reproduces the same faults. */
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 13);
