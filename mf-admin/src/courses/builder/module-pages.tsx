import { useMemo } from 'react';
import { addresses } from '../../addresses.ts';
import { PageFailed } from '../../kit/failures.tsx';
import { plainForm } from '../../records/record-page.tsx';
import { operationsOn } from '../data/outline-operations.ts';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline, ModuleOutline } from '../model/course-outline.ts';
import { module } from '../outline-record.ts';
import { outlineAt, StepHead } from './builder-head.tsx';

const ModuleForm = plainForm(module);

export function EditModule({ course, id }: { readonly course: CourseOutline; readonly id: string }) {
  const module = course.modules.find((one) => one.id === id);
  if (module) return <ModuleEditor key={module.updatedAt} course={course} module={module} />;
  return <PageFailed heading="Edit Module" title="There is no such module." code="not_found" />;
}

function ModuleEditor({ course, module }: { readonly course: CourseOutline; readonly module: ModuleOutline }) {
  const { id, title, description, updatedAt } = module;
  const record = useMemo(() => {
    const values = { title, description };
    return { id, updatedAt, values, stored: values };
  }, [id, updatedAt, title, description]);
  return (
    <>
      <StepHead course={course} at={id} title="Edit Module" />
      <ModuleForm
        record={record}
        next={outlineAt(course.id, id)}
        source={operationsOn(course.id, course.draft !== null).moduleSource(id)}
      />
    </>
  );
}

export function NewModule({ course }: { readonly course: CourseOutline }) {
  const { createModule: create, modulesSince: createdSince } = operationsOn(course.id, course.draft !== null);
  return (
    <>
      <StepHead course={course} at={null} title="New Module" />
      <ModuleForm
        record={null}
        next={outlineAt(course.id, null)}
        edit={({ id }) => addresses.courseBuilder({ id: course.id }) + searchOfView({ kind: 'edit-module', id })}
        creation={{ key: `courses/${course.id}/modules/new`, create, createdSince }}
      />
    </>
  );
}
