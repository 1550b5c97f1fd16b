import { paths } from '@ki/shared/contract/paths.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { RowActions } from '../../components/data-table.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { titleId } from '../../components/row-title.tsx';
import { useOperation } from '../../components/use-operation.ts';
import { asStaff } from '../../data/as-staff.ts';
import { deleteCourse } from '../../data/delete-course.ts';
import { duplicateCourse } from '../../data/duplicate-course.ts';
import type { CourseRow } from '../../model/course.ts';
import { goesAlong } from '../../model/goes-along.ts';

/** What can be done with a course of the list. */
export function CourseActions({ course }: { readonly course: CourseRow }) {
  const { revalidate } = useRevalidator();
  const describedBy = titleId(course.id);
  const copy = useOperation(async () => {
    await asStaff((client) => duplicateCourse(client, course.id));
    await revalidate();
  });
  return (
    <Stack $gap={2}>
      <RowActions>
        <ButtonLink
          to={paths.admin.courseBuilder(course.id)}
          variant="secondary"
          size="small"
          aria-describedby={describedBy}
        >
          Builder
        </ButtonLink>
        <ButtonLink to={paths.admin.editCourse(course.id)} variant="quiet" size="small" aria-describedby={describedBy}>
          Edit
        </ButtonLink>
        <Button
          variant="quiet"
          size="small"
          aria-describedby={describedBy}
          busy={copy.busy}
          onClick={() => void copy.run()}
        >
          Duplicate
        </Button>
        <DeleteButton
          name={course.title}
          describedBy={describedBy}
          question={`Are you sure you want to delete this course?${goesAlong(course.moduleCount, course.lessonCount)}`}
          failure="Failed to delete course"
          onDelete={async () => {
            await asStaff((client) => deleteCourse(client, course.id));
            await revalidate();
          }}
        />
      </RowActions>
      {copy.failed && <Notice tone="error">Failed to create course</Notice>}
    </Stack>
  );
}
