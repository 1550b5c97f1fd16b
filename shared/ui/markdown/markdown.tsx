import { memo, Suspense, use } from 'react';
import { highlightFor } from './grammars.ts';
import { DEFAULT_ID_PREFIX } from './headings.ts';
import type { Highlight } from './highlighter.ts';
import { parsed, type Text } from './parse.ts';
import { Prose } from './prose.tsx';

export interface MarkdownProps {
  readonly source: string;
  /** Level of the highest headings in the text; default 2. */
  readonly firstLevel?: 2 | 3 | 4;
  /** Begins the ids of headings and footnotes; give one where several texts share a page. */
  readonly idPrefix?: string;
  readonly className?: string;
}

type Coloured = Text & { readonly highlight: Highlight | null };

const Parsed = memo(function Parsed({ highlight, ...text }: Coloured) {
  return parsed(text, highlight).content;
});

/** With its code in colours. */
function Colour(text: Text) {
  const highlight = highlightFor(text.source);
  return <Parsed {...text} highlight={highlight instanceof Promise ? use(highlight) : highlight} />;
}

/** Markdown while it is being written; what readers get is made of it by `prepareText`. */
export function Markdown({ source, firstLevel = 2, idPrefix = DEFAULT_ID_PREFIX, className }: MarkdownProps) {
  const text = { source, firstLevel, idPrefix, sectionLinks: false };
  return (
    <Prose className={className}>
      <Suspense fallback={<Parsed {...text} highlight={null} />}>
        <Colour {...text} />
      </Suspense>
    </Prose>
  );
}
