import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { describeProvenance, provenanceOf } from './command.ts';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
beforeEach(() => {
  root = folderOfTest();
});

test('the commit is named, with a mark for uncommitted changes', () => {
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('commit', '--allow-empty', '--quiet', '-m', 'first');
  const head = git('rev-parse', 'HEAD');
  expect(provenanceOf(root, {})).toEqual({ commit: head, isDirty: false, builder: 'Ada', time: expect.any(String) });
  writeFileSync(path.join(root, 'more'), '');
  const dirty = provenanceOf(root, {});
  expect(dirty).toMatchObject({ commit: head, isDirty: true });
  expect(describeProvenance(dirty)).toBe(`${head.slice(0, 10)} with changes, built by Ada at ${dirty.time}`);
});

test.each([
  ['https://ci/7', { BUILD_URL: 'https://ci/7' }],
  [
    'https://github.com/ki/ki/actions/runs/42',
    { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'ki/ki', GITHUB_RUN_ID: '42' },
  ],
])('without a repository no commit is named, but the run %s', (builder, environment) => {
  const made = provenanceOf(root, environment);
  expect(made).toEqual({ builder, time: expect.any(String) });
  expect(describeProvenance(made)).toBe(`no commit, built by ${builder} at ${made.time}`);
});
