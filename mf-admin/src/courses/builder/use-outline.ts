import type { StaffClient } from '@ki/shared/data/clients.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { asStaff } from '../../kit/data/as-staff.ts';
import { focusReachable } from '../../kit/table/row.tsx';
import { stepButtonId } from '../../order/row.tsx';
import { useRestoredFocus } from '../../order/use-drag.ts';
import { useOrder } from '../../order/use-order.tsx';
import { editLinkId, type OutlineActions } from '../components/outline/row-buttons.tsx';
import { type OutlineOperations, operationsOn } from '../data/outline-operations.ts';
import {
  applyOrder,
  type CourseOrder,
  isModule,
  moveLessonTo,
  orderOf,
  stepLesson,
  stepModule,
} from '../model/course-order.ts';
import { type CourseOutline, type ModuleOutline, positionText } from '../model/course-outline.ts';
import { returnTarget } from './builder-head.tsx';

const inOrder = (modules: readonly ModuleOutline[], order: CourseOrder) => applyOrder(modules, order);

export function useOutline(course: CourseOutline) {
  const { id } = course;
  const hasDraft = course.draft !== null;
  const operations = useMemo(() => operationsOn(id, hasDraft), [id, hasDraft]);
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const [announcement, announce] = useState('');
  const [movedLesson, setMovedLesson] = useState<string | null>(null);
  const ordering = useOrder({
    rows: course.modules,
    apply: inOrder,
    save: (next: CourseOrder) => asStaff((client) => operations.reorder(client, next)),
    onSaved: () => void revalidate(),
  });
  const { rows: modules, move } = ordering;
  const order = useMemo(() => orderOf(modules), [modules]);
  const restoreFocus = useRestoredFocus();

  // Focus is a state of the document. Returning from a form focuses its row.
  const from = returnTarget(state);
  useEffect(() => {
    const link = from && document.getElementById(editLinkId(from));
    if (link) focusReachable(link);
  }, [from]);

  const moveAndAnnounce = (next: CourseOrder, moved: string) => {
    if (next === order) return;
    move(next);
    announce(positionText(modules, next, moved));
  };
  const actions = useOutlineActions({
    step: (moved, by) => {
      const next = isModule(order, moved) ? stepModule(order, moved, by) : stepLesson(order, moved, by);
      moveAndAnnounce(next, moved);
      restoreFocus(stepButtonId(moved, by));
    },
    openMoveDialog: setMovedLesson,
    operations,
  });

  return {
    ...ordering,
    modules,
    order,
    announcement,
    announce,
    actions,
    lessonToMove: modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === movedLesson),
    closeMoveDialog: () => setMovedLesson(null),
    moveTo: (module: string, where: 'first' | 'last') => {
      if (movedLesson) moveAndAnnounce(moveLessonTo(order, movedLesson, module, where), movedLesson);
      setMovedLesson(null);
    },
  };
}

interface ActionOptions extends Pick<OutlineActions, 'step' | 'openMoveDialog'> {
  readonly operations: OutlineOperations;
}

/** Returns a stable object, so that a move renders only the rows that it changes. */
function useOutlineActions(options: ActionOptions): OutlineActions {
  const { openMoveDialog, operations } = options;
  const { revalidate } = useRevalidator();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const run = async <Result>(operation: (client: StaffClient) => Promise<Result>): Promise<Result> => {
      const result = await asStaff(operation);
      await revalidate();
      return result;
    };
    return {
      openMoveDialog,
      step: (id, by) => latest.current.step(id, by),
      duplicateModule: (id) => run((client) => operations.duplicateModule(client, id)),
      duplicateLesson: (id) => run((client) => operations.duplicateLesson(client, id)),
      deleteModule: (id) => run((client) => operations.deleteModule(client, id)),
      deleteLesson: (id) => run((client) => operations.deleteLesson(client, id)),
    };
  }, [openMoveDialog, operations, revalidate]);
}
