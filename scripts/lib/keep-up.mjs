import { onStop } from '../../shared/process/on-stop.mjs';
import { Problem } from './problem.mjs';
import { complain } from './terminal.mjs';

/**
 * Keeps up what was started until this process is asked to stop, or until it turns out that it cannot be started.
 * @param {{ ready: Promise<void>, stop: () => Promise<void> }} started
 */
export function keepUp({ ready, stop }) {
  onStop(async () => {
    await stop();
    process.exit(0);
  });
  ready.catch(async (error) => {
    complain(error instanceof Problem ? `\n${error.message}` : error);
    await stop();
    process.exit(1);
  });
}
