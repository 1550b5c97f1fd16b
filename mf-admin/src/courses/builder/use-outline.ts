import type { StaffClient } from '@ki/shared/data/clients.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { asStaff } from '../../records/data/as-staff.ts';
import { focusReachable } from '../../records/table/more-actions.tsx';
import { whereabouts } from '../components/outline/announcements.ts';
import type { OutlineActions } from '../components/outline/outline-actions.ts';
import { editLinkId } from '../components/outline/outline-buttons.tsx';
import { stepButtonId } from '../components/outline/step-buttons.tsx';
import { useCourseOrder } from '../components/outline/use-course-order.ts';
import { useFocusAgain } from '../components/outline/use-focus-again.ts';
import { duplicateLesson, duplicateModule } from '../data/duplicate.ts';
import { deleteLesson, deleteModule } from '../data/outline-parts.ts';
import { reorderCourse } from '../data/reorder-course.ts';
import { type CourseOrder, isModule, placeLesson, stepLesson, stepModule } from '../model/course-order.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { cameFrom } from './use-way-back.ts';

/** The outline's state and everything that can be done with it. */
export function useOutline(course: CourseOutline) {
  const { id } = course;
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const [said, setSaid] = useState('');
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const ordering = useCourseOrder({
    modules: course.modules,
    save: (order) => asStaff((client) => reorderCourse(client, id, order)),
    onSaved: () => void revalidate(),
  });
  const { modules, order, move } = ordering;
  const focusAgain = useFocusAgain();

  // The document's focus: whoever comes back from a module or lesson goes on where it is in the list.
  const from = cameFrom(state);
  useEffect(() => {
    const link = from && document.getElementById(editLinkId(from));
    if (link) focusReachable(link);
  }, [from]);

  const moveAndSay = (next: CourseOrder, moved: string) => {
    if (next === order) return;
    move(next);
    setSaid(whereabouts(modules, next, moved));
  };
  const actions = useOutlineActions({
    step: (moved, by) => {
      const next = isModule(order, moved) ? stepModule(order, moved, by) : stepLesson(order, moved, by);
      moveAndSay(next, moved);
      focusAgain(stepButtonId(moved, by));
    },
    askForModule: setAskedAbout,
  });

  return {
    ...ordering,
    said,
    say: setSaid,
    actions,
    asked: modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === askedAbout),
    closeQuestion: () => setAskedAbout(null),
    sendTo: (module: string, where: 'first' | 'last') => {
      if (askedAbout) moveAndSay(placeLesson(order, askedAbout, module, where), askedAbout);
      setAskedAbout(null);
    },
  };
}

type ActionOptions = Pick<OutlineActions, 'step' | 'askForModule'>;

/** The same object for as long as the outline is shown: a move then draws the rows that moved, not hundreds of others. */
function useOutlineActions(options: ActionOptions): OutlineActions {
  const { askForModule } = options;
  const { revalidate } = useRevalidator();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const run = async (operation: (client: StaffClient) => Promise<unknown>) => {
      await asStaff(operation);
      await revalidate();
    };
    return {
      askForModule,
      step: (id, by) => latest.current.step(id, by),
      duplicateModule: (id) => run((client) => duplicateModule(client, id)),
      duplicateLesson: (id) => run((client) => duplicateLesson(client, id)),
      deleteModule: (id) => run((client) => deleteModule(client, id)),
      deleteLesson: (id) => run((client) => deleteLesson(client, id)),
    };
  }, [askForModule, revalidate]);
}
