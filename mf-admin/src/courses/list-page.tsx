import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { changeRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { RowActions, RowLink, titleId } from '../kit/table/row.tsx';
import { StatusButton } from '../kit/table/row-buttons.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { DeleteRecord, recordColumns, ViewLink } from '../records/list/columns.tsx';
import { listPage } from '../records/list-page.tsx';
import { cascadeHint } from '../versions/delete-button.tsx';
import { type CourseRow, course as kind } from './course-record.ts';
import { duplicateCourse } from './data/outline.ts';

const CourseStatus = ({ course }: { readonly course: CourseRow }) => (
  <StatusButton
    row={course}
    change={({ id, isPublished }) =>
      asStaff((client) => changeRecord(client, kind, id, { isPublished: !isPublished }, kind.listed))
    }
    show={({ isPublished }) =>
      isPublished
        ? { tone: 'success', text: 'Published', title: 'Unpublish' }
        : { tone: 'warning', text: 'Draft', title: 'Publish' }
    }
    failure="Failed to update course"
  />
);

function CourseActions({ course }: { readonly course: CourseRow }) {
  const { revalidate } = useRevalidator();
  const copy = useOperation(async () => {
    await asStaff((client) => duplicateCourse(client, course.id));
    await revalidate();
  });
  return (
    <Stack $gap={2}>
      <RowActions
        id={course.id}
        menu={[
          course.isPublished && <ViewLink key="view" kind={kind} row={course} />,
          <Button
            key="copy"
            variant="quiet"
            size="small"
            aria-describedby={titleId(course.id)}
            busy={copy.busy}
            onClick={() => void copy.run()}
          >
            Duplicate
          </Button>,
        ]}
      >
        <RowLink id={course.id} to={addresses.courseBuilder({ id: course.id })}>
          Builder
        </RowLink>
        <RowLink id={course.id} to={addresses.editCourse({ id: course.id })} variant="quiet">
          Edit
        </RowLink>
        <DeleteRecord kind={kind} row={course} cascadeHint={cascadeHint(course.moduleCount, course.lessonCount)} />
      </RowActions>
      {copy.failed && <FailureNotice error={copy.error} otherwise="Failed to create course" />}
    </Stack>
  );
}

const Counts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[4]};
  white-space: nowrap;
`;

export const Component = listPage(kind, {
  title: 'Online Courses',
  subtitle: 'Courses with modules and lessons, at /online-courses once they are published',
  none: { text: 'No courses yet', action: 'Create Your First Course' },
  columns: recordColumns(kind, {
    more: ({ category }) => category ?? '',
    to: addresses.courseBuilder,
    own: {
      level: ['Level', ({ level }) => <Badge $tone="accent">{level}</Badge>],
      moduleCount: [
        'Contents',
        ({ moduleCount, lessonCount }) => (
          <Counts>
            <span>{plural(moduleCount, 'module', 'modules')}</span>
            <span>{plural(lessonCount, 'lesson', 'lessons')}</span>
          </Counts>
        ),
      ],
      isPublished: ['Status', (row) => <CourseStatus course={row} />],
      slug: null,
      category: null,
      lessonCount: null,
    },
    actions: (row) => <CourseActions course={row} />,
  }),
});
