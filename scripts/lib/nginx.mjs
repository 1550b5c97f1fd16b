import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { say } from './terminal.mjs';
import { ROOT } from './toolchain.mjs';

/** Where the program of Debian's package lies when nobody installed it. */
const UNPACKED = path.join(ROOT, 'node_modules', '.cache', 'nginx');
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);

/** @param {string} file */
const isNginx = (file) => existsSync(file) && spawnSync(file, ['-v'], { stdio: 'ignore' }).status === 0;

const findNginx = () =>
  [...FOLDERS, path.join(UNPACKED, 'usr', 'sbin')].map((folder) => path.join(folder, 'nginx')).find(isNginx);

/** Unpacks Debian's package without installing it, which would start a server on port 80. */
async function unpackDebianPackage() {
  say('setup', 'getting nginx from the Debian packages, for the test of shared caches');
  mkdirSync(UNPACKED, { recursive: true });
  const options = { cwd: UNPACKED };
  if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['download', '-qq', 'nginx'], options);
  const [file] = readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'));
  if (file) await run('dpkg', ['-x', file, '.'], options);
}

/** Finds nginx, or gets it on Debian. @returns {Promise<string | undefined>} its executable; `undefined` where there is none */
export async function ensureNginx() {
  const found = findNginx();
  if (found || !existsSync('/etc/debian_version')) return found;
  await unpackDebianPackage();
  return findNginx();
}
