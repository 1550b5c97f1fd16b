import { list } from '@ki/shared/process/setting-types.ts';
import { RIGHTS, type Right } from '../../registry/registry.ts';
import { type Command, type Invocation, wholeNumber } from '../command.ts';

export const teamAddCommand: Command = {
  args: ['TEAM'],
  summary: 'makes a team and says which remotes it owns; for operators',
  options: {
    owns: { type: 'string', value: 'NAME[,NAME]', help: 'remotes that are the team’s from now on, whoever had them' },
    members: { type: 'string', value: 'ADDRESS[,ADDRESS]', help: 'accounts of staff that ship for the team' },
  },
  async run({ args: [team = ''], options, registry }) {
    const owns = list.parse(options.owns);
    await registry.addTeam(team, owns, list.parse(options.members));
    return { lines: [`team ${team}`], json: { done: 'added', team, owns } };
  },
};

const isRight = (text: string): text is Right => RIGHTS.some((right) => right === text);

function rightsFrom(text: unknown): readonly Right[] {
  const found = text === undefined ? RIGHTS : list.parse(text);
  if (found.length > 0 && found.every(isRight)) return found;
  throw new Error(`--may is "${text}"; expected one or more of ${RIGHTS.join(', ')}, with commas between`);
}

type Registry = Invocation['registry'];

/** Makes the token for whom the options name: one of the four. */
function createFor(
  { team, shell, pictures, sources, may }: Invocation['options'],
  registry: Registry,
  days: number | null,
) {
  const named = [team !== undefined, shell === true, pictures === true, sources === true].filter(Boolean).length;
  if (named === 1 && typeof team === 'string') return registry.createToken(team, rightsFrom(may), days);
  if (named === 1 && shell) return registry.createToken(null, [], days);
  if (named === 1 && pictures) return registry.createProcessToken('pictures', days);
  if (named === 1 && sources) return registry.createProcessToken('sources', days);
  throw new Error('whose token it is to be is missing; expected --team TEAM, --shell, --pictures or --sources');
}

/** The part of a token between its underscores is its public id. */
const idOf = (token: string) => token.split('_')[1] ?? '';

export const tokenCreateCommand: Command = {
  args: [],
  summary:
    'prints a token, this once, with which a team’s pipeline, a shell or one of its processes show whose it is; for operators',
  options: {
    team: { type: 'string', value: 'TEAM', help: 'whose remotes it is for' },
    shell: { type: 'boolean', help: 'for a shell, which reads the registry' },
    pictures: { type: 'boolean', help: 'for the programs of a shell that copy and size pictures' },
    sources: { type: 'boolean', help: 'for the program of a shell that reads sources of articles' },
    may: {
      type: 'string',
      value: 'RIGHTS',
      help: 'of publish, canary (up to 25 percent) and promote; a team’s has all by itself',
    },
    days: {
      type: 'string',
      value: 'N',
      help: 'how long it is valid, up to 366: 90 for a team’s by itself, 366 for others',
    },
  },
  async run({ options, registry }) {
    const days = options.days === undefined ? null : wholeNumber('days', options.days, 1, 366);
    const token = await createFor(options, registry, days);
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

const described = (address: string, remote: string | null) => `${address}  ${remote ?? 'any remote'}`;

const originCommand = (change: 'addOrigin' | 'removeOrigin', said: string, done: string, summary: string): Command => ({
  args: ['URL'],
  summary,
  options: {
    for: { type: 'string', value: 'NAME', help: 'the remote whose files may be there; without it, of any remote' },
  },
  async run({ args: [address = ''], options, registry }) {
    const remote = typeof options.for === 'string' ? options.for : null;
    await registry[change](address, remote);
    return { lines: [`${said} ${described(address, remote)}`], json: { done, address, remote } };
  },
});

export const originAddCommand = originCommand(
  'addOrigin',
  'origin',
  'added',
  'lets files be served below an address, which teams then may promote with; for operators',
);

export const originRemoveCommand = originCommand(
  'removeOrigin',
  'removed',
  'removed',
  'takes an address off the list; what is registered there already stays; for operators',
);

export const originListCommand: Command = {
  args: [],
  summary: 'lists the addresses below which files may be served; for operators',
  async run({ registry }) {
    const origins = await registry.readOrigins();
    return { lines: origins.map(({ address, remote }) => described(address, remote)), json: { origins } };
  },
};
