import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './until.ts';

const PROGRAM = new URL('./set-clock.ts', import.meta.url);

/** The clock of a program under test, which can be set to another time while it runs. */
export interface JumpingClock {
  /** Node.js options of the program; it also needs `environment`. */
  readonly nodeArgs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Sets the clock of a process to an offset from the real time, in milliseconds. */
  set(pid: number, offset: number): Promise<void>;
  remove(): void;
}

export function jumpingClock(): JumpingClock {
  const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
  const file = path.join(folder, 'offset');
  return {
    nodeArgs: ['--import', PROGRAM.href],
    environment: { CLOCK_FILE: file },
    async set(pid, offset) {
      writeFileSync(file, String(offset));
      process.kill(pid, 'SIGUSR2');
      const done = `${file}.set`;
      await until('the clock is set', () => existsSync(done) && readFileSync(done, 'utf8') === String(offset));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
