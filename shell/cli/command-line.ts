/** `pnpm remote COMMAND …`: what a team does to ship its remote. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ToolFailure } from '../build/tool.ts';
import { ROOT } from '../build/workspace.ts';
import { openRegistry } from '../registry/open-registry.ts';
import { readTrustedKeys } from '../registry/provenance/signed-release.ts';
import { storeSettings } from '../registry/store/open-store.ts';
import { currentAuthor } from './author.ts';
import type { Command, Outcome } from './command.ts';
import { help, overview, usageOf } from './usage.ts';

/** Loaded when asked for, so that a quick command stays quick. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  publish: () => import('./commands/publish.ts'),
  check: () => import('./commands/check.ts'),
  promote: () => import('./commands/promote.ts'),
  canary: () => import('./commands/canary.ts'),
  rollback: () => import('./commands/rollback.ts'),
  history: () => import('./commands/history.ts'),
  retire: () => import('./commands/retire.ts'),
  prune: () => import('./commands/prune.ts'),
  new: () => import('./commands/new.ts'),
  status: () => import('./commands/status.ts'),
  takeover: () => import('./commands/takeover.ts'),
  'team add': () => import('./commands/team-add.ts'),
  'token create': () => import('./commands/token-create.ts'),
  'token revoke': () => import('./commands/token-revoke.ts'),
};

const COMMON = {
  reason: { type: 'string' },
  store: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const print = (lines: readonly string[]) => lines.length > 0 && process.stdout.write(`${lines.join('\n')}\n`);

async function allCommands(): Promise<ReadonlyMap<string, Command>> {
  const names = Object.keys(COMMANDS);
  const loaded = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return new Map(names.map((name, index) => [name, (loaded[index] as { command: Command }).command]));
}

async function commandNamed(name: string): Promise<Command> {
  const load = COMMANDS[name];
  if (!load) throw new Error(`unknown command "${name}"; expected one of: ${Object.keys(COMMANDS).join(', ')}`);
  return (await load()).command;
}

/** Arguments and options as the command wants them. */
function parse(name: string, command: Command, rest: readonly string[]) {
  try {
    const options = { ...COMMON, ...command.options };
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const [what] = (error as Error).message.split('. ');
    throw new Error(`${what}; expected: ${usageOf(name, command)}`);
  }
}

async function execute(name: string, rest: readonly string[]): Promise<Outcome> {
  const command = await commandNamed(name);
  const { values, positionals } = parse(name, command, rest);
  if (values.help) return { lines: help(name, command), json: { usage: usageOf(name, command) } };
  if (positionals.length !== command.args.length) {
    const found = positionals.length === 0 ? 'nothing' : positionals.map((text) => `"${text}"`).join(' ');
    throw new Error(`got ${found}; expected: ${usageOf(name, command)}`);
  }
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || '.data');
  return command.run({
    args: positionals,
    options: values as Readonly<Record<string, string | boolean | undefined>>,
    dataDir,
    registry: await openRegistry(dataDir, command.isOfSources ? {} : process.env),
    store: storeSettings({ ...process.env, ...(values.store && { STORE: String(values.store) }) }, dataDir, ROOT),
    trustedKeys: readTrustedKeys(process.env),
    root: ROOT,
    author: currentAuthor(ROOT),
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
function split([first, second, ...others]: readonly string[]): readonly [string | undefined, ...string[]] {
  const two = `${first} ${second}`;
  if (two in COMMANDS) return [two, ...others];
  return [first, ...(second === undefined ? [] : [second, ...others])];
}

const [name, ...rest] = split(process.argv.slice(2));
const asJson = rest.includes('--json');
if (!name || name === '--help' || name === '-h' || name === 'help') {
  print(overview(await allCommands()));
  process.exitCode = name ? 0 : 1;
} else {
  try {
    const { lines, json, isBad } = await execute(name, rest);
    print(asJson ? [JSON.stringify(json, null, 2)] : lines);
    process.exitCode = isBad ? 1 : 0;
  } catch (error) {
    complain(error, asJson);
    process.exitCode = 1;
  }
}
