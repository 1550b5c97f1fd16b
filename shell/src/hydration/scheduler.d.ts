/** The part of React's scheduler that is used here. */
declare module 'scheduler' {
  /** How often per second work yields to the browser; 0 restores the default. */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
  export const unstable_NormalPriority: number;
  export function unstable_scheduleCallback(priority: number, work: () => void): unknown;
  /** Whether running work should yield to the browser now. */
  export function unstable_shouldYield(): boolean;
}
