#!/usr/bin/env node
/** `ki-remote COMMAND …` ships a remote from a repository of its own, the current folder. */
import { runCommandLine } from './command-line.ts';

const commands = {
  new: async () => (await import('./commands/new-outside.ts')).newOutsideCommand,
  build: async () => (await import('./commands/publish.ts')).buildCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  sign: async () => (await import('./commands/signing.ts')).signCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  promote: async () => (await import('./commands/moves.ts')).promoteCommand,
  canary: async () => (await import('./commands/moves.ts')).canaryCommand,
  rollback: async () => (await import('./commands/moves.ts')).rollbackCommand,
  revoke: async () => (await import('./commands/signing.ts')).revokeCommand,
  history: async () => (await import('./commands/status.ts')).historyCommand,
  retire: async () => (await import('./commands/moves.ts')).retireCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  'key create': async () => (await import('./commands/signing.ts')).keyCreateCommand,
};

const required = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'STORE', 'REMOTE_TOKEN'];
const platform = `They act on the platform of ${required.join(', ')},
and compare with the shell at SITE_URL.`;

await runCommandLine(
  { name: 'ki-remote', commands, root: process.cwd(), environment: process.env, required, platform },
  process.argv.slice(2),
);
