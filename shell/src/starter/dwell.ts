/** Long enough that a pointer which only crosses a link fetches nothing. */
export const DWELL_MS = 50;
