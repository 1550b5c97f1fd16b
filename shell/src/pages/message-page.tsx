import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that only says something, and leads back home. */
export function MessagePage({ title, children }: MessagePageProps) {
  return (
    <Section>
      <Container>
        <Stack $gap={5}>
          <SectionTitle as="h1">{title}</SectionTitle>
          {children}
          <p>
            <Link to={paths.home}>Zur Startseite</Link>
          </p>
        </Stack>
      </Container>
    </Section>
  );
}
