import type { Settling } from '@ki/shared/contract/reads.ts';
import { site } from '@ki/shared/contract/site.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { useLatest } from '@ki/shared/ui/browser/use-latest.ts';
import { Container } from '@ki/shared/ui/layout.tsx';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { AXES, type Axes } from '../model/axes.ts';
import { DEFAULT_TITLE, WORKSHOP } from '../model/workshop.ts';

const Strip = styled.header`
  padding-block: ${space[6]} 0;

  > div {
    display: grid;
    gap: ${space[6]};
    align-items: start;
  }

  h1 {
    max-inline-size: 22ch;
  }

  p {
    max-inline-size: 34rem;
    margin-block-start: ${space[3]};
    color: ${color.muted};
    font-size: ${size.lead};
    line-height: 1.5;
  }

  ${from.wide} {
    padding-block-start: ${space[7]};

    > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }
  }
`;

const UNREAD = { ok: false, code: 'unavailable' } as const;

/** Its data are those of the head's title. */
function Heading() {
  const data = useRouteLoaderData<{ readonly title: Settling<string> }>(WORKSHOP);
  const { result } = useLatest(data?.title ?? UNREAD);
  if (result === undefined) return <h1>{'\u00a0'}</h1>;
  const title = result.ok ? result.data : DEFAULT_TITLE;
  return <h1 lang={title === DEFAULT_TITLE ? undefined : site().language}>{title}</h1>;
}

/** Before the axes are read, and of an axis without values, the introduction says nothing. */
function introduction(axes: Axes | undefined): string {
  const counts = AXES.flatMap(({ key, counted: [one, many] }) => {
    const count = axes?.[key].length ?? 0;
    return count > 0 ? plural(count, one, many) : [];
  });
  return `Every workshop has its place in the matrix${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`;
}

export const PageHead = ({ axes, children }: { readonly axes?: Axes; readonly children?: ReactNode }) => (
  <Strip>
    <Container>
      <div lang="en">
        <Heading />
        <p>{introduction(axes)}</p>
      </div>
      {children}
    </Container>
  </Strip>
);
