import type { MarkdownProps } from '@ki/shared/ui/markdown/markdown.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type ComponentType, Fragment, lazy, memo, type RefObject, Suspense, useId, useState } from 'react';
import styled from 'styled-components';
import { besideText } from '../kit/only-text.ts';
import { Note } from '../kit/part.tsx';
import { staffCopies } from '../media/data/own-uploads.ts';

type Part = ComponentType<MarkdownProps>;

async function loadMarkdown(): Promise<Part> {
  const module = await import(/* webpackChunkName: "admin-markdown" */ '@ki/shared/ui/markdown/markdown.tsx');
  return module.Markdown;
}

function Unloaded(props: MarkdownProps) {
  const [Loaded, setLoaded] = useState<Part | null>(null);
  if (Loaded) return <Loaded {...props} />;
  const retry = async () => {
    try {
      const part = await loadMarkdown();
      setLoaded(() => part);
    } catch (error) {
      console.error('preview:', error);
    }
  };
  return (
    <Notice tone="warning" title="The preview cannot be loaded." onRetry={retry} retryLabel="Try again" lang="en">
      What you typed is still in the form.
    </Notice>
  );
}

const LazyMarkdown = lazy(async () => ({ default: await loadMarkdown().catch(() => Unloaded) }));

/** The site's Markdown renderer in a chunk of its own. Needs a `Suspense`. */
export const MarkdownText = ({ source, idPrefix }: Pick<MarkdownProps, 'source' | 'idPrefix'>) => (
  <LazyMarkdown source={source} {...(idPrefix !== undefined && { idPrefix })} readCopies={staffCopies} />
);

export const PreviewFrame = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;

  > h2 {
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
    margin-block-end: ${space[1]};
  }
`;

const Page = styled.div`
  flex: 1 1 0;
  min-block-size: 12rem;
  max-block-size: 60rem;
  overflow-y: auto;
  padding: ${space[4]};
  border: 1px dashed ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  overflow-wrap: anywhere;
`;

/** The space above a heading that begins a section. */
const Part = styled.div`
  & + & > * > :first-child {
    margin-block-start: 1.9em;
  }
`;

const SectionText = memo(function SectionText({ source }: { readonly source: string }) {
  return (
    <Part data-section="">
      <MarkdownText source={source} />
    </Part>
  );
});

interface MarkdownPreviewProps {
  readonly heading: string;
  readonly sections: readonly { readonly source: string }[];
  readonly page: RefObject<HTMLDivElement | null>;
}

/** Renders only sections that have changed, each in a slice of its own. */
export function MarkdownPreview({ heading, sections, page }: MarkdownPreviewProps) {
  const id = useId();
  return (
    <PreviewFrame>
      <h2 id={id}>{heading}</h2>
      <Page ref={page} tabIndex={0} role="region" aria-labelledby={id}>
        {sections.every(({ source }) => source.trim() === '') ? (
          <Note>What you write appears here as readers will see it.</Note>
        ) : (
          <Suspense fallback={<Loading>Loading...</Loading>}>
            <div lang="de">
              {sections.map(({ source }, index) => (
                <SectionText key={index} source={source} />
              ))}
            </div>
          </Suspense>
        )}
      </Page>
    </PreviewFrame>
  );
}

export const Beside = styled.div`
  display: grid;
  gap: ${space[5]};

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export const Help = styled.details`
  ${besideText}
  font-size: ${size.small};

  > summary {
    inline-size: fit-content;
    min-block-size: 1.75rem;
    color: ${color.link};
    font-weight: 600;
    cursor: pointer;
  }
`;

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
  gap: ${space[1]} ${space[4]};
  margin-block-start: ${space[2]};
  padding: ${space[4]};
  border-radius: ${radius.small};
  background: ${color.sunken};

  dt {
    font-family: ${font.code};
    overflow-wrap: anywhere;
  }

  dd {
    color: ${color.muted};
  }
`;

const SYNTAX = [
  ['## Heading', 'A section; ### for one below it'],
  ['**bold**, *italic*', 'Emphasis'],
  ['~~gone~~', 'Struck out'],
  ['[text](https://…)', 'A link; [text](#heading) leads to a heading of the text'],
  ['![description](https://…)', 'An image; paste one, or choose Picture, for the library'],
  ['- item, 1. item', 'Lists; indent for a list in a list'],
  ['- [ ] open, - [x] done', 'A checklist'],
  ['> quotation', 'A quotation'],
  ['`code`', 'Code in a line'],
  ['```js … ```', 'A code block; the language colours it'],
  ['| a | b |', 'A table; its second line is | --- | --- |'],
  ['[^1] … [^1]: note', 'A footnote'],
  ['<!-- note -->', 'A comment, which pages do not show'],
] as const;

export const MarkdownHelp = memo(() => (
  <Help>
    <summary>Formatting help</summary>
    <List>
      {SYNTAX.map(([syntax, meaning]) => (
        <Fragment key={syntax}>
          <dt>{syntax}</dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </List>
  </Help>
));
