import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

// Beside the types of everything else, since only here `npm:` stands before the names of packages.
test('the functions and their tests have right types', async () => {
  const compiler = promisify(execFile)('node_modules/.bin/tsc', ['--noEmit', '-p', 'supabase/functions'], {
    cwd: repository,
  });
  const { stdout } = await compiler.catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
});
