// `bootstrap.mjs COMMAND ARGUMENT…` installs what is missing and runs `scripts/COMMAND.ts` on the Node.js that the project
// pins. `bootstrap.mjs install` adds the dependencies of new folders to the lockfile. Plain JavaScript without packages,
// for any Node.js from version 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onStop } from '../shared/process/on-stop.mjs';

export const PNPM_VERSION = '12.21.0';
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const isWindows = process.platform === 'win32';
export const NPX = isWindows ? 'npx.cmd' : 'npx';
export const PINNED_NODE = path.join(ROOT, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
export const TETHER = path.join(ROOT, 'scripts', 'tether.mjs');

const OLDEST_NODE = 20;
const MARK = path.join(ROOT, 'node_modules', '.installed-from');

function wanted() {
  const hash = createHash('sha256').update(`${PNPM_VERSION} ${process.platform} ${process.arch}`);
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const manifests = folders.filter(({ name }) => name !== 'node_modules').map(({ name }) => `${name}/package.json`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests]) {
    const whole = path.join(ROOT, file);
    if (existsSync(whole)) hash.update(`\0${file}\0`).update(readFileSync(whole));
  }
  return hash.digest('hex');
}

const isInstalled = () => existsSync(PINNED_NODE) && existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted();

function run(/** @type {string[]} */ args, /** @type {import('node:child_process').SpawnOptions} */ options) {
  const [command = '', ...rest] = args;
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd: ROOT, stdio: 'inherit', ...options });
    let isStopping = false;
    onStop(() => {
      isStopping = true;
      child.kill('SIGTERM');
    });
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code) => (isStopping ? process.exit(code ?? 1) : resolve(code ?? 1)));
  });
}

async function install(isNew = false) {
  if (isInstalled()) return 0;
  console.log(`setup  dependencies with pnpm ${PNPM_VERSION}; some 45 s without a cache`);
  // npm passes its settings on as variables, and its next version warns about those that it does not know.
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  const options = isNew ? ['--prefer-offline', '--no-frozen-lockfile'] : [];
  const pnpm = [NPX, '--yes', `pnpm@${PNPM_VERSION}`, 'install', '--config.confirm-modules-purge=false', ...options];
  const code = await run([process.execPath, TETHER, ...pnpm], { env, detached: !isWindows });
  if (code === 0 && existsSync(PINNED_NODE)) writeFileSync(MARK, wanted());
  else console.error(`the dependencies could not be installed: pnpm ended with ${code}; npx and a registry are needed`);
  return code;
}

async function runScript(/** @type {string} */ name, /** @type {string[]} */ args) {
  const script = path.join(ROOT, 'scripts', `${name}.ts`);
  if (process.versions.node !== readFileSync(path.join(ROOT, '.node-version'), 'utf8').trim()) {
    process.exit(await run([PINNED_NODE, script, ...args], {}));
  }
  process.argv.splice(1, process.argv.length, script, ...args);
  await import(pathToFileURL(script).href);
}

async function main() {
  const [, , command = '', ...args] = process.argv;
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE) {
    console.error(`Node.js ${process.versions.node} is too old; install ${OLDEST_NODE} or newer`);
    process.exit(1);
  }
  const code = await install(command === 'install');
  if (code !== 0) process.exit(code);
  if (command !== 'install') await runScript(command, args);
}

// Not awaited: the script imports this module.
if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) void main();
