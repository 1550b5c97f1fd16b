// `tether.mjs COMMAND ARGUMENT…` runs a program that does not watch its parent. It leads a process group of its own, and
// ends the whole group when the process that started it is gone.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { onStop } from '../shared/process/on-stop.mjs';

const GRACE_MS = 2_500;
const isWindows = process.platform === 'win32';
const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit', shell: isWindows && command.endsWith('.cmd') });

child.on('error', (error) => {
  process.stderr.write(`${command} could not be started: ${error.message}\n`);
  process.exit(127);
});

function endGroup() {
  if (isWindows) spawnSync('taskkill', ['/pid', String(process.pid), '/t', '/f'], { stdio: 'ignore' });
  else process.kill(-process.pid, 'SIGKILL');
}

let isStopping = false;
child.on('exit', (code, signal) => {
  if (isStopping) endGroup();
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});

onStop(() => {
  isStopping = true;
  child.kill('SIGTERM');
  setTimeout(endGroup, GRACE_MS);
});
