import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { createColumnHelper } from '@tanstack/react-table';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { listPage } from '../records/list-page.tsx';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { CourseActions } from './course-actions.tsx';
import type { CourseRow } from './course-record.ts';
import { CourseStatus } from './course-status.tsx';

/** A figure and its unit stay on one line; two such lines leave the buttons their room. */
const Counts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[4]};
  white-space: nowrap;
`;

const column = createColumnHelper<TableFeatures, CourseRow>();

const columns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: course } }) => (
      <RowTitle id={course.id} title={course.title} more={course.category ?? ''} />
    ),
  }),
  column.accessor('level', {
    header: 'Level',
    cell: ({ row: { original: course } }) => <Badge $tone="accent">{course.level}</Badge>,
  }),
  column.display({
    id: 'contents',
    header: 'Contents',
    cell: ({ row: { original: course } }) => (
      <Counts>
        <span>{plural(course.moduleCount, 'module', 'modules')}</span>
        <span>{plural(course.lessonCount, 'lesson', 'lessons')}</span>
      </Counts>
    ),
  }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <CourseStatus course={row.original} /> }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <CourseActions course={row.original} /> }),
]);

export const Component = listPage({
  title: 'Online Courses',
  subtitle: 'All courses, drafts included',
  label: 'Online Courses',
  add: { to: addresses.newCourse, label: 'New Course' },
  none: { text: 'No courses yet', action: 'Create Your First Course' },
  columns,
});
