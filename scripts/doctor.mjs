/**
 * `pnpm run doctor`: whether this machine has what the platform needs, a line each, with what to do about what is
 * missing. Changes nothing, and ends with 1 when something is.
 */
import { onStop } from '../shared/process/on-stop.mjs';
import { examine } from './lib/doctor/examine.mjs';
import { endRuns } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';

const NAME_WIDTH = 11;

onStop(async () => {
  await endRuns();
  process.exit(1);
});

for await (const { ok, name, detail } of examine(process.env)) {
  say(ok ? 'ok' : 'FAIL', `${name.padEnd(NAME_WIDTH)}  ${detail}`);
  if (!ok) process.exitCode = 1;
}
process.exit();
