import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NotFoundPage } from '../not-found.tsx';
import { PageLoading } from '../page-loading.tsx';

interface FoundCourseProps<T> {
  readonly course: Result<T> | Promise<Result<T>>;
  /** The specification's sentence for an address without a course. */
  readonly missing: string;
  readonly children: (course: T) => ReactNode;
}

/** A page of a course; what it shows meanwhile, and where there is none. Give it the course's slug as its key. */
export const FoundCourse = <T,>({ course, missing, children }: FoundCourseProps<T>) => (
  <Settled value={course} loading={<PageLoading />}>
    {(result) =>
      result.ok ? (
        children(result.data)
      ) : (
        <NotFoundPage title={missing} failed={result.code !== 'not_found'}>
          <Link to={paths.courses}>Zu allen Online-Kursen</Link>
        </NotFoundPage>
      )
    }
  </Settled>
);
