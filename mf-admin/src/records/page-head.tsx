import { color, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useHeadingFocus } from './use-heading-focus.ts';

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[4]};
  margin-block-end: ${space[5]};

  h1 {
    font-size: ${size.h2};
  }

  p {
    margin-block-start: ${space[1]};
    color: ${color.muted};
  }
`;

export interface PageHeadProps {
  readonly title: string;
  readonly subtitle?: string;
  /** The page's main action. */
  readonly action?: ReactNode;
}

/** The heading of an admin page. It takes the focus when nothing else on the page can. */
export function PageHead({ title, subtitle, action }: PageHeadProps) {
  const heading = useHeadingFocus();
  return (
    <Head>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {action}
    </Head>
  );
}
