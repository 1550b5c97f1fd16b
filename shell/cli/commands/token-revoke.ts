import { revokeToken } from '../../registry/database/rights.ts';
import type { Command } from '../command.ts';
import { teamDatabase } from '../team-database.ts';

export const command: Command = {
  args: ['ID'],
  summary: 'ends a token at once; its id stands between the underscores; for operators',
  async run({ args: [id = ''], dataDir }) {
    await revokeToken(await teamDatabase(dataDir), id);
    return { lines: [`revoked ${id}`], json: { done: 'revoked', id } };
  },
};
