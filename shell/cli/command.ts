import type { ParseArgsOptionsConfig } from 'node:util';
import type { By, DeployTarget } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { openStore, originOf } from '../registry/store/open-store.ts';
import { readRelease, storedVersions } from '../registry/store/store.ts';

export interface Invocation extends By, DeployTarget {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly root: string;
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

/** The stored release that a command names. */
export async function releaseFor(invocation: Invocation): Promise<Release> {
  const [text = ''] = invocation.args;
  const [name = '', version = ''] = text.split('@', 2);
  await assertPublished(invocation, name);
  const store = await openStore(invocation.store);
  const stored = await storedVersions(store, name);
  const expected = `expected one of: ${oneOf(stored, 'none is stored')}`;
  if (!version) throw new Error(`"${text}" names no version; expected NAME@VERSION; ${expected}`);
  if (!stored.includes(version)) throw new Error(`${name} has no version "${version}"; ${expected}`);
  return readRelease(store, name, version);
}
