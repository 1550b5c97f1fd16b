import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { unimportedRegistry } from '../shared/process/earlier-version.ts';
import { isAlive } from '../shared/process/on-stop.mjs';
import { isFree, LAST_PORT, listenError, portProblem } from '../shared/process/ports.ts';
import { metaOf, variables, withoutEmpty } from '../shared/process/settings.ts';
import { FIRST_REMOTES } from '../shell/registry/addresses.ts';
import { ROOT } from './bootstrap.mjs';
import { CommandError } from './terminal.ts';

const LAST_SHELL_PORT = LAST_PORT - FIRST_REMOTES.length;
const NEEDED_BYTES = 1e9;

export interface Supabase {
  readonly url: string;
  readonly key: string;
}

export type Settings = ReturnType<typeof readSettings>;

const existing = (folder: string): string => (existsSync(folder) ? folder : existing(path.dirname(folder)));

function canHold(folder: string): boolean {
  try {
    accessSync(existing(folder), constants.W_OK);
    return statSync(existing(folder)).isDirectory();
  } catch {
    return false;
  }
}

export function requireRoom(folder: string, needed = NEEDED_BYTES): void {
  const { bavail, bsize } = statfsSync(existing(folder));
  if (bavail * bsize >= needed) return;
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => (bytes / 1e9).toFixed(1));
  throw new CommandError(`${free} GB are free for ${folder}; make room for ${wanted} GB, or set DATA_DIR elsewhere`);
}

function wrongForms(environment: NodeJS.ProcessEnv): string[] {
  const { error } = variables.safeParse(environment);
  return (error?.issues ?? []).map(({ path: [first], message }) => {
    const name = String(first);
    const { isSecret } = metaOf(variables.shape[name as keyof typeof variables.shape]);
    const form =
      name === 'PORT' ? message.replace(/\d+$/, `${LAST_SHELL_PORT} (the remotes take the ports after it)`) : message;
    return `${name} ${isSecret ? 'has another form' : `is "${environment[name]}"`}; ${form}`;
  });
}

function missingPartner({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY }: NodeJS.ProcessEnv): string[] {
  if (Boolean(SUPABASE_URL) === Boolean(SUPABASE_PUBLISHABLE_KEY)) return [];
  const [set, unset] = SUPABASE_URL
    ? ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY']
    : ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_URL'];
  return [`${unset} is not set, but ${set} is; expected both (a Supabase project) or neither (the embedded backend)`];
}

function wrongBackups({ SUPABASE_URL, BACKUP_EVERY, BACKUP_TO }: NodeJS.ProcessEnv): string[] {
  if (BACKUP_TO && !BACKUP_EVERY) return ['BACKUP_TO is set, but BACKUP_EVERY is not; expected both, or BACKUP_EVERY'];
  if (!SUPABASE_URL || !BACKUP_EVERY) return [];
  return ['BACKUP_EVERY is set, but SUPABASE_URL is too; a Supabase project has backups of its own'];
}

function wrongSeed({ SUPABASE_URL, SEED }: NodeJS.ProcessEnv): string[] {
  if (!SUPABASE_URL || SEED !== 'demo') return [];
  return ['SEED is "demo", but SUPABASE_URL is set; a Supabase project begins empty: expected none, or no SEED'];
}

function missingTokens({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, ...environment }: NodeJS.ProcessEnv): string[] {
  if (!SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY) return [];
  const missing = ['REMOTE_TOKEN', 'SHELL_TOKEN'].filter((name) => !environment[name]);
  return missing.map((name) => `${name} is not set; expected a token of the project's platform`);
}

interface PortRequest {
  readonly port: number;
  readonly owner: string;
  readonly variable: string;
}

const FIRST = FIRST_REMOTES.map((name, index) => ({ name, slot: index + 1 }));

export type LocalRemote = Readonly<(typeof FIRST)[number]>;

function portsOf(
  { port, supabasePort, hosted }: Pick<Settings, 'port' | 'supabasePort' | 'hosted'>,
  remotes: readonly LocalRemote[],
): readonly PortRequest[] {
  const backend = { port: supabasePort, owner: 'the embedded backend', variable: 'SUPABASE_PORT' };
  return [
    { port, owner: 'the shell', variable: 'PORT' },
    ...remotes.map(({ name, slot }) => ({ port: port + slot, owner: name, variable: 'PORT' })),
    ...(hosted ? [] : [backend]),
  ];
}

