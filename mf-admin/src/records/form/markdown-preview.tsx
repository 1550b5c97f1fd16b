import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Suspense, useDeferredValue, useId } from 'react';
import styled from 'styled-components';
import { LazyMarkdown } from './lazy-markdown.tsx';

const Frame = styled.div`
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

const Nothing = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export interface MarkdownPreviewProps {
  readonly heading: string;
  readonly source: string;
}

/** What is being typed, by the renderer of the site. Typing goes first: a long text follows as the browser has time. */
export function MarkdownPreview({ heading, source }: MarkdownPreviewProps) {
  const shown = useDeferredValue(source);
  const id = useId();
  return (
    <Frame>
      <h2 id={id}>{heading}</h2>
      <Page tabIndex={0} role="region" aria-labelledby={id}>
        {shown.trim() === '' ? (
          <Nothing>What you write appears here as readers will see it.</Nothing>
        ) : (
          <Suspense fallback={<Loading>Loading...</Loading>}>
            <div lang="de">
              <LazyMarkdown source={shown} />
            </div>
          </Suspense>
        )}
      </Page>
    </Frame>
  );
}
