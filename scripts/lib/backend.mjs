import { isAnswering } from './ports.mjs';
import { Problem } from './problem.mjs';
import { untilReady } from './readiness.mjs';
import { backendService, readAnnouncement } from './services.mjs';

/**
 * Where the backend answers that runs on the port already, or null when there is none.
 * @param {import('./environment.mjs').Settings} settings @returns {Promise<{ url: string, key: string } | null>}
 */
export async function runningBackend({ supabasePort, dataDir }) {
  if (!(await isAnswering(supabasePort))) return null;
  const announced = readAnnouncement(dataDir);
  if (announced?.url.endsWith(`:${supabasePort}`)) return announced;
  throw new Problem(
    `port ${supabasePort} is answered, but not by a backend on ${dataDir}. Set DATA_DIR to its folder, or SUPABASE_PORT to another port.`,
  );
}

/**
 * Starts the embedded backend, unless a hosted project takes its place, and resolves with where to ask.
 * @param {ReturnType<typeof import('./supervisor.mjs').createSupervisor>} supervisor
 * @param {import('./environment.mjs').Settings} settings
 * @returns {Promise<{ url: string, key: string }>}
 */
export async function startBackend(supervisor, settings) {
  const { hosted, supabasePort, dataDir } = settings;
  if (hosted) return hosted;
  const service = supervisor.start(backendService(settings));
  await Promise.race([untilReady(`http://127.0.0.1:${supabasePort}/readyz`), service.failure]);
  service.settled();
  const announced = readAnnouncement(dataDir);
  if (!announced) throw new Problem(`the backend wrote no backend.json to ${dataDir}`);
  return announced;
}
