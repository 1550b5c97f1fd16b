#!/usr/bin/env node
/**
 * `ki-remote COMMAND …`: what a team does whose remote is a repository of its own: the folder in which it is called.
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

const required = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'STORE', 'REMOTE_TOKEN'];
const platform = `They act on the platform of ${required.join(', ')},
and compare with the shell at SITE_URL.`;

await runCommandLine(
  {
    name: 'ki-remote',
    commands,
    root: process.cwd(),
    environment: { ...process.env, REGISTRY: 'database' },
    required,
    platform,
  },
  process.argv.slice(2),
);