/** The shell's port and that of the backend themselves have their forms; what follows from them is looked at here. */
function wrongPorts(settings: Settings): string[] {
  const { port, supabasePort } = settings;
  if (port > LAST_SHELL_PORT && port <= LAST_PORT) {
    return [
      `PORT is "${port}"; expected a whole number from 1 to ${LAST_SHELL_PORT} (the remotes take the ports after it)`,
    ];
  }
  const arePorts = [port, supabasePort].every((one) => portProblem(one) === null);
  return arePorts ? wrongRequests(settings, portsOf(settings, FIRST)) : [];
}

/** Ports that nothing can be reached at, and those that two would take. */
function wrongRequests(
  { port: first, supabasePort }: Pick<Settings, 'port' | 'supabasePort'>,
  requests: readonly PortRequest[],
): string[] {
  return requests.flatMap(({ port, owner, variable }, index) => {
    const set = variable === 'PORT' ? first : supabasePort;
    const problem = portProblem(port);
    if (problem)
      return [
        `${variable} is "${set}", and with it the port of ${owner} is ${port}, which ${problem}; expected another one`,
      ];
    const other = requests.slice(0, index).find((request) => request.port === port);
    if (!other) return [];
    const last = Math.max(...requests.filter((request) => request.variable === 'PORT').map((request) => request.port));
    return [`${variable} is "${set}", which is the port of ${other.owner}; expected one outside ${first} to ${last}`];
  });
}

/** Throws one `CommandError` with every wrong variable. Development reads no registry, so it needs no tokens. */
export function readSettings(given: NodeJS.ProcessEnv, root = ROOT, command: 'start' | 'develop' = 'start') {
  const environment = withoutEmpty(given);
  const { PORT = '3000', SUPABASE_PORT = '54321', HOST, DATA_DIR = '.data', DATABASE_URL, ADMIN_EMAIL } = environment;
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = environment;
  const settings = {
    port: Number(PORT),
    supabasePort: Number(SUPABASE_PORT),
    host: HOST,
    dataDir: path.resolve(root, DATA_DIR),
    hosted: url && key ? { url, key } : null,
    hasDatabase: Boolean(DATABASE_URL),
    isEmbedded: !DATABASE_URL && !(url && key),
    adminEmail: ADMIN_EMAIL,
  };
  const wrong = [
    ...wrongForms(environment),
    ...missingPartner(environment),
    ...wrongBackups(environment),
    ...wrongSeed(environment),
    ...(command === 'start' ? missingTokens(environment) : []),
    ...wrongPorts(settings),
  ];
  if (!canHold(settings.dataDir)) wrong.push(`DATA_DIR is "${DATA_DIR}"; expected a folder that can be written`);
  const unimported = unimportedRegistry(settings.dataDir);
  if (unimported) wrong.push(unimported);
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  return settings;
}

export async function requireFree(requests: readonly PortRequest[]): Promise<void> {
  for (const { port, owner, variable } of requests) {
    const problem = portProblem(port);
    if (problem)
      throw new CommandError(`port ${port} ${problem}: ${owner} would take it. Set ${variable} to another port.`);
    if (await isFree(port)) continue;
    const reason = (await listenError(port)) === 'EACCES' ? 'may not be used by this user' : 'is taken';
    throw new CommandError(`port ${port} ${reason}: ${owner} wants it. Free it, or set ${variable} to another port.`);
  }
}

function backendPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(dataDir, 'backend.pid'), 'utf8'));
    return pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

const ANY_PORT = 0;

/** The shell alone listens there, as the last that starts. */
async function requireHost({ host }: Settings): Promise<void> {
  const reason = host === undefined ? null : await listenError(ANY_PORT, host);
  if (reason === null) return;
  throw new CommandError(
    `HOST is "${host}"; expected an address of this machine, 127.0.0.1 or 0.0.0.0 (listening there: ${reason})`,
  );
}

export async function requirePorts(settings: Settings, remotes: readonly LocalRemote[] = FIRST): Promise<void> {
  const { hosted, dataDir } = settings;
  await requireHost(settings);
  const requests = portsOf(settings, remotes);
  const wrong = wrongRequests(settings, requests);
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  try {
    await requireFree(requests);
  } catch (error) {
    const pid = hosted ? null : backendPid(dataDir);
    if (!(error instanceof CommandError) || !pid) throw error;
    throw new CommandError(
      `${error.message}\nThe data directory ${dataDir} is in use by the process ${pid}: the platform seems to run already.`,
    );
  }
}
