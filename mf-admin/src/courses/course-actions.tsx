import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { goesAlong } from '../records/model/goes-along.ts';
import { DeleteRow, RowActions, RowLink } from '../records/table/row-actions.tsx';
import { titleId } from '../records/table/row-title.tsx';
import { useOperation } from '../records/use-operation.ts';
import { deleteCourse } from './data/delete-course.ts';
import { duplicateCourse } from './data/duplicate-course.ts';
import type { CourseRow } from './model/course.ts';

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
        <DeleteRow
          row={course}
          question={`Are you sure you want to delete this course?${goesAlong(course.moduleCount, course.lessonCount)}`}
          failure="Failed to delete course"
          remove={(id) => asStaff((client) => deleteCourse(client, id))}
        />
      </RowActions>
      {copy.failed && <Notice tone="error">Failed to create course</Notice>}
    </Stack>
  );
}
