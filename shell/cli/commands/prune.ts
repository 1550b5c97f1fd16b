import { openStore } from '../../registry/store/open-store.ts';
import { prune } from '../../registry/store/prune.ts';
import type { Command } from '../command.ts';

export const command: Command = {
  args: [],
  summary: 'removes versions from the store that came 90 days ago and that nothing of the last 90 days names',
  options: { 'dry-run': { type: 'boolean', help: 'says what it would remove, and removes nothing' } },
  async run({ options, registry, store }) {
    const isDryRun = options['dry-run'] === true;
    const removed = await prune(await openStore(store), await registry.read(), new Date(), isDryRun);
    const word = isDryRun ? 'would remove' : 'removed';
    return {
      lines: removed.map(({ remote, version }) => `${word} ${remote}@${version}`),
      json: { done: isDryRun ? 'looked' : 'pruned', removed },
    };
  },
};
