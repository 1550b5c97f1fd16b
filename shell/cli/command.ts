import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';
import { releaseHash } from '../registry/provenance/statements.ts';
import type { By, DeployTarget, Published } from '../registry/registry.ts';
import type { Provenance, Release } from '../registry/schema.ts';
import { openStore, originOf } from '../registry/store/open-store.ts';

export interface Invocation extends By, DeployTarget {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly root: string;
  /** The registry is in a project, not in the database of this machine's own platform. */
  readonly isProject: boolean;
}

export interface Outcome {
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
  readonly isBad?: boolean;
}

export interface Command {
  readonly args: readonly string[];
  readonly summary: string;
  /** The command needs no platform and no token. */
  readonly isOfSources?: true;
  readonly options?: Readonly<Record<string, ParseArgsOptionsConfig[string] & { value?: string; help: string }>>;
  readonly run: (invocation: Invocation) => Promise<Outcome>;
}

export function wholeNumber(option: string, text: unknown, first: number, last: number): number {
  const number = Number(text);
  if (/^\d{1,3}$/.test(String(text)) && number >= first && number <= last) return number;
  throw new Error(`--${option} is "${text}"; expected a whole number from ${first} to ${last}`);
}

const oneOf = (names: readonly string[], none: string) => (names.length > 0 ? names.join(', ') : none);

export function assertKnown(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new Error(`unknown remote "${name}"; expected one of: ${oneOf(known, 'none, nothing is published here')}`);
}

/** Throws unless a remote was ever published. The store is read only for remotes that were never live. */
async function assertPublished({ registry, store }: DeployTarget, name: string): Promise<void> {
  const { remotes, retired } = await registry.read();
  const released = Object.keys({ ...remotes, ...retired });
  if (released.includes(name)) return;
  const stored = await (await openStore(store)).remotes();
  assertKnown(name, [...new Set([...stored, ...released])].sort());
}

/** Origin of a remote's files by the environment, else by the registry; `undefined` for the platform's machine. */
export async function originFor({ registry, store }: DeployTarget, name: string): Promise<string | undefined> {
  const { remotes, retired } = await registry.read();
  return originOf(store, name, (remotes[name] ?? retired[name])?.origin);
}

/** The remote that a command names. */
export async function publishedName(invocation: Invocation): Promise<string> {
  const [name = ''] = invocation.args;
  await assertPublished(invocation, name);
  return name;
}

/** A published release and the statements about it, by the registry. */
export interface Named {
  readonly release: Release;
  readonly published: Published;
}

/** Reads `NAME@VERSION`, or `NAME@VERSION#HASH`, which refuses any other document of this version. */
export async function releaseFor(invocation: Invocation, text = invocation.args[0] ?? ''): Promise<Named> {
  const [named = '', hash] = text.split('#', 2);
  const [name = '', version = ''] = named.split('@', 2);
  await assertPublished(invocation, name);
  const published = await invocation.registry.readRelease(name, version);
  const { release, versions } = published;
  const expected = `expected one of: ${oneOf(versions, 'none is published')}`;
  if (!version) throw new Error(`"${text}" names no version; expected NAME@VERSION; ${expected}`);
  if (!release) throw new Error(`${name} has no version "${version}"; ${expected}`);
  if (release.name !== name || release.version !== version)
    throw new Error(`the registry has ${release.name}@${release.version} in place of ${named}; expected ${named}`);
  const found = releaseHash(release);
  if (hash !== undefined && hash !== found)
    throw new Error(`${named} has the hash ${found} in the registry; expected ${hash || 'one after the #'}`);
  return { release, published };
}

const RUN_ADDRESSES = ['CI_JOB_URL', 'BUILD_URL', 'CIRCLE_BUILD_URL', 'BUILDKITE_BUILD_URL'];

function runAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = environment;
  if (host && repository && run) return `${host}/${repository}/actions/runs/${run}`;
  return RUN_ADDRESSES.map((name) => environment[name]).find(Boolean);
}

function git(root: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

export function currentAuthor(root: string): string {
  const [name] = git(root, 'var', 'GIT_AUTHOR_IDENT')?.split(' <', 1) ?? [];
  return name || userInfo().username;
}

export function provenanceOf(root: string, environment: NodeJS.ProcessEnv): Provenance {
  const commit = git(root, 'rev-parse', 'HEAD');
  const builder = runAddress(environment) ?? currentAuthor(root);
  const time = new Date().toISOString();
  return commit ? { commit, isDirty: git(root, 'status', '--porcelain') !== '', builder, time } : { builder, time };
}

export function describeProvenance({ commit, isDirty, builder, time }: Provenance): string {
  const sources = commit ? `${commit.slice(0, 10)}${isDirty ? ' with changes' : ''}` : 'no commit';
  return `${sources}, built by ${builder} at ${time}`;
}
