import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

// Separate from the type check of the workspace, since only functions import packages by `npm:` names.
test('the functions and their tests pass the type check', async () => {
  const compiler = promisify(execFile)('node_modules/.bin/tsc', ['--noEmit', '-p', 'supabase/functions'], {
    cwd: repository,
  });
  const { stdout } = await compiler.catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
});
