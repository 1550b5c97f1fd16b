import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { type HastParent, textOf } from './hast.ts';
import { DEFAULT_ID_PREFIX, headingsIn, rehypeHeadings } from './headings.ts';

/** A heading of a text, with the id under which `Markdown` renders it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 2 for the highest. */
  readonly level: number;
}

/** The headings of a Markdown text in their order. */
export function outlineOf(source: string): readonly Section[] {
  const sections: Section[] = [];
  const collect = () => (tree: HastParent) => {
    for (const heading of headingsIn(tree)) {
      const id = String(heading.properties.id);
      // The parser adds a heading above footnotes, with an id of its own.
      if (!id.startsWith(DEFAULT_ID_PREFIX) || heading.properties.className) continue;
      sections.push({ id, title: textOf(heading), level: Number(heading.tagName[1]) });
    }
  };
  const options = { firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, linked: false };
  // Called, not rendered: it has no hooks, and its tree is all that is wanted.
  ReactMarkdown({
    children: source,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [[rehypeHeadings, options], collect],
  });
  return sections;
}
