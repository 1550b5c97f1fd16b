/** How long one ad stands where several could: pages of one turn are the same for everybody. */
export const TURN_MS = 60_000;

/** The turn that a moment, in milliseconds since the epoch, belongs to: whole turns since then. */
export const turnAt = (now: number): number => Math.floor(now / TURN_MS);
