import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export const MessagePage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
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

export const ComingSoon = ({ title }: { title: string }) => (
  <MessagePage title={title}>
    <p lang="en">This page is coming soon.</p>
  </MessagePage>
);

export const NotFound = () => (
  <MessagePage title="Seite nicht gefunden">
    <p>Unter dieser Adresse gibt es nichts (mehr). Vielleicht führt ein Tippfehler hierher.</p>
  </MessagePage>
);
