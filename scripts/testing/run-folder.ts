import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onStop } from '../../shared/process/on-stop.mjs';
import { endRuns } from '../processes.ts';
import { CommandError, printError } from '../terminal.ts';

/** A temporary folder for a run of tests, removed when this process ends. A stop ends the run's processes first. */
export function createRunFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `ki-lernplattform-${name}-`)));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  onStop(async (reason) => {
    printError(new CommandError(`stopped: ${reason}`));
    await endRuns();
    process.exit(1);
  });
  return folder;
}
