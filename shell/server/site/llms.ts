import type { TextSection } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { linkList } from '@ki/shared/metadata/markdown-text.ts';

/** The format of https://llmstxt.org: name, summary, and links to the texts of pages. */
export function llmsFile(sections: readonly TextSection[], origin: string): string {
  const { name, details } = site();
  const description = details?.description ?? '';
  const parts = sections
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => `## ${title}\n\n${linkList(links, origin)}`);
  const all = `## Optional\n\n- [Sitemap](${origin}/sitemap.xml): alle Seiten; jeder Text steht unter seiner Adresse mit .md`;
  const summary = description.trim() === '' ? [] : [`> ${description}`];
  return `${[`# ${name}`, ...summary, ...parts, all].join('\n\n')}\n`;
}
