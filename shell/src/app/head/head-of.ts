import type { Head } from '@ki/shared/contract/head.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';

interface HeadMatch {
  readonly handle: unknown;
  readonly data: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export const SITE_NAME = 'KI-Lernplattform';
const FALLBACK: Head = { title: SITE_NAME };

/** The head of the innermost matched route that has one. `data` must be settled. */
export function headOf(matches: readonly HeadMatch[], url: URL): Head {
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
  const head = (match?.handle as RouteHandle | undefined)?.head;
  return match && head ? head({ data: match.data, params: match.params, url }) : FALLBACK;
}

/** Awaits the promises among a loader's values, so that it is plain data. */
export async function settleData(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const entries = await Promise.all(Object.entries(data).map(async ([key, value]) => [key, await value] as const));
  return Object.fromEntries(entries);
}
