import { onBanner } from '@ki/shared/ui/banner.tsx';
import { Container, Stack } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Strip = styled.div<{ $underHeader: boolean }>`
  ${onBanner}
  padding-block: ${(props) => (props.$underHeader ? '7rem' : space[6])} ${space[6]};
`;

interface PageHeadProps {
  readonly title: string;
  readonly lang?: string;
  /** The site's header lies over it: on the home page's address. */
  readonly underHeader?: boolean;
  readonly children?: ReactNode;
}

/** The head of a page that has no picture. */
export function PageHead({ title, lang, underHeader = false, children }: PageHeadProps) {
  return (
    <Strip $underHeader={underHeader}>
      <Container>
        <Stack $gap={3}>
          <h1 lang={lang}>{title}</h1>
          {children}
        </Stack>
      </Container>
    </Strip>
  );
}
