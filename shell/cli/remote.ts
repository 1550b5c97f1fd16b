/** `pnpm remote COMMAND …` ships the remotes of this workspace. */
import { ROOT } from '../build/workspace.ts';
import { commandsForReleases, runCommandLine } from './command-line.ts';

const commands = {
  ...commandsForReleases,
  prune: async () => (await import('./commands/publish.ts')).pruneCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  generations: async () => (await import('./commands/status.ts')).generationsCommand,
  'origin add': async () => (await import('./commands/operators.ts')).originAddCommand,
  'origin remove': async () => (await import('./commands/operators.ts')).originRemoveCommand,
  'origin list': async () => (await import('./commands/operators.ts')).originListCommand,
  'team add': async () => (await import('./commands/operators.ts')).teamAddCommand,
  'token create': async () => (await import('./commands/operators.ts')).tokenCreateCommand,
  'token revoke': async () => (await import('./commands/operators.ts')).tokenRevokeCommand,
};

const platform = `They act on the platform of SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and REMOTE_TOKEN, or else on the embedded one whose
DATA_DIR (.data) the environment names, whether it runs or not. STORE (DATA_DIR/store) is where published files lie.`;

await runCommandLine(
  {
    name: 'pnpm remote',
    commands,
    root: ROOT,
    environment: process.env,
    required: [],
    platform,
    openStopped: async (dataDir, environment) => {
      const { openStoppedRegistry } = await import('../../supabase/local-backend/registry-session.ts');
      return openStoppedRegistry(dataDir, environment);
    },
  },
  process.argv.slice(2),
);
