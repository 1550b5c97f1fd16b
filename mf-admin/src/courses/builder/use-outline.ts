import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { asStaff } from '../../kit/data/as-staff.ts';
import { focusReachable } from '../../kit/table/row.tsx';
import { stepButtonId } from '../../order/row.tsx';
import { useRestoredFocus } from '../../order/use-drag.ts';
import { useOrder } from '../../order/use-order.tsx';
import type { Restore } from '../../versions/data/restore.ts';
import { changeOutline } from '../data/change-outline.ts';
import { applyOrder, type CourseOrder, moveLessonTo, orderOf, stepBy } from '../model/course-order.ts';
import {
  type Act,
  type CourseOutline,
  type LessonOutline,
  type ModuleOutline,
  positionText,
  putBack,
  withCopy,
  without,
} from '../model/course-outline.ts';
import { returnTarget } from './builder-head.tsx';
import { editLinkId, type OutlineActions } from './rows.tsx';

const inOrder = (modules: readonly ModuleOutline[], order: CourseOrder) =>
  applyOrder<LessonOutline, ModuleOutline>(modules, order);

export function useOutline(course: CourseOutline) {
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const [announcement, announce] = useState('');
  const [movedLesson, setMovedLesson] = useState<string | null>(null);
  const ordering = useOrder({
    rows: course.modules,
    apply: inOrder,
    save: async (next: CourseOrder) =>
      void (await asStaff((client) => changeOutline(client, course, (outline) => applyOrder(outline, next)))),
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
      moveAndAnnounce(stepBy(order, moved, by), moved);
      restoreFocus(stepButtonId(moved, by));
    },
    openMoveDialog: setMovedLesson,
    course,
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

type ActionOptions = Pick<OutlineActions, 'step' | 'openMoveDialog'> & { readonly course: CourseOutline };

/** Returns a stable object, so that a move renders only the rows that it changes. */
function useOutlineActions(options: ActionOptions): OutlineActions {
  const { openMoveDialog } = options;
  const { revalidate } = useRevalidator();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const run = async (act: Act) => {
      const before = await asStaff((client) => changeOutline(client, latest.current.course, act));
      await revalidate();
      return before;
    };
    return {
      openMoveDialog,
      step: (id, by) => latest.current.step(id, by),
      duplicate: async (id) => void (await run(withCopy(id))),
      // The trash has what is deleted in the course, and nothing of a draft.
      remove: async (id) => {
        const { course } = latest.current;
        const before = await run(without(id));
        const restore: Restore = async () => {
          await asStaff((client) => changeOutline(client, course, putBack(before, id)));
          return [];
        };
        return course.draft ? restore : undefined;
      },
    };
  }, [openMoveDialog, revalidate]);
}
