import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

interface NotFoundProps {
  /** The specification's sentence. */
  readonly title: string;
  /** It may be there: it could not be read. */
  readonly failed: boolean;
  /** What to do about it. */
  readonly children: ReactNode;
}

/** In place of a record that does not exist. */
export const NotFound = ({ title, failed, children }: NotFoundProps) => (
  <Stack $gap={5}>
    <PageTitle as="h1" lang="en">
      {title}
    </PageTitle>
    {failed && <ReadFailed />}
    <p>{children}</p>
  </Stack>
);

/** The same as a page. */
export const NotFoundPage = (props: NotFoundProps) => (
  <Section $air={7}>
    <Container>
      <NotFound {...props} />
    </Container>
  </Section>
);
