import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { goesAlong } from '../records/model/goes-along.ts';
import { DeleteRecord } from '../records/table/record-actions.tsx';
import { RowActions, RowLink } from '../records/table/row-actions.tsx';
import { titleId } from '../records/table/row-title.tsx';
import { useOperation } from '../records/use-operation.ts';
import { type CourseRow, course as kind } from './course-record.ts';
import { duplicateCourse } from './data/duplicate.ts';

/** What can be done with a course of the list. */
export function CourseActions({ course }: { readonly course: CourseRow }) {
  const { revalidate } = useRevalidator();
  const copy = useOperation(async () => {
    await asStaff((client) => duplicateCourse(client, course.id));
    await revalidate();
  });
  return (
    <Stack $gap={2}>
      <RowActions id={course.id}>
        <RowLink id={course.id} to={addresses.courseBuilder({ id: course.id })}>
          Builder
        </RowLink>
        <RowLink id={course.id} to={addresses.editCourse({ id: course.id })} variant="quiet">
          Edit
        </RowLink>
        <Button
          variant="quiet"
          size="small"
          aria-describedby={titleId(course.id)}
          busy={copy.busy}
          onClick={() => void copy.run()}
        >
          Duplicate
        </Button>
        <DeleteRecord kind={kind} row={course} along={goesAlong(course.moduleCount, course.lessonCount)} />
      </RowActions>
      {copy.failed && <Notice tone="error">Failed to create course</Notice>}
    </Stack>
  );
}
