#!/usr/bin/env node
/**
 * `ki-remote COMMAND …`: what a team does whose remote is a repository of its own. The folder in which it is called is the
 * remote's; the platform is one whose registry is in its database, unless `REGISTRY` says otherwise.
 */
import { runCommandLine } from './command-line.ts';

const commands = {
  new: () => import('./commands/new-outside.ts'),
  publish: () => import('./commands/publish.ts'),
  check: () => import('./commands/check.ts'),
  promote: () => import('./commands/promote.ts'),
  canary: () => import('./commands/canary.ts'),
  rollback: () => import('./commands/rollback.ts'),
  history: () => import('./commands/history.ts'),
  retire: () => import('./commands/retire.ts'),
  status: () => import('./commands/status.ts'),
};

await runCommandLine(
  { name: 'ki-remote', commands, root: process.cwd(), environment: { REGISTRY: 'database', ...process.env } },
  process.argv.slice(2),
);
