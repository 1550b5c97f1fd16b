import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { useState } from 'react';
import { addresses } from '../../addresses.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { OrderMessages } from '../../order/use-order.tsx';
import { RecordHistory } from '../../versions/history/record-history.tsx';
import { SharePreview } from '../../versions/share-preview.tsx';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline, LessonOutline, ModuleOutline } from '../model/course-outline.ts';
import { BeginDraft, CoursePublication, DraftOfCourse } from './course-publication.tsx';
import { DraggableOutline } from './outline-list.tsx';
import { useOutline } from './use-outline.ts';

interface MoveDialogProps {
  readonly lesson: LessonOutline;
  readonly modules: readonly ModuleOutline[];
  readonly onMove: (moduleId: string, where: 'first' | 'last') => void;
  readonly onClose: () => void;
}

function MoveDialog({ lesson, modules, onMove, onClose }: MoveDialogProps) {
  const home = modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const move = (input: FormData) =>
    onMove(String(input.get('module')), input.get('position') === 'first' ? 'first' : 'last');
  return (
    <ActionDialog title="Move lesson" action="Move" onSubmit={move} onClose={onClose}>
      <p lang="de">{lesson.title}</p>
      <SelectField label="Module" name="module" defaultValue={home?.id}>
        {modules.map(({ id, title }, index) => (
          <option key={id} value={id}>
            {index + 1}: {title}
          </option>
        ))}
      </SelectField>
      <SelectField label="Position" name="position">
        <option value="last">At the end</option>
        <option value="first">At the beginning</option>
      </SelectField>
    </ActionDialog>
  );
}

export function OutlineView({ course }: { readonly course: CourseOutline }) {
  const outline = useOutline(course);
  const [modulesOnly, setModulesOnly] = useState(false);
  const { modules, order, lessonToMove } = outline;
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <>
      <PageHead
        title="Course Builder"
        subtitle={course.title}
        action={
          <Cluster>
            <CoursePublication course={course} />
            {course.isPublished && !course.draft && <BeginDraft course={course} />}
            <SharePreview kind="courses" record={course.id} />
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
        {course.draft && <DraftOfCourse course={course} draft={course.draft} />}
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
        <OrderMessages announcement={outline.announcement} failed={outline.failed} error={outline.error} />
        {modules.length > 0 ? (
          <DraggableOutline
            modules={modules}
            order={order}
            withLessons={!modulesOnly}
            onMove={outline.move}
            announce={outline.announce}
            actions={outline.actions}
          />
        ) : (
          <EmptyState
            text="No modules yet"
            action={
              <ButtonLink to={searchOfView({ kind: 'new-module' })} variant="secondary">
                Add the First Module
              </ButtonLink>
            }
          />
        )}
      </Stack>
      <RecordHistory record={course.id} hasParts />
      {lessonToMove && (
        <MoveDialog lesson={lessonToMove} modules={modules} onMove={outline.moveTo} onClose={outline.closeMoveDialog} />
      )}
    </>
  );
}
