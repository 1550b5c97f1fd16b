/** What React is given its turns by, as far as it is used here. */
declare module 'scheduler' {
  /** How often a second work lets the browser have its turn; 0 is the scheduler's own measure. */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
  export const unstable_NormalPriority: number;
  export function unstable_scheduleCallback(priority: number, work: () => void): unknown;
  /** For work that is under way: whether the browser is to have its turn now. */
  export function unstable_shouldYield(): boolean;
}
