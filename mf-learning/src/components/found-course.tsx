import { paths } from '@ki/shared/contract/paths.ts';
import type { Settling } from '@ki/shared/contract/reads.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { PageTitle } from '@ki/shared/ui/page/section-title.tsx';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface NotFoundProps {
  readonly title: string;
  /** The read failed: the record may exist. */
  readonly failed: boolean;
  readonly children: ReactNode;
}

export const NotFound = ({ title, failed, children }: NotFoundProps) => (
  <Stack $gap={5}>
    <PageTitle as="h1" lang="en">
      {title}
    </PageTitle>
    {failed && <ReadFailed />}
    <p>{children}</p>
  </Stack>
);

interface FoundCourseProps<T> {
  readonly course: Settling<T>;
  readonly missing: string;
  readonly children: (course: T) => ReactNode;
}

/** Keyed by the course's slug, so that another course starts with its loading text. */
export const FoundCourse = <T,>({ course, missing, children }: FoundCourseProps<T>) => (
  <Settled value={course} loading={<PageLoading />}>
    {(result) =>
      result.ok ? (
        children(result.data)
      ) : (
        <Section $air={7}>
          <Container>
            <NotFound title={missing} failed={result.code !== 'not_found'}>
              <Link to={paths.courses}>Zu allen Online-Kursen</Link>
            </NotFound>
          </Container>
        </Section>
      )
    }
  </Settled>
);

const PageLoading = () => (
  <Section $air={6}>
    <Container>
      <Loading lang="en">Loading...</Loading>
      <Skeleton lines={6} />
    </Container>
  </Section>
);
