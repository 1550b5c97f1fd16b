/** PostgreSQL stores the time of its transaction for it: no stored time comes from a clock of a browser. */
export const NOW = 'now';

interface Reading {
  /** The database's time in ms, and this page's steady time at that moment. */
  readonly time: number;
  readonly at: number;
  /** The lead of the browser's clock over the steady time. */
  readonly lead: number;
}

let reading: Reading | null = null;

const LONGEST_MS = 600_000;
/** The steady time stands still while a machine sleeps, and the browser's clock may be set. */
const JUMP_MS = 2_000;

const leadOfBrowser = () => Date.now() - performance.now();

/** `sent`: the `performance.now()` at which the database was asked. */
export function setServerTime(time: string, sent: number): void {
  reading = { time: Date.parse(time), at: (sent + performance.now()) / 2, lead: leadOfBrowser() };
}

export const isClockRead = (): boolean =>
  reading !== null && performance.now() - reading.at < LONGEST_MS && Math.abs(leadOfBrowser() - reading.lead) < JUMP_MS;

/**
 * The time of the database in ms, within half a round trip, for states and messages; the browser's until it is read. To
 * be stored: {@link NOW}.
 */
export const serverNow = (): number => (reading ? reading.time + performance.now() - reading.at : Date.now());
