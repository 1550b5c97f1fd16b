import { PRE_HYDRATION_LIMIT, preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import type { RuntimeInfo } from '@ki/shared/federation/runtime.ts';
import semver from 'semver';
import { areWanted } from '../../registry/provenance/keys.ts';
import { releaseHash, signersOf } from '../../registry/provenance/statements.ts';
import { reasonAgainst } from '../../registry/provenance/trusted-part.ts';
import type { DeployTarget } from '../../registry/registry.ts';
import { faultOf, releaseSchema } from '../../registry/schema.ts';
import { readStored } from '../../registry/store/store.ts';
import { describeProvenance, type Named } from '../command.ts';
import { files, weight } from './files.ts';
import { browser, pages } from './pages/pages.ts';
import { server } from './server.ts';
import { type Check, Faults, Skipped, type Subject, subjectOf } from './subject.ts';

/** The generation of the release, which has to be one that the shell serves. */
function generationOf({ release, generations }: Subject): RuntimeInfo {
  const found = generations.find(({ contract: served }) => served === release.contract);
  if (found) return found;
  const served = generations.map((one) => one.contract).join(' or ');
  throw new Error(
    `the release is of generation ${release.contract}; expected ${served}, for which the shell has a runtime`,
  );
}

const contract: Check = (subject) => String(generationOf(subject).contract);

const addresses: Check = async ({ checkAddresses, release }) => {
  await checkAddresses(release);
  return [...release.routes, ...(release.resources ?? [])].join(' ');
};

const singletons: Check = (subject) => {
  const { release } = subject;
  const runtime = generationOf(subject);
  const wanted = Object.entries(release.singletons);
  if (wanted.length === 0) throw new Error('the release does not state for which versions it was built');
  const wrong = wanted.flatMap(([name, range]) => {
    const provided = runtime.singletons[name];
    if (provided && semver.satisfies(provided, range)) return [];
    return [`${name} ${range} is wanted, generation ${runtime.contract} has ${provided ? provided : 'none'}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join(', '));
  return wanted.map(([name, range]) => `${name} ${range}`).join(', ');
};

const preHydration: Check = async ({ release, store }) => {
  const scripts = Object.entries(release.chunks).filter(([name]) => name.startsWith(preHydrationChunk('')));
  const weighed = await Promise.all(
    scripts.map(async ([name, paths]) => {
      const contents = await Promise.all(paths.map((file) => readStored(store, release, file.path)));
      return { name, bytes: contents.reduce((sum, content) => sum + content.length, 0) };
    }),
  );
  const heavy = weighed.find(({ bytes }) => bytes > PRE_HYDRATION_LIMIT);
  if (heavy) throw new Error(`${heavy.name} weighs ${heavy.bytes} bytes; expected at most ${PRE_HYDRATION_LIMIT}`);
  return weighed.map(({ name, bytes }) => `${name} ${bytes} bytes`).join(', ') || 'none';
};

const provenance: Check = ({ release }) =>
  release.provenance ? describeProvenance(release.provenance) : 'not recorded';

const signature: Check = ({ release, statements, registry, trustedKeys }) => {
  if (!areWanted(trustedKeys)) return 'none is asked for';
  const reason = reasonAgainst(registry, release, statements, trustedKeys);
  if (reason) throw new Error(reason);
  const { name } = release;
  const hash = releaseHash(release);
  const own = statements.filter((statement) => statement.kind === 'allow' && statement.hash === hash);
  const signers = signersOf(name, own, trustedKeys.byRemote.get(name) ?? []);
  return `by ${signers.map(({ text }) => text).join(', ')}`;
};

const CHECKS: Readonly<Record<string, Check>> = {
  contract,
  addresses,
  singletons,
  files,
  server,
  pages,
  browser,
  weight,
  'pre-hydration': preHydration,
  provenance,
  signature,
};

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'skipped' | 'failed';
  readonly detail: string;
}

const firstLine = (error: unknown) => String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

async function findingsOf(name: string, look: Check, subject: Subject): Promise<readonly Finding[]> {
  try {
    return [{ check: name, state: 'ok', detail: await look(subject) }];
  } catch (error) {
    if (error instanceof Skipped) return [{ check: name, state: 'skipped', detail: error.message }];
    const faults = error instanceof Faults ? error.faults : [firstLine(error)];
    return faults.map((detail) => ({ check: name, state: 'failed', detail }));
  }
}

/** Runs every check on a published release, also after one that fails. */
export async function check(target: DeployTarget, named: Named, origin?: string): Promise<readonly Finding[]> {
  const subject = await subjectOf(target, named, origin);
  const findings: Finding[] = [];
  for (const [name, look] of Object.entries(CHECKS)) findings.push(...(await findingsOf(name, look, subject)));
  return findings;
}

export async function assertFit(target: DeployTarget, named: Named, origin?: string): Promise<void> {
  const { error } = releaseSchema.safeParse(named.release);
  if (error) throw new Error(`${named.release.name}@${named.release.version} is malformed: ${faultOf(error)}`);
  const failing = (await check(target, named, origin)).filter(({ state }) => state === 'failed');
  if (failing.length === 0) return;
  const { name, version } = named.release;
  const reasons = failing.map(({ check: failed, detail }) => `${failed}: ${detail}`).join('; ');
  throw new Error(`${name}@${version} does not pass its checks: ${reasons}`);
}
