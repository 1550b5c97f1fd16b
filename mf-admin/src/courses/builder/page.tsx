import { useMemo } from 'react';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import { PageFailed, ReadResult } from '../../kit/failures.tsx';
import { plainForm } from '../../records/record-page.tsx';
import { module as kind } from '../course-record.ts';
import { creationIn, sourceIn } from '../data/change-outline.ts';
import type { CourseBuilderData } from '../data/outline.ts';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline, ModuleOutline } from '../model/course-outline.ts';
import { outlineAt, StepHead } from './builder-head.tsx';
import { EditLesson, NewLesson } from './lesson-pages.tsx';
import { PreviewLesson } from './lesson-preview.tsx';
import { OutlineView } from './outline-view.tsx';

export function Component() {
  const { id, view, outline } = useLoaderData<CourseBuilderData>();
  return (
    <ReadResult
      key={`${id} ${JSON.stringify(view)}`}
      value={outline}
      failed={(code) => <PageFailed heading="Course Builder" title="Failed to load course" code={code} />}
    >
      {(course) => <View course={course} />}
    </ReadResult>
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

const ModuleForm = plainForm(kind);

function EditModule({ course, id }: { readonly course: CourseOutline; readonly id: string }) {
  const module = course.modules.find((one) => one.id === id);
  if (module) return <ModuleEditor key={module.updated_at} course={course} module={module} />;
  return <PageFailed heading="Edit Module" title="There is no such module." code="not_found" />;
}

function ModuleEditor({ course, module }: { readonly course: CourseOutline; readonly module: ModuleOutline }) {
  const { id, title, description, updated_at: updatedAt } = module;
  const record = useMemo(() => {
    const values = { title, description };
    return { id, updatedAt, values, stored: values };
  }, [id, updatedAt, title, description]);
  return (
    <>
      <StepHead course={course} at={id} title="Edit Module" />
      <ModuleForm record={record} next={outlineAt(course.id, id)} source={sourceIn(course, kind, id)} />
    </>
  );
}

function NewModule({ course }: { readonly course: CourseOutline }) {
  return (
    <>
      <StepHead course={course} at={null} title="New Module" />
      <ModuleForm
        record={null}
        next={outlineAt(course.id, null)}
        edit={({ id }) => addresses.courseBuilder({ id: course.id }) + searchOfView({ kind: 'edit-module', id })}
        creation={creationIn(course, kind, `courses/${course.id}/modules/new`)}
      />
    </>
  );
}
