import { onStop } from '@ki/shared/process/on-stop.mjs';

/** However stuck something is, the process is gone by then. */
const DEADLINE = 4500;

/** Runs the given end of everything once and exits, when this process is asked to stop or its parent is gone. */
export function endOnStop(end: (reason: string) => Promise<void>): void {
  onStop(async (reason) => {
    setTimeout(() => process.exit(1), DEADLINE).unref();
    await end(reason).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
