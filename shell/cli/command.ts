import type { ParseArgsOptionsConfig } from 'node:util';
import type { By, DeployTarget } from '../registry/platform-registry.ts';
import type { Release } from '../registry/schema.ts';
import { openStore, originOf } from '../registry/store/open-store.ts';
import { readRelease, storedVersions } from '../registry/store/store.ts';

export interface Invocation extends By, DeployTarget {
  /** The arguments that stand for themselves, as many as `usage` names. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The tree that holds the remotes' sources. */
  readonly root: string;
}

export interface Outcome {
  readonly lines: readonly string[];
  /** The same for programs. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Done, but what was asked about does not hold. */
  readonly isBad?: boolean;
}

/** One command: a file in `commands/`, and a line in each program that has it. */
export interface Command {
  /** Its arguments in capitals, e.g. `NAME@VERSION`. */
  readonly args: readonly string[];
  readonly summary: string;
  /** It works on sources alone: nobody need say whose platform, and with which rights. */
  readonly isOfSources?: true;
  /** Options beside those that all commands have, each with what it is for. */
  readonly options?: Readonly<Record<string, ParseArgsOptionsConfig[string] & { value?: string; help: string }>>;
  readonly run: (invocation: Invocation) => Promise<Outcome>;
}

const oneOf = (names: readonly string[], none: string) => (names.length > 0 ? names.join(', ') : none);

/** Throws, with the names that there are, for one that there is not. */
export function assertKnown(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new Error(`unknown remote "${name}"; expected one of: ${oneOf(known, 'none, nothing is published here')}`);
}

/** Throws unless a remote was ever published to this platform. What was ever live needs no store for that. */
export async function assertPublished({ registry, store }: DeployTarget, name: string): Promise<void> {
  const { remotes, retired } = await registry.read();
  const released = Object.keys({ ...remotes, ...retired });
  if (released.includes(name)) return;
  const stored = await (await openStore(store)).remotes();
  assertKnown(name, [...new Set([...stored, ...released])].sort());
}

/** Where the store of a remote is served, as the environment or else the registry says; `undefined` for the platform's machine. */
export async function originFor({ registry, store }: DeployTarget, name: string): Promise<string | undefined> {
  const { remotes, retired } = await registry.read();
  return originOf(store, name, (remotes[name] ?? retired[name])?.origin);
}

/** The stored release that a `NAME@VERSION` means. */
export async function releaseFor(target: DeployTarget, text: string): Promise<Release> {
  const [name = '', version = ''] = text.split('@', 2);
  await assertPublished(target, name);
  const store = await openStore(target.store);
  const stored = await storedVersions(store, name);
  const expected = `expected one of: ${oneOf(stored, 'none is stored')}`;
  if (!version) throw new Error(`"${text}" names no version; expected NAME@VERSION; ${expected}`);
  if (!stored.includes(version)) throw new Error(`${name} has no version "${version}"; ${expected}`);
  return readRelease(store, name, version);
}
