import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../contract/paths.ts';
import type { Settling } from '../../contract/reads.ts';
import { Settled } from '../browser/settled.tsx';
import { Container, Section, Stack } from '../layout.tsx';
import { ReadFailed } from '../notice.tsx';
import { Loading, Skeleton } from '../skeleton.tsx';
import { PageTitle, SectionTitle } from './section-title.tsx';

interface MissingProps {
  readonly title: string;
  /** The read failed: the record may exist. */
  readonly failed: boolean;
  readonly children: ReactNode;
}

export const Missing = ({ title, failed, children }: MissingProps) => (
  <Stack $gap={5}>
    <PageTitle as="h1" lang="en">
      {title}
    </PageTitle>
    {failed && <ReadFailed />}
    <p>{children}</p>
  </Stack>
);

export const PageLoading = () => (
  <>
    <Loading lang="en">Loading...</Loading>
    <Skeleton />
  </>
);

interface FoundProps<T> {
  readonly value: Settling<T>;
  readonly missing: string;
  /** The link to the list of such records. */
  readonly list: ReactNode;
  readonly loading: ReactNode;
  readonly children: (found: T) => ReactNode;
}

const inSection = (air: 6 | 7, children: ReactNode) => (
  <Section $air={air}>
    <Container>{children}</Container>
  </Section>
);

/** A page of one record. Keyed by the record's address, so that another one starts with its loading text. */
export const Found = <T,>({ value, missing, list, loading, children }: FoundProps<T>) => (
  <Settled value={value} loading={inSection(6, loading)}>
    {(result) => {
      if (result.ok) return children(result.data);
      return inSection(
        7,
        <Missing title={missing} failed={result.code !== 'not_found'}>
          {list}
        </Missing>,
      );
    }}
  </Settled>
);

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
