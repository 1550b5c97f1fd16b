import { memo, Suspense, use } from 'react';
import type { ReadCopies } from '../../contract/pictures.ts';
import { usePictureCopies } from '../media/use-picture-copies.ts';
import { highlightFor } from './grammars.ts';
import type { Highlight } from './highlighter.ts';
import { parsed, type Text } from './parse.ts';
import { Prose } from './prose.tsx';
import { DEFAULT_ID_PREFIX } from './tree.ts';

export interface MarkdownProps {
  readonly source: string;
  readonly firstLevel?: 2 | 3 | 4;
  readonly idPrefix?: string;
  readonly className?: string;
  /** For texts of models: pictures and all other links become their text. */
  readonly onlyLinks?: readonly string[];
  /** Without it pictures of other hosts are links. */
  readonly readCopies?: ReadCopies | undefined;
}

type Previewed = Text & Pick<MarkdownProps, 'readCopies'>;
type Coloured = Previewed & { readonly highlight: Highlight | null };

const Parsed = memo(function Parsed({ highlight, readCopies, ...text }: Coloured) {
  const { content, pictures } = parsed(text, highlight);
  const copies = usePictureCopies(pictures, readCopies);
  return pictures.some((address) => copies.has(address)) ? parsed({ ...text, copies }, highlight).content : content;
});

function Colour(text: Previewed) {
  const highlight = highlightFor(text.source);
  return <Parsed {...text} highlight={highlight instanceof Promise ? use(highlight) : highlight} />;
}

/** For editors' previews; visitors get what `prepareText` returns. */
export function Markdown(props: MarkdownProps) {
  const { source, firstLevel = 2, idPrefix = DEFAULT_ID_PREFIX, className, onlyLinks, readCopies } = props;
  const text = { source, firstLevel, idPrefix, sectionLinks: false, onlyLinks, readCopies };
  return (
    <Prose className={className}>
      <Suspense fallback={<Parsed {...text} highlight={null} />}>
        <Colour {...text} />
      </Suspense>
    </Prose>
  );
}
