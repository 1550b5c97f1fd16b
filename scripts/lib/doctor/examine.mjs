import { readEnvironment } from '../environment.mjs';
import { Problem } from '../problem.mjs';
import { ROOT } from '../toolchain.mjs';
import { databaseFinding, registryFinding, remoteFindings } from './data.mjs';
import { diskFinding } from './disk.mjs';
import { bad } from './finding.mjs';
import { portFindings } from './ports.mjs';
import { browserFinding, nodeFindings, pnpmFinding } from './tools.mjs';

/** @param {NodeJS.ProcessEnv} environment @returns {import('../environment.mjs').Settings | string[]} what is wrong with them */
function settingsIn(environment) {
  try {
    return readEnvironment(environment, ROOT);
  } catch (error) {
    if (error instanceof Problem) return error.message.split('\n');
    throw error;
  }
}

/** Looks at what the platform needs on this machine, changing nothing. @param {NodeJS.ProcessEnv} environment */
export async function* examine(environment) {
  const node = nodeFindings();
  yield* node;
  yield pnpmFinding(environment.npm_config_user_agent);
  yield await browserFinding(environment.E2E_BROWSER);

  const settings = settingsIn(environment);
  if (Array.isArray(settings)) return yield* settings.map((line) => bad('settings', line));
  const { dataDir } = settings;
  yield* await portFindings(settings);
  yield diskFinding(dataDir);
  const registry = registryFinding(dataDir);
  yield registry;
  // The rest is asked of programs that need the packages.
  if (!node.every(({ ok }) => ok)) return;
  yield await databaseFinding(settings);
  if (registry.ok) yield* remoteFindings(dataDir);
}
