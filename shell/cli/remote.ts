/** `pnpm remote COMMAND …`: what a team of this workspace does to ship its remote, and what operators do. */
import { ROOT } from '../build/workspace.ts';
import { runCommandLine } from './command-line.ts';

const commands = {
  publish: () => import('./commands/publish.ts'),
  check: () => import('./commands/check.ts'),
  promote: () => import('./commands/promote.ts'),
  canary: () => import('./commands/canary.ts'),
  rollback: () => import('./commands/rollback.ts'),
  history: () => import('./commands/history.ts'),
  retire: () => import('./commands/retire.ts'),
  prune: () => import('./commands/prune.ts'),
  new: () => import('./commands/new.ts'),
  status: () => import('./commands/status.ts'),
  takeover: () => import('./commands/takeover.ts'),
  'team add': () => import('./commands/team-add.ts'),
  'token create': () => import('./commands/token-create.ts'),
  'token revoke': () => import('./commands/token-revoke.ts'),
};

const platform = `They act on the platform whose DATA_DIR (.data) and STORE (DATA_DIR/store) they find in the environment, whether it
runs or not.`;

await runCommandLine(
  { name: 'pnpm remote', commands, root: ROOT, environment: process.env, required: [], platform },
  process.argv.slice(2),
);
