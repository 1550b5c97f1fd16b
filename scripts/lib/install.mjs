import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { countPackages } from './lockfile.mjs';
import { followPnpm } from './pnpm-progress.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { say, showStatus, stopwatch } from './terminal.mjs';
import { NPX, PINNED_NODE, PNPM_VERSION, ROOT } from './toolchain.mjs';

const MARK = path.join(ROOT, 'node_modules', '.installed-from');

function manifests() {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['.', ...folders.map(({ name }) => name)]
    .map((folder) => path.join(folder, 'package.json'))
    .filter((file) => !file.startsWith('node_modules') && existsSync(path.join(ROOT, file)));
}

/** One hash over everything that an installation depends on. */
function wanted() {
  const hash = createHash('sha256').update(`${PNPM_VERSION} ${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function isInstalled() {
  return existsSync(PINNED_NODE) && existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted();
}

/** npm repeats its settings as variables and then warns about those that it no longer knows. */
const quietNpm = () => ({ ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' });

/**
 * Installs the dependencies with pnpm unless those that are there fit, and shows how far it is. What is new gets into
 * the lockfile, even where pnpm would leave that to people.
 * @param {{ isNew?: boolean }} [options]
 */
export async function install({ isNew = false } = {}) {
  if (isInstalled()) return;
  const elapsed = stopwatch();
  const total = countPackages(readFileSync(path.join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
  say('setup', `dependencies, ${total} packages, with pnpm ${PNPM_VERSION}`);
  const progress = followPnpm((done, doing) => {
    showStatus('setup', `${doing}${done ? ` ${Math.min(done, total)} of ${total} packages` : ''}, ${elapsed()}`);
  });
  const args = [
    '--yes',
    `pnpm@${PNPM_VERSION}`,
    'install',
    '--reporter=ndjson',
    '--config.confirm-modules-purge=false',
    ...(isNew ? ['--prefer-offline', '--no-frozen-lockfile'] : []),
  ];
  const code = await run(NPX, args, { cwd: ROOT, env: quietNpm(), onLine: progress.line });
  progress.end();
  if (code !== 0 || !existsSync(PINNED_NODE)) {
    throw new Problem(`the dependencies could not be installed (pnpm ended with ${code}):\n${progress.errors()}`);
  }
  writeFileSync(MARK, wanted());
  say('setup', `done in ${elapsed()}`);
}
