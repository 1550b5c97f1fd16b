import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { PageTitle } from '../page-title.tsx';

const Place = styled(Section)`
  padding-block: ${space[7]} 0;
`;

const Lead = styled.p`
  max-inline-size: 40rem;
  margin-block-start: ${space[4]};
  color: ${color.muted};
  font-size: ${size.lead};
  line-height: 1.5;
`;

/** What a list is about: its title and a sentence. */
export function ListHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Place as="header">
      <Container>
        <PageTitle as="h1">{title}</PageTitle>
        <Lead>{children}</Lead>
      </Container>
    </Place>
  );
}
