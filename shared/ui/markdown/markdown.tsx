import { memo, type ReactNode, Suspense, use } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { elements } from './elements.tsx';
import { highlightFor } from './grammars.ts';
import { DEFAULT_ID_PREFIX, rehypeHeadings } from './headings.ts';
import type { Highlight } from './highlighter.ts';
import { Prose } from './prose.tsx';
import { rehypeSlot, SlotContent } from './slot.tsx';

export interface MarkdownProps {
  readonly source: string;
  /** Stands before the first second-level heading; at the end of a text without one. */
  readonly beforeFirstSection?: ReactNode;
  /** Level of the highest headings in the text; default 2. */
  readonly firstLevel?: 2 | 3 | 4;
  /** Begins the ids of headings and footnotes; give one where several texts share a page. */
  readonly idPrefix?: string;
  /** Headings link to themselves: where the text is the page, not a part of it. */
  readonly sectionLinks?: boolean;
  readonly className?: string;
}

type Parsed = Required<Pick<MarkdownProps, 'source' | 'firstLevel' | 'idPrefix' | 'sectionLinks'>>;
type Coloured = Parsed & { readonly highlight: Highlight | null };

/** Links and images keep http, https, irc, ircs, mailto, xmpp and relative addresses; raw HTML stays text. */
const Parse = memo(function Parse({ source, firstLevel, idPrefix, sectionLinks, highlight }: Coloured) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      remarkRehypeOptions={{
        clobberPrefix: idPrefix,
        footnoteLabel: 'Fussnoten',
        footnoteBackLabel: (index) => `Zurück zu Verweis ${index + 1}`,
      }}
      rehypePlugins={[
        rehypeSlot,
        [rehypeHeadings, { firstLevel, idPrefix, linked: sectionLinks }],
        ...(highlight ? [highlight] : []),
      ]}
      urlTransform={defaultUrlTransform}
      components={elements}
    >
      {source}
    </ReactMarkdown>
  );
});

/** With its code in colours. */
function Colour(text: Parsed) {
  const highlight = highlightFor(text.source);
  return <Parse {...text} highlight={highlight instanceof Promise ? use(highlight) : highlight} />;
}

/** Markdown as the whole platform understands it: posts, learning objectives, lessons. */
export function Markdown({
  source,
  beforeFirstSection,
  firstLevel = 2,
  idPrefix = DEFAULT_ID_PREFIX,
  sectionLinks = false,
  className,
}: MarkdownProps) {
  const text = { source, firstLevel, idPrefix, sectionLinks };
  return (
    <Prose className={className}>
      <SlotContent value={beforeFirstSection}>
        <Suspense fallback={<Parse {...text} highlight={null} />}>
          <Colour {...text} />
        </Suspense>
      </SlotContent>
    </Prose>
  );
}
