import { createToken, idOf, RIGHTS, type Right } from '../../registry/database/rights.ts';
import type { Command, Invocation } from '../command.ts';
import { listFrom, teamDatabase } from '../team-database.ts';

const isRight = (text: string): text is Right => RIGHTS.some((right) => right === text);

function rightsFrom(text: unknown): readonly Right[] {
  const found = text === undefined ? RIGHTS : listFrom(text);
  if (found.length > 0 && found.every(isRight)) return found;
  throw new Error(`--may is "${text}"; expected publish, promote or publish,promote`);
}

function daysFrom(text: unknown): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (/^\d{1,3}$/.test(String(text)) && days >= 1 && days <= 366) return days;
  throw new Error(`--days is "${text}"; expected a whole number from 1 to 366`);
}

function ownerFrom({ team, shell }: Invocation['options']): string | null {
  if (typeof team === 'string' && !shell) return team;
  if (shell && team === undefined) return null;
  throw new Error('whose token it is to be is missing; expected --team TEAM or --shell');
}

export const command: Command = {
  args: [],
  summary: 'prints a token, this once, with which a team’s pipeline or a shell shows whose it is; for operators',
  options: {
    team: { type: 'string', value: 'TEAM', help: 'whose remotes it is for' },
    shell: { type: 'boolean', help: 'for a shell, which reads the registry' },
    may: { type: 'string', value: 'RIGHTS', help: 'publish, promote or publish,promote, which a team’s has by itself' },
    days: { type: 'string', value: 'N', help: 'how long it is valid: 90 for a team’s, without end for a shell’s' },
  },
  async run({ options, dataDir }) {
    const team = ownerFrom(options);
    const wanted = { team, may: team === null ? [] : rightsFrom(options.may), days: daysFrom(options.days) };
    const token = await createToken(await teamDatabase(dataDir), wanted);
    return { lines: [token], json: { done: 'created', id: idOf(token), token } };
  },
};
