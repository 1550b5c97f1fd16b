import { DEFAULT_ID_PREFIX, type Section } from '@ki/shared/ui/markdown/tree.ts';

/** The headings of a text with the ids that its page gives them. */
export async function sectionsOf(source: string): Promise<readonly Section[]> {
  const { parsed } = await import(/* webpackChunkName: "markdown" */ '@ki/shared/ui/markdown/parse.ts');
  return parsed({ source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: false }, null).sections;
}
