import { takeOver } from '../../registry/database/take-over.ts';
import { readRegistryFile } from '../../registry/registry-file.ts';
import type { Command } from '../command.ts';
import { teamDatabase } from '../team-database.ts';

export const command: Command = {
  args: ['FILE'],
  summary: 'takes what is live over from a registry.json into the database, with its history; for operators',
  async run({ args: [file = ''], dataDir }) {
    const registry = await readRegistryFile(file);
    if (!registry) throw new Error(`${file} is missing; expected the registry.json of a platform`);
    const taken = await takeOver(await teamDatabase(dataDir), registry);
    const kept = Object.keys({ ...registry.remotes, ...registry.retired }).filter((name) => !taken.includes(name));
    const lines = [
      ...taken.map((name) => `took over ${name}`),
      ...kept.sort().map((name) => `${name} is there already`),
    ];
    return { lines, json: { done: 'taken over', remotes: taken, kept } };
  },
};
