import type { DeployTarget } from '../../registry/platform-registry.ts';
import type { Release } from '../../registry/schema.ts';
import { addresses } from './addresses.ts';
import { contract } from './contract.ts';
import { early } from './early.ts';
import { files } from './files.ts';
import { provenance } from './provenance.ts';
import { server } from './server.ts';
import { signature } from './signature.ts';
import { singletons } from './singletons.ts';
import { type Check, subjectOf } from './subject.ts';
import { weight } from './weight.ts';

/** Everything that must hold before a release may go live. */
const CHECKS: Readonly<Record<string, Check>> = {
  contract,
  addresses,
  singletons,
  files,
  server,
  weight,
  early,
  provenance,
  signature,
};

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
}

const firstLine = (error: unknown) => String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

/** Runs every check on a stored release, whether an earlier one fails or not. */
export async function check(target: DeployTarget, release: Release, origin?: string): Promise<readonly Finding[]> {
  const subject = await subjectOf(target, release, origin);
  const findings: Finding[] = [];
  for (const [name, look] of Object.entries(CHECKS)) {
    try {
      findings.push({ check: name, ok: true, detail: await look(subject) });
    } catch (error) {
      findings.push({ check: name, ok: false, detail: firstLine(error) });
    }
  }
  return findings;
}

/** Throws, with all that is wrong, unless every check passes. */
export async function assertFit(target: DeployTarget, release: Release, origin?: string): Promise<void> {
  const failing = (await check(target, release, origin)).filter(({ ok }) => !ok);
  if (failing.length === 0) return;
  const reasons = failing.map(({ check: name, detail }) => `${name}: ${detail}`).join('; ');
  throw new Error(`${release.name}@${release.version} does not pass its checks: ${reasons}`);
}
