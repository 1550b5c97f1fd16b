#!/usr/bin/env node
/** `ki-remote COMMAND …` ships a remote from a repository of its own, the current folder. */
import { commandsForReleases, runCommandLine } from './command-line.ts';

const commands = {
  new: async () => (await import('./commands/new.ts')).newOutsideCommand,
  ...commandsForReleases,
  serve: async () => (await import('./file-server.ts')).serveCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
};

const required = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'STORE', 'REMOTE_TOKEN'];
const platform = `They act on the platform of ${required.join(', ')},
and compare with the shell at SITE_URL.`;

await runCommandLine(
  { name: 'ki-remote', commands, root: process.cwd(), environment: process.env, required, platform },
  process.argv.slice(2),
);
