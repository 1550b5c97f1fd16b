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

export type Usage = ReturnType<typeof createUsage>;

/** What a program says of itself. */
export const createUsage = (program: string, platform: string) => ({
  /** Help for everything. */
  overview: (commands: ReadonlyMap<string, Command>): string[] => [
    `usage: ${program} COMMAND …`,
    '',
    ...table([...commands].map(([name, command]) => [signature(name, command), command.summary])),
    '',
    ...table(COMMON),
    '',
    platform,
  ],
  /** Help for one command. */
  help(name: string, command: Command): string[] {
    const own = Object.entries(command.options ?? {}).map(
      ([option, { value, help: text }]) => [`--${option}${value ? ` ${value}` : ''}`, text] as const,
    );
    return [
      `usage: ${program} ${signature(name, command)}`,
      '',
      `  ${command.summary}`,
      '',
      ...table([...own, ...COMMON]),
    ];
  },
  /** How a command is called, in one line. */
  line: (name: string, command: Command) => `${program} ${signature(name, command)}`,
});
