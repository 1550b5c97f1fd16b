import type { Registry, RegistryRemote } from './schema.ts';

/** A release that needs the runtime of its generation. */
export type GenerationNeed = ReturnType<typeof generationNeeds>[number];

/** The releases of a remote that are live, a canary or one to go back to. */
export const releasesInUse = ({ live, canary, previous }: RegistryRemote) => [
  { release: live, reason: 'live' as const },
  ...(canary ? [{ release: canary.release, reason: 'canary' as const }] : []),
  ...previous.map((release) => ({ release, reason: 'to go back to' as const })),
];

export const generationNeeds = ({ remotes }: Registry) =>
  Object.values(remotes)
    .flatMap(releasesInUse)
    .map(({ release: { name, version, contract }, reason }) => ({ name, version, contract, reason }));

/** Visitors may get it now. */
const isInForce = ({ reason }: GenerationNeed): boolean => reason !== 'to go back to';

export const generationsInForce = (needs: readonly GenerationNeed[]): ReadonlySet<number> =>
  new Set(needs.filter(isInForce).map(({ contract }) => contract));

export const needText = ({ name, version, reason }: GenerationNeed): string => `${name}@${version} (${reason})`;

/** What has no runtime: releases that visitors may get, and those to go back to. */
export function withoutRuntime(needs: readonly GenerationNeed[], isServed: (contract: number) => boolean) {
  const missing = needs.filter(({ contract }) => !isServed(contract));
  return { inForce: missing.filter(isInForce), toGoBackTo: missing.filter((need) => !isInForce(need)) };
}

/** `null` for nothing. */
export const withoutRuntimeText = (needs: readonly GenerationNeed[]): string | null =>
  needs.length === 0
    ? null
    : `there is no runtime for ${needs.map((need) => `${needText(need)} of generation ${need.contract}`).join(', ')}`;
