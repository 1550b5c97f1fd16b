import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import type { Provenance } from '../registry/schema.ts';

const RUN_ADDRESSES = ['CI_JOB_URL', 'BUILD_URL', 'CIRCLE_BUILD_URL', 'BUILDKITE_BUILD_URL'];

function runAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = environment;
  if (host && repository && run) return `${host}/${repository}/actions/runs/${run}`;
  return RUN_ADDRESSES.map((name) => environment[name]).find(Boolean);
}

function git(root: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

export function currentAuthor(root: string): string {
  const [name] = git(root, 'var', 'GIT_AUTHOR_IDENT')?.split(' <', 1) ?? [];
  return name || userInfo().username;
}

export function provenanceOf(root: string, environment: NodeJS.ProcessEnv): Provenance {
  const commit = git(root, 'rev-parse', 'HEAD');
  const builder = runAddress(environment) ?? currentAuthor(root);
  const time = new Date().toISOString();
  return commit ? { commit, isDirty: git(root, 'status', '--porcelain') !== '', builder, time } : { builder, time };
}

export function describeProvenance({ commit, isDirty, builder, time }: Provenance): string {
  const sources = commit ? `${commit.slice(0, 10)}${isDirty ? ' with changes' : ''}` : 'no commit';
  return `${sources}, built by ${builder} at ${time}`;
}
