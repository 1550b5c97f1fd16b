import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './lib/toolchain.mjs';

const GOOD = "export const name = 'x';\n";
const BAD = 'export const name="x"\n';

let folder: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

/** Commits what is staged, and says what Git and its hook printed. */
function commit() {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...author, 'commit', '--message', 'test: x'], { cwd: folder });
  return { status, said: `${stdout}${stderr}` };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pre-commit-'));
  git('init', '--quiet');
  git('config', 'core.hooksPath', '.githooks');
  cpSync(path.join(ROOT, '.githooks'), path.join(folder, '.githooks'), { recursive: true });
  copyFileSync(path.join(ROOT, 'biome.json'), path.join(folder, 'biome.json'));
  write('.gitignore', 'node_modules\n');
  git('add', '.');
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a badly formatted file is refused by its name', () => {
  write('a b.ts', BAD);
  git('add', '.');
  const { status, said } = commit();
  expect(status).toBe(1);
  expect(said).toContain('a b.ts');
});

test('what is committed counts, not what lies in the folder', () => {
  write('name.ts', BAD);
  git('add', '.');
  write('name.ts', GOOD);
  expect(commit().status).toBe(1);
  git('add', '.');
  write('name.ts', BAD);
  expect(commit()).toMatchObject({ status: 0 });
});

test('a deleted file and one that nobody formats are let through', () => {
  write('name.ts', GOOD);
  git('add', '.');
  expect(commit()).toMatchObject({ status: 0 });
  git('rm', '--quiet', 'name.ts');
  write('letter.txt', 'Dear reader');
  git('add', '.');
  expect(commit()).toMatchObject({ status: 0 });
});

test('without packages it says what is missing', () => {
  rmSync(path.join(folder, 'node_modules'));
  expect(commit()).toMatchObject({ status: 1, said: expect.stringContaining('install') });
});
