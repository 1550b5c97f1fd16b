import { useMemo } from 'react';
import { asStaff } from '../../records/data/as-staff.ts';
import { saveRecord } from '../../records/data/records.ts';
import { PageHead } from '../../records/page-head.tsx';
import { ReadFailed } from '../../records/read-failed.tsx';
import { ModuleForm } from '../components/module-form.tsx';
import type { CourseOutline, ModuleOutline } from '../model/course-outline.ts';
import { module as kind } from '../module-record.ts';
import { StepHead } from './step-head.tsx';
import { useWayBack } from './use-way-back.ts';

export interface EditModuleProps {
  readonly course: CourseOutline;
  readonly id: string;
}

export function EditModule({ course, id }: EditModuleProps) {
  const module = course.modules.find((one) => one.id === id);
  if (module) return <Edited key={module.updatedAt} course={course} module={module} />;
  return (
    <>
      <PageHead title="Edit Module" />
      <ReadFailed title="There is no such module." code="not_found" />
    </>
  );
}

function Edited({ course, module }: { readonly course: CourseOutline; readonly module: ModuleOutline }) {
  const goBack = useWayBack(course.id);
  const { id, title, description, updatedAt } = module;
  const values = useMemo(() => ({ title, description }), [title, description]);
  return (
    <>
      <StepHead course={course} at={id} title="Edit Module" />
      <ModuleForm
        record={`modules/${id}`}
        values={values}
        base={updatedAt}
        save={(output, base) => asStaff((client) => saveRecord(client, kind, { id, stored: values }, output, base))}
        leave={() => goBack(id)}
      />
    </>
  );
}
