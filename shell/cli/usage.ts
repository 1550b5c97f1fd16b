import type { Command } from './command.ts';

const COMMON = [
  ['--reason TEXT', 'goes into the history'],
  ['--store PLACE', 'a folder or s3://bucket/path, in place of STORE'],
  ['--json', 'prints the outcome for programs'],
  ['--help', 'explains, and does nothing'],
] as const;

const table = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

function signature(name: string, { args, options = {} }: Command): string {
  const own = Object.entries(options).map(([option, { value }]) => `--${option}${value ? ` ${value}` : ''}`);
  const optional = own.map((text) => (text.startsWith('--percent') ? text : `[${text}]`));
  return [name, ...args, ...optional].join(' ');
}

/** Help for everything. */
export function overview(commands: ReadonlyMap<string, Command>): string[] {
  return [
    'usage: pnpm remote COMMAND …',
    '',
    ...table([...commands].map(([name, command]) => [signature(name, command), command.summary])),
    '',
    ...table(COMMON),
    '',
    'They act on the platform whose DATA_DIR (.data) and STORE (DATA_DIR/store) they find in the environment, whether it',
    'runs or not.',
  ];
}

/** Help for one command. */
export function help(name: string, command: Command): string[] {
  const own = Object.entries(command.options ?? {}).map(
    ([option, { value, help: text }]) => [`--${option}${value ? ` ${value}` : ''}`, text] as const,
  );
  return [
    `usage: pnpm remote ${signature(name, command)}`,
    '',
    `  ${command.summary}`,
    '',
    ...table([...own, ...COMMON]),
  ];
}

/** How a command is called, in one line. */
export const usageOf = (name: string, command: Command) => `pnpm remote ${signature(name, command)}`;
