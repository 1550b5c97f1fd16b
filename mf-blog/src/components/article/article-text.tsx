import type { PreparedText } from '@ki/shared/ui/markdown/prepared.ts';
import { PreparedPart } from '@ki/shared/ui/markdown/prepared-text.tsx';
import type { ReactNode } from 'react';
import { ArticleColumns, ArticleParts } from './article-frame.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** A text with fewer sections is overlooked without a table of contents. */
const WORTH_CONTENTS = 4;

interface ArticleTextProps {
  readonly text: PreparedText;
  /** Stands before the first section. */
  readonly promo: ReactNode;
}

/** The text of a post, with its table of contents when it is long. */
export function ArticleText({ text: { parts, sections }, promo }: ArticleTextProps) {
  const [before, after] = parts;
  const chapters = sections.filter(({ level }) => level === 2);
  return (
    <ArticleColumns>
      {chapters.length >= WORTH_CONTENTS && <TableOfContents sections={chapters} />}
      <ArticleParts>
        {before && <PreparedPart part={before} />}
        {promo}
        {after && <PreparedPart part={after} />}
      </ArticleParts>
    </ArticleColumns>
  );
}
