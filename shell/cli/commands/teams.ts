import { RIGHTS, type Right } from '../../registry/registry.ts';
import type { Command, Invocation } from '../command.ts';

const listFrom = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : [];

export const teamAddCommand: Command = {
  args: ['TEAM'],
  summary: 'makes a team and says which remotes it owns; for operators',
  options: {
    owns: { type: 'string', value: 'NAME[,NAME]', help: 'remotes that are the team’s from now on, whoever had them' },
    members: { type: 'string', value: 'ADDRESS[,ADDRESS]', help: 'accounts of staff that ship for the team' },
  },
  async run({ args: [team = ''], options, registry }) {
    const owns = listFrom(options.owns);
    await registry.addTeam(team, owns, listFrom(options.members));
    return { lines: [`team ${team}`], json: { done: 'added', team, owns } };
  },
};

const isRight = (text: string): text is Right => RIGHTS.some((right) => right === text);

function rightsFrom(text: unknown): readonly Right[] {
  const found = text === undefined ? RIGHTS : listFrom(text);
  if (found.length > 0 && found.every(isRight)) return found;
  throw new Error(`--may is "${text}"; expected some of: ${RIGHTS.join(',')}`);
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

/** The part of a token between its underscores is its public id. */
const idOf = (token: string) => token.split('_')[1] ?? '';

export const tokenCreateCommand: Command = {
  args: [],
  summary: 'prints a token, this once, with which a team’s pipeline or a shell shows whose it is; for operators',
  options: {
    team: { type: 'string', value: 'TEAM', help: 'whose remotes it is for' },
    shell: { type: 'boolean', help: 'for a shell, which reads the registry' },
    may: { type: 'string', value: 'RIGHTS', help: `some of ${RIGHTS.join(',')}; a team’s has all by itself` },
    days: { type: 'string', value: 'N', help: 'how long it is valid: 90 for a team’s, without end for a shell’s' },
  },
  async run({ options, registry }) {
    const team = ownerFrom(options);
    const token = await registry.createToken(
      team,
      team === null ? [] : rightsFrom(options.may),
      daysFrom(options.days),
    );
    return { lines: [token], json: { done: 'created', id: idOf(token), token } };
  },
};

export const tokenRevokeCommand: Command = {
  args: ['ID'],
  summary: 'ends a token at once; its id stands between the underscores; for operators',
  async run({ args: [id = ''], registry }) {
    await registry.revokeToken(id);
    return { lines: [`revoked ${id}`], json: { done: 'revoked', id } };
  },
};
