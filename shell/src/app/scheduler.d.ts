/** What React is given its turns by, as far as it is used here. */
declare module 'scheduler' {
  /** How often a second work lets the browser have its turn; 0 is the scheduler's own measure. */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
}
