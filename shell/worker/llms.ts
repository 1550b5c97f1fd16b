import type { Reader } from '@ki/shared/contract/reader.ts';
import type { RemoteModule, TextSection } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { linkList } from '@ki/shared/metadata/markdown-text.ts';
import { textResponse, unavailable } from '../server/render/resource-responses.ts';

type Contributor = Pick<RemoteModule, 'texts'>;

const sectionsOf = async ({ texts }: Contributor, from: Reader): Promise<readonly TextSection[]> =>
  texts?.sections(from) ?? [];

/** The format of https://llmstxt.org: name, summary, and links to the texts of pages. */
export async function llmsFile(remotes: readonly Contributor[], from: Reader, origin: string): Promise<string> {
  const { name, details } = site();
  const description = details?.description ?? '';
  const sections = (await Promise.all(remotes.map((remote) => sectionsOf(remote, from)))).flat();
  const parts = sections
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => `## ${title}\n\n${linkList(links, origin)}`);
  const all = `## Optional\n\n- [Sitemap](${origin}/sitemap.xml): alle Seiten; jeder Text steht unter seiner Adresse mit .md`;
  const summary = description.trim() === '' ? [] : [`> ${description}`];
  return `${[`# ${name}`, ...summary, ...parts, all].join('\n\n')}\n`;
}

export async function llmsResponse(remotes: readonly RemoteModule[], origin: string): Promise<Response> {
  try {
    return textResponse(await llmsFile(remotes, await reader(), origin));
  } catch (error) {
    console.error('llms.txt:', error);
    return unavailable();
  }
}
