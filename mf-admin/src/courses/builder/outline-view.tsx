import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/checkbox-field.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { useState } from 'react';
import { addresses } from '../../addresses.ts';
import { RecordHistory } from '../../records/history/record-history.tsx';
import { PageHead } from '../../records/page-head.tsx';
import { DraggableOutline } from '../components/outline/draggable-outline.tsx';
import { MoveDialog } from '../components/outline/move-dialog.tsx';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { useOutline } from './use-outline.ts';

/** Modules and lessons of a course, and everything that can be done with them. */
export function OutlineView({ course }: { readonly course: CourseOutline }) {
  const outline = useOutline(course);
  const [modulesOnly, setModulesOnly] = useState(false);
  const { modules, order, asked } = outline;
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <>
      <PageHead
        title="Course Builder"
        subtitle={course.title}
        action={
          <Cluster>
            <ButtonLink to={addresses.editCourse({ id: course.id })} variant="secondary">
              Edit Course
            </ButtonLink>
            <ButtonLink to={searchOfView({ kind: 'new-module' })} icon={<PlusIcon size={18} />}>
              Add Module
            </ButtonLink>
          </Cluster>
        }
      />
      <Stack>
        <Cluster $justify="space-between">
          <Cluster>
            <Badge $tone={course.isPublished ? 'success' : 'warning'}>
              {course.isPublished ? 'Published' : 'Draft'}
            </Badge>
            <span>
              {plural(modules.length, 'module', 'modules')}, {plural(lessons, 'lesson', 'lessons')}
            </span>
            <span role="status">{outline.saving && 'Saving...'}</span>
          </Cluster>
          {modules.length > 1 && (
            <CheckboxField
              label="Modules only"
              checked={modulesOnly}
              onChange={(event) => setModulesOnly(event.target.checked)}
            />
          )}
        </Cluster>
        <VisuallyHidden role="status">{outline.said}</VisuallyHidden>
        {outline.failed && (
          <Notice tone="error" title="The new order could not be saved.">
            The move was undone.
          </Notice>
        )}
        {modules.length > 0 ? (
          <DraggableOutline
            modules={modules}
            order={order}
            withLessons={!modulesOnly}
            onMove={outline.move}
            say={outline.say}
            actions={outline.actions}
          />
        ) : (
          <EmptyState text="No modules yet" />
        )}
      </Stack>
      <RecordHistory record={course.id} ofCourse />
      {asked && <MoveDialog lesson={asked} modules={modules} onMove={outline.sendTo} onClose={outline.closeQuestion} />}
    </>
  );
}
