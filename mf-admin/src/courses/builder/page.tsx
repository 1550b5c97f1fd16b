import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { PageFailed } from '../../kit/failures.tsx';
import type { CourseBuilderData } from '../data/outline.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { EditLesson, NewLesson } from './lesson-pages.tsx';
import { EditModule, NewModule } from './module-pages.tsx';
import { OutlineView } from './outline-view.tsx';
import { PreviewLesson } from './preview-lesson.tsx';

export function Component() {
  const { id, view, outline } = useLoaderData<CourseBuilderData>();
  return (
    <Settled key={`${id} ${JSON.stringify(view)}`} value={outline} loading={<Loading>Loading...</Loading>}>
      {(result) =>
        result.ok ? (
          <View course={result.data} />
        ) : (
          <PageFailed heading="Course Builder" title="Failed to load course" code={result.code} />
        )
      }
    </Settled>
  );
}

function View({ course }: { readonly course: CourseOutline }) {
  const { view, lesson } = useLoaderData<CourseBuilderData>();
  switch (view.kind) {
    case 'outline':
      return <OutlineView course={course} />;
    case 'new-module':
      return <NewModule course={course} />;
    case 'edit-module':
      return <EditModule course={course} id={view.id} />;
    case 'new-lesson':
      return <NewLesson course={course} moduleId={view.moduleId} />;
    case 'edit-lesson':
      return lesson && <EditLesson course={course} lesson={lesson} />;
    case 'preview':
      return lesson && <PreviewLesson course={course} id={view.id} lesson={lesson} />;
  }
}
