import { addTeam } from '../../registry/database/rights.ts';
import type { Command } from '../command.ts';
import { listFrom, teamDatabase } from '../team-database.ts';

export const command: Command = {
  args: ['TEAM'],
  summary: 'makes a team and says which remotes it owns; for operators',
  options: {
    owns: { type: 'string', value: 'NAME[,NAME]', help: 'remotes that are the team’s from now on, whoever had them' },
    members: { type: 'string', value: 'ADDRESS[,ADDRESS]', help: 'accounts of staff that ship for the team' },
  },
  async run({ args: [name = ''], options, dataDir }) {
    const team = { name, owns: listFrom(options.owns), members: listFrom(options.members) };
    await addTeam(await teamDatabase(dataDir), team);
    return { lines: [`team ${name}`], json: { done: 'added', team: name, owns: team.owns } };
  },
};
