import type { Command, Invocation } from '../command.ts';

const remoteFrom = ({ for: name }: Invocation['options']): string | null => (typeof name === 'string' ? name : null);

const forRemote = {
  for: { type: 'string', value: 'NAME', help: 'the remote whose files may be there; without it, of any remote' },
} as const;

const described = (address: string, remote: string | null) => `${address}  ${remote ?? 'any remote'}`;

export const originAddCommand: Command = {
  args: ['URL'],
  summary: 'lets files be served below an address, which teams then may promote with; for operators',
  options: forRemote,
  async run({ args: [address = ''], options, registry }) {
    const remote = remoteFrom(options);
    await registry.addOrigin(address, remote);
    return { lines: [`origin ${described(address, remote)}`], json: { done: 'added', address, remote } };
  },
};

export const originRemoveCommand: Command = {
  args: ['URL'],
  summary: 'takes an address off the list; what is registered there already stays; for operators',
  options: forRemote,
  async run({ args: [address = ''], options, registry }) {
    const remote = remoteFrom(options);
    await registry.removeOrigin(address, remote);
    return { lines: [`removed ${described(address, remote)}`], json: { done: 'removed', address, remote } };
  },
};

export const originListCommand: Command = {
  args: [],
  summary: 'lists the addresses below which files may be served; for operators',
  async run({ registry }) {
    const origins = await registry.readOrigins();
    return { lines: origins.map(({ address, remote }) => described(address, remote)), json: { origins } };
  },
};
