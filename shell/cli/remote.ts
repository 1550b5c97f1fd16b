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

await runCommandLine({ name: 'pnpm remote', commands, root: ROOT, environment: process.env }, process.argv.slice(2));
