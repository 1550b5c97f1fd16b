import path from 'node:path';
import { parseArgs } from 'node:util';
import { ToolFailure } from '../build/build.ts';
import { readTrustedKeys } from '../registry/provenance/keys.ts';
import { openRegistry } from '../registry/registry.ts';
import { storeSettings } from '../registry/store/open-store.ts';
import { type Command, currentAuthor, type Outcome } from './command.ts';
import { isProjectIn, type OpenStopped, registryAccess } from './registry-access.ts';

type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** The same for a workspace and for a repository of one remote. Dynamic imports keep quick commands quick. */
export const commandsForReleases: Commands = {
  build: async () => (await import('./commands/publish.ts')).buildCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  sign: async () => (await import('./commands/signing.ts')).signCommand,
  check: async () => (await import('./commands/moves.ts')).checkCommand,
  promote: async () => (await import('./commands/moves.ts')).promoteCommand,
  canary: async () => (await import('./commands/moves.ts')).canaryCommand,
  rollback: async () => (await import('./commands/moves.ts')).rollbackCommand,
  revoke: async () => (await import('./commands/signing.ts')).revokeCommand,
  statements: async () => (await import('./commands/signing.ts')).statementsCommand,
  history: async () => (await import('./commands/status.ts')).historyCommand,
  retire: async () => (await import('./commands/moves.ts')).retireCommand,
  'key create': async () => (await import('./commands/signing.ts')).keyCreateCommand,
};

interface Program {
  readonly name: string;
  readonly commands: Commands;
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly required: readonly string[];
  readonly platform: string;
  /** Opens the database of an embedded platform that does not run, where the program has one. */
  readonly openStopped?: OpenStopped;
}

type Options = NonNullable<Command['options']>;

const COMMON = {
  reason: { type: 'string', value: 'TEXT', help: 'goes into the history' },
  store: { type: 'string', value: 'PLACE', help: 'a folder or s3://bucket/path, in place of STORE' },
  json: { type: 'boolean', help: 'prints the outcome for programs' },
  help: { type: 'boolean', short: 'h', help: 'explains, and does nothing' },
} as const satisfies Options;

const table = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const helpOf = (options: Options) =>
  table(Object.entries(options).map(([option, spec]) => [optionText(option, spec), spec.help]));

const optionText = (option: string, { value }: { readonly value?: string }) => `--${option}${value ? ` ${value}` : ''}`;

function signature(name: string, { args, options = {} }: Command): string {
  const own = Object.entries(options).map(([option, spec]) => optionText(option, spec));
  const optional = own.map((text) => (text.startsWith('--percent') ? text : `[${text}]`));
  return [name, ...args, ...optional].join(' ');
}

const overview = ({ name: program, platform }: Program, commands: ReadonlyMap<string, Command>): string[] => [
  `usage: ${program} COMMAND …`,
  '',
  ...table([...commands].map(([name, command]) => [signature(name, command), command.summary])),
  '',
  ...helpOf(COMMON),
  '',
  platform,
];

function helpFor({ name: program }: Program, name: string, command: Command): string[] {
  const options = helpOf({ ...command.options, ...COMMON });
  return [`usage: ${program} ${signature(name, command)}`, '', `  ${command.summary}`, '', ...options];
}

const print = (lines: readonly string[]) => lines.length > 0 && process.stdout.write(`${lines.join('\n')}\n`);

async function allOf(commands: Commands): Promise<ReadonlyMap<string, Command>> {
  return new Map(
    await Promise.all(Object.entries(commands).map(async ([name, load]) => [name, await load()] as const)),
  );
}

async function commandNamed(commands: Commands, name: string): Promise<Command> {
  const load = commands[name];
  if (!load) throw new Error(`unknown command "${name}"; expected one of: ${Object.keys(commands).join(', ')}`);
  return load();
}

function assertSet(names: readonly string[], environment: NodeJS.ProcessEnv): void {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`not set: ${missing.join(', ')}; expected what the platform's operator says`);
}

function parse(usage: string, command: Command, rest: readonly string[]) {
  try {
    const options = { ...COMMON, ...command.options };
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const [what] = (error as Error).message.split('. ');
    throw new Error(`${what}; expected: ${usage}`);
  }
}

async function execute(program: Program, name: string, rest: readonly string[]): Promise<Outcome> {
  const { root } = program;
  const command = await commandNamed(program.commands, name);
  const line = `${program.name} ${signature(name, command)}`;
  const { values, positionals } = parse(line, command, rest);
  if (values.help) return { lines: helpFor(program, name, command), json: { usage: line } };
  if (positionals.length !== command.args.length) {
    const found = positionals.length === 0 ? 'nothing' : positionals.map((text) => `"${text}"`).join(' ');
    throw new Error(`got ${found}; expected: ${line}`);
  }
  const environment: NodeJS.ProcessEnv = {
    ...(command.isOfSources ? {} : program.environment),
    ...(values.store && { STORE: String(values.store) }),
  };
  if (!command.isOfSources) assertSet(program.required, environment);
  const dataDir = path.resolve(root, environment.DATA_DIR || '.data');
  const { call, close } = registryAccess(dataDir, environment, program.openStopped);
  try {
    return await command.run({
      args: positionals,
      options: values as Readonly<Record<string, string | boolean | undefined>>,
      dataDir,
      registry: openRegistry(call),
      store: storeSettings(environment, dataDir, root),
      trustedKeys: readTrustedKeys(environment),
      root,
      isProject: isProjectIn(environment),
      author: currentAuthor(root),
      reason: String(values.reason ?? ''),
    });
  } finally {
    await close();
  }
}

function complain(error: unknown, asJson: boolean): void {
  if (error instanceof ToolFailure) process.stderr.write(`${error.output}\n`);
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  if (asJson) print([JSON.stringify({ error: line })]);
  else process.stderr.write(`${line}\n`);
}

function split(commands: Commands, [first, second, ...others]: readonly string[]) {
  const two = `${first} ${second}`;
  if (two in commands) return { name: two, rest: others };
  return { name: first, rest: second === undefined ? [] : [second, ...others] };
}

export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const { name, rest } = split(program.commands, args);
  const asJson = rest.includes('--json');
  if (!name || name === '--help' || name === '-h' || name === 'help') {
    print(overview(program, await allOf(program.commands)));
    process.exitCode = name ? 0 : 1;
    return;
  }
  try {
    const { lines, json, isBad } = await execute(program, name, rest);
    print(asJson ? [JSON.stringify(json, null, 2)] : lines);
    process.exitCode = isBad ? 1 : 0;
  } catch (error) {
    complain(error, asJson);
    process.exitCode = 1;
  }
}
