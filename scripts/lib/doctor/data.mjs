import { readLive } from '../registry.mjs';
import { run } from '../run.mjs';
import { PINNED_NODE, ROOT, withPinnedNode } from '../toolchain.mjs';
import { bad, good } from './finding.mjs';

/** @typedef {import('../environment.mjs').Settings} Settings */

/** Runs one of the project's programs on a data folder. @param {string} dataDir @param {readonly string[]} args */
async function ask(dataDir, args) {
  /** @type {string[]} */
  const lines = [];
  const code = await run(PINNED_NODE, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    env: { ...withPinnedNode(), DATA_DIR: dataDir },
    onLine: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

/** Whether a start would open what lies in the data folder. @param {Settings} settings */
export async function databaseFinding({ dataDir, isDemo }) {
  if (!isDemo) return good('database', 'of its own: DATABASE_URL or SUPABASE_URL names it');
  const { code, text } = await ask(dataDir, ['supabase/local-backend/whole.ts']);
  return code === 0 ? good('database', text) : bad('database', text.replaceAll('\n', ' '));
}

/** @param {string} dataDir */
export function registryFinding(dataDir) {
  try {
    const live = readLive(dataDir);
    return good(
      'registry',
      live.length > 0 ? `${live.length} remotes are live` : 'nothing is live yet; npm start sees to it',
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(
      'registry',
      `${dataDir}/registry.json cannot be read (${reason}); npm start brings the last good one back`,
    );
  }
}

/** @param {string} text what `remote check --json` printed */
function problemsIn(text) {
  try {
    const { error, checks = [] } = JSON.parse(text);
    const failing = checks.filter((/** @type {{ ok: boolean }} */ { ok }) => !ok);
    return (
      error ??
      failing.map((/** @type {{ check: string, detail: string }} */ one) => `${one.check}: ${one.detail}`).join('; ')
    );
  } catch {
    return text;
  }
}

/** Whether each live version is as it was when it went live: `remote check`. @param {string} dataDir */
export async function* remoteFindings(dataDir) {
  for (const { name, version } of readLive(dataDir)) {
    const { code, text } = await ask(dataDir, ['shell/cli/remote.ts', 'check', `${name}@${version}`, '--json']);
    const rollback = `; pnpm remote rollback ${name}, or promote another version`;
    yield code === 0
      ? good(name, `${version} passes its checks`)
      : bad(name, `${version}: ${problemsIn(text)}${rollback}`);
  }
}
