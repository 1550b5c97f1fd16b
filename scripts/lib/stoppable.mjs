import { endRuns } from './run.mjs';
import { explained } from './service-failure.mjs';

/**
 * Begins what starts servers and can be stopped: `ready` rejects with what went wrong, unless it is being stopped.
 * @param {{ stop: () => Promise<unknown> }} supervisor of the servers
 * @param {(isStopping: () => boolean) => Promise<void>} begin
 */
export function stoppable(supervisor, begin) {
  let isStopping = false;
  const ready = begin(() => isStopping).catch((error) => {
    if (!isStopping) throw explained(error);
  });
  return {
    ready,
    async stop() {
      isStopping = true;
      await Promise.all([supervisor.stop(), endRuns()]);
    },
  };
}
