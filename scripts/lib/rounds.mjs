const isLong = process.env.TEST_LENGTH === 'long';

/**
 * How often a test does what it does: `pnpm test:long` takes the same tests as `npm test`, with more rounds.
 * @param {{ short: number, long: number }} numbers
 */
export const rounds = ({ short, long }) => (isLong ? long : short);

/** From which generated requests follow: another one finds other faults, the same one the same again. */
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 13);
