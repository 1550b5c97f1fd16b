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

interface FoundProps<T> {
  readonly value: Settling<T>;
  readonly missing: string;
  /** The link to the list of such records. */
  readonly list: ReactNode;
  readonly children: (found: T) => ReactNode;
}

/** A page of one record. Keyed by the record's address, so that another one starts with its loading text. */
export const Found = <T,>({ value, missing, list, children }: FoundProps<T>) => (
  <Settled value={value} loading={<PageLoading />}>
    {(result) =>
      result.ok ? (
        children(result.data)
      ) : (
        <Section $air={7}>
          <Container>
            <NotFound title={missing} failed={result.code !== 'not_found'}>
              {list}
            </NotFound>
          </Container>
        </Section>
      )
    }
  </Settled>
);

interface FoundCourseProps<T> extends Pick<FoundProps<T>, 'missing' | 'children'> {
  readonly course: Settling<T>;
}

export const FoundCourse = <T,>({ course, ...rest }: FoundCourseProps<T>) => (
  <Found {...rest} value={course} list={<Link to={paths.courses}>Zu allen Online-Kursen</Link>} />
);

const PageLoading = () => (
  <Section $air={6}>
    <Container>
      <Loading lang="en">Loading...</Loading>
      <Skeleton lines={6} />
    </Container>
  </Section>
);
