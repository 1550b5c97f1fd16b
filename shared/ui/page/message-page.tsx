import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../contract/paths.ts';
import { Container, Section, Stack } from '../layout.tsx';
import { SectionTitle } from './section-title.tsx';

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

export const NotFound = () => (
  <MessagePage title="Seite nicht gefunden">
    <p>Unter dieser Adresse gibt es nichts (mehr). Vielleicht führt ein Tippfehler hierher.</p>
  </MessagePage>
);
