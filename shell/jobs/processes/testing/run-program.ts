import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { type RegistryBackend, startRegistryBackend } from '../../../registry/testing/registry-backend.ts';

interface Program {
  readonly file: URL;
  readonly variable: string;
  /** The kind of its token. */
  readonly kind: 'pictures' | 'sources';
}

/** Time for a process on a machine that is busy. */
export const PATIENTLY = { timeout: 60_000, interval: 10 };

/** Runs a program beside the shell, with a backend for the tests of a file. */
export function runProgram({ file, variable, kind }: Program) {
  const running = new Set<ChildProcess>();
  let backend: RegistryBackend;
  let token = '';

  const query = <Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []) =>
    backend.backend.database.query<Row>(sql, parameters);

  async function kill(child: ChildProcess): Promise<void> {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  vi.setConfig({ testTimeout: 120_000 });
  beforeAll(async () => {
    backend = await startRegistryBackend();
    const [row] = await query<{ token: string }>('select shipping.make_token($1, null, $2, null, $3) as token', [
      kind,
      '{}',
      'test',
    ]);
    token = row?.token ?? '';
  });
  afterEach(async () => {
    for (const child of running) await kill(child);
  });
  afterAll(() => backend.close());

  return {
    query,
    kill,
    execute: (sql: string) => backend.backend.database.execute(sql),
    access: () => ({ ...backend.access, token }),
    start(given = token): ChildProcess {
      const { url, key } = backend.access.supabase;
      const child = fork(fileURLToPath(file), {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, [variable]: given },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running.add(child);
      // As its supervisor does each second.
      const timer = setInterval(() => child.send('due', () => undefined), 50);
      child.once('disconnect', () => clearInterval(timer));
      return child;
    },
  };
}
