import path from 'node:path';
import { parseArgs } from 'node:util';
import { ToolFailure } from '../build/tool.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { readTrustedKeys } from '../registry/provenance/signed-release.ts';
import { storeSettings } from '../registry/store/open-store.ts';
import { currentAuthor } from './author.ts';
import type { Command, Outcome } from './command.ts';
import { createUsage, type Usage } from './usage.ts';

/** Loaded when asked for, so that a quick command stays quick. */
type Commands = Readonly<Record<string, () => Promise<{ command: Command }>>>;

export interface Program {
  /** How it is called. */
  readonly name: string;
  readonly commands: Commands;
  /** The tree that it works on: of several remotes, or of one. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Variables without which it knows of no platform. */
  readonly required: readonly string[];
  /** Which platform that is: a line below its help. */
  readonly platform: string;
}

const COMMON = {
  reason: { type: 'string' },
  store: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const print = (lines: readonly string[]) => lines.length > 0 && process.stdout.write(`${lines.join('\n')}\n`);

async function allOf(commands: Commands): Promise<ReadonlyMap<string, Command>> {
  const names = Object.keys(commands);
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return new Map(names.map((name, index) => [name, (loaded[index] as { command: Command }).command]));
}

async function commandNamed(commands: Commands, name: string): Promise<Command> {
  const load = commands[name];
  if (!load) throw new Error(`unknown command "${name}"; expected one of: ${Object.keys(commands).join(', ')}`);
  return (await load()).command;
}

function assertSet(names: readonly string[], environment: NodeJS.ProcessEnv): void {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`not set: ${missing.join(', ')}; expected what the platform's operator says`);
}

/** Arguments and options as the command wants them. */
function parse(usage: string, command: Command, rest: readonly string[]) {
  try {
    const options = { ...COMMON, ...command.options };
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const [what] = (error as Error).message.split('. ');
    throw new Error(`${what}; expected: ${usage}`);
  }
}

async function execute(program: Program, usage: Usage, name: string, rest: readonly string[]): Promise<Outcome> {
  const { root } = program;
  const command = await commandNamed(program.commands, name);
  const line = usage.line(name, command);
  const { values, positionals } = parse(line, command, rest);
  if (values.help) return { lines: usage.help(name, command), json: { usage: line } };
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
  return command.run({
    args: positionals,
    options: values as Readonly<Record<string, string | boolean | undefined>>,
    dataDir,
    registry: await openRegistry(dataDir, environment),
    store: storeSettings(environment, dataDir, root),
    trustedKeys: readTrustedKeys(environment),
    root,
    author: currentAuthor(root),
    reason: String(values.reason ?? ''),
  });
}

function complain(error: unknown, asJson: boolean): void {
  if (error instanceof ToolFailure) process.stderr.write(`${error.output}\n`);
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  if (asJson) print([JSON.stringify({ error: line })]);
  else process.stderr.write(`${line}\n`);
}

/** The command's name, of one word or two, and what follows it. */
function split(commands: Commands, [first, second, ...others]: readonly string[]) {
  const two = `${first} ${second}`;
  if (two in commands) return { name: two, rest: others };
  return { name: first, rest: second === undefined ? [] : [second, ...others] };
}

/** Does what the arguments say, prints the outcome, and sets the exit code: 1 when it failed or does not hold. */
export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const { name, rest } = split(program.commands, args);
  const usage = createUsage(program.name, program.platform);
  const asJson = rest.includes('--json');
  if (!name || name === '--help' || name === '-h' || name === 'help') {
    print(usage.overview(await allOf(program.commands)));
    process.exitCode = name ? 0 : 1;
    return;
  }
  try {
    const { lines, json, isBad } = await execute(program, usage, name, rest);
    print(asJson ? [JSON.stringify(json, null, 2)] : lines);
    process.exitCode = isBad ? 1 : 0;
  } catch (error) {
    complain(error, asJson);
    process.exitCode = 1;
  }
}
