import type { Head } from '@ki/shared/contract/head.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { CATCH_ALL } from '../route-ids.ts';

interface HeadMatch {
  readonly id: string;
  readonly handle: unknown;
  readonly data: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export const SITE_NAME = 'KI-Lernplattform';
const FALLBACK: Head = { title: SITE_NAME };

/** The head of the innermost matched route that has one; `missing` where none matches. `data` must be settled. */
export function headOf(matches: readonly HeadMatch[], url: URL, missing: () => Head): Head {
  if (matches.at(-1)?.id === CATCH_ALL) return missing();
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
