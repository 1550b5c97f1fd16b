import { Markdown } from '@ki/shared/ui/markdown/markdown.tsx';
import { outlineOf } from '@ki/shared/ui/markdown/outline.ts';
import type { ReactNode } from 'react';
import { ArticleColumns } from './article-frame.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** A text with fewer sections is overlooked without a table of contents. */
const WORTH_CONTENTS = 4;

interface ArticleTextProps {
  readonly markdown: string;
  readonly promo: ReactNode;
}

/** The text of a post, with its table of contents when it is long. */
export function ArticleText({ markdown, promo }: ArticleTextProps) {
  const sections = outlineOf(markdown).filter(({ level }) => level === 2);
  return (
    <ArticleColumns>
      {sections.length >= WORTH_CONTENTS && <TableOfContents sections={sections} />}
      <Markdown source={markdown} beforeFirstSection={promo} sectionLinks />
    </ArticleColumns>
  );
}
