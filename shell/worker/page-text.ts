import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { matchRoutes } from 'react-router-dom';

interface Found {
  readonly status: 200 | 404 | 503;
  readonly text: string;
}

const MISSING: Found = { status: 404, text: '' };
const UNAVAILABLE: Found = { status: 503, text: 'Zurzeit nicht verfügbar.\n' };

export function textAt({ texts }: Pick<RemoteModule, 'texts'>, pathname: string) {
  const [match] =
    matchRoutes(
      (texts?.pages ?? []).map((page) => ({ path: page.path, handle: page })),
      pathname,
    ) ?? [];
  return match ? { page: match.route.handle, params: match.params } : null;
}

/** The remote's bundle has a class of its own for errors, one of an earlier release without `findsNothing`. */
function isMissing(error: unknown): boolean {
  const { code, findsNothing } = Object(error) as { code?: unknown; findsNothing?: unknown };
  return code === 'not_found' || findsNothing === true;
}

async function read(remote: RemoteModule, url: URL): Promise<Found> {
  const found = textAt(remote, url.pathname);
  if (!found) return MISSING;
  try {
    return { status: 200, text: await found.page.read({ reader: await reader(), params: found.params, url }) };
  } catch (error) {
    if (isMissing(error)) return MISSING;
    console.error('%s as Markdown:', url.pathname, error);
    return UNAVAILABLE;
  }
}

/** The text of a page, unless the address with the ending is that of another page, such as a post with a slug like `x.md`. */
export async function pageText(remote: RemoteModule, url: URL, hasEnding: boolean): Promise<Found> {
  if (!hasEnding) return read(remote, url);
  const ofOther = await read(remote, new URL(`${url.pathname}.md`, url));
  if (ofOther.status === 503) return ofOther;
  return ofOther.status === 404 ? read(remote, url) : MISSING;
}
