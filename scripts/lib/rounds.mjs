const isLong = process.env.TEST_LENGTH === 'long';

/**
 * How often a test does what it does: `pnpm test:long` takes the same tests as `npm test`, with more rounds.
 * @param {{ short: number, long: number }} numbers
 */
export const rounds = ({ short, long }) => (isLong ? long : short);
