import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { Link, useLoaderData } from 'react-router-dom';
import { NotFound } from '../../components/found-course.tsx';
import { LessonArticle } from '../../components/lesson-article.tsx';
import { captionsAddress } from '../../model/addresses.ts';
import type { LessonData } from './route.ts';

export function Component() {
  const { courseSlug, lessonId, lesson } = useLoaderData<LessonData>();
  return (
    <Settled key={lessonId} value={lesson} loading={<Loading lang="en">Loading...</Loading>}>
      {(result) =>
        result.ok ? (
          <LessonArticle lesson={result.data} captions={captionsAddress({ courseSlug, lessonId })} />
        ) : (
          <NotFound title="Lesson Not Found" failed={result.code !== 'not_found'}>
            <Link to={paths.course({ slug: courseSlug })}>Zur Kursübersicht</Link>
          </NotFound>
        )
      }
    </Settled>
  );
}
