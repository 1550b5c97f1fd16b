import { BadgeButton } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { asStaff } from '../records/data/as-staff.ts';
import { changeRecord } from '../records/data/records.ts';
import { titleId } from '../records/table/row-title.tsx';
import { useOperation } from '../records/use-operation.ts';
import { type CourseRow, course as kind, LISTED } from './course-record.ts';

/** Shows whether visitors see a course, and publishes or unpublishes it. What it shows is what the database answered. */
export function CourseStatus({ course }: { readonly course: CourseRow }) {
  const [returned, setReturned] = useState<CourseRow | null>(null);
  const { isPublished } = returned && returned.updatedAt > course.updatedAt ? returned : course;
  const { run, busy, failed } = useOperation(async () => {
    const change = { isPublished: !isPublished };
    setReturned(await asStaff((client) => changeRecord(client, kind, course.id, change, LISTED)));
  });
  return (
    <Stack $gap={2}>
      <BadgeButton
        $tone={isPublished ? 'success' : 'warning'}
        aria-describedby={titleId(course.id)}
        aria-disabled={busy}
        title={isPublished ? 'Unpublish' : 'Publish'}
        onClick={() => void run()}
      >
        {isPublished ? 'Published' : 'Draft'}
      </BadgeButton>
      {failed && <Notice tone="error">Failed to update course</Notice>}
    </Stack>
  );
}
