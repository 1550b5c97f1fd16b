import type { RemoteModule, TextSection } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { unavailable } from '../server/render/resource-responses.ts';
import { bestMatch } from '../src/remotes/owner.ts';

interface Text {
  readonly status: 200 | 404 | 503;
  readonly text: string;
}

const MISSING: Text = { status: 404, text: '' };
const UNAVAILABLE: Text = { status: 503, text: 'Zurzeit nicht verfügbar.\n' };

export const textAt = ({ texts }: Pick<RemoteModule, 'texts'>, pathname: string) =>
  bestMatch(texts?.pages ?? [], pathname);

/** The remote's bundle has a class of its own for errors, one of an earlier release without `findsNothing`. */
function isMissing(error: unknown): boolean {
  const { code, findsNothing } = Object(error) as { code?: unknown; findsNothing?: unknown };
  return code === 'not_found' || findsNothing === true;
}

async function read(remote: RemoteModule, url: URL): Promise<Text> {
  const found = textAt(remote, url.pathname);
  if (!found) return MISSING;
  try {
    return { status: 200, text: await found.entry.read({ reader: await reader(), params: found.params, url }) };
  } catch (error) {
    if (isMissing(error)) return MISSING;
    console.error('%s as Markdown:', url.pathname, error);
    return UNAVAILABLE;
  }
}

/** The text of a page, unless the address with the ending is that of another page, such as a post with a slug like `x.md`. */
export async function pageText(remote: RemoteModule, url: URL, hasEnding: boolean): Promise<Text> {
  if (!hasEnding) return read(remote, url);
  const ofOther = await read(remote, new URL(`${url.pathname}.md`, url));
  if (ofOther.status === 503) return ofOther;
  return ofOther.status === 404 ? read(remote, url) : MISSING;
}

/** How many parts a remote's sitemap has, for `null`, or the entries of one part. */
export async function sitemap({ sitemap: entriesOf, sitemapPages }: RemoteModule, part: number | null) {
  if (!entriesOf) return { parts: 0, entries: [] };
  if (part !== null) return { parts: 0, entries: await entriesOf(await reader(), part) };
  return { parts: (await sitemapPages?.(await reader())) ?? 1, entries: [] };
}

export const textSections = async ({ texts }: RemoteModule): Promise<readonly TextSection[]> =>
  texts?.sections(await reader()) ?? [];

export async function resource({ resources = [] }: RemoteModule, address: string) {
  const url = new URL(address);
  const found = bestMatch(resources, url.pathname);
  if (!found) return null;
  const { entry, params } = found;
  const answered = async () => entry.respond({ reader: await reader(), request: new Request(url), params });
  const response = await answered().catch((error: unknown) => {
    console.error('%s:', url.pathname, error);
    return unavailable();
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { head: { status: response.status, headers: Object.fromEntries(response.headers) }, bytes };
}
