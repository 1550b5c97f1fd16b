import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('jobs in a container of their own log their failures', async () => {
  const file = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { SUPABASE_URL: 'http://127.0.0.1:8', SUPABASE_PUBLISHABLE_KEY: 'key', SOURCES_TOKEN: 'token' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  expect(JSON.parse(String(line))).toMatchObject({
    level: 'warn',
    event: 'jobs',
    message: expect.stringMatching(/^jobs are not looked for: ./),
  });
}, 30_000);
