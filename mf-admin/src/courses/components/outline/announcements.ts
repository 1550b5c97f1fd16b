import { type CourseOrder, isModule } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';

export const titleOf = (modules: readonly ModuleOutline[], id: string): string => {
  const all = modules.flatMap((module) => [module, ...module.lessons]);
  return all.find((one) => one.id === id)?.title ?? '';
};

/** Where something stands, in words: `Lesson “A” is number 2 of 5 in module “B”.` */
export function whereabouts(modules: readonly ModuleOutline[], order: CourseOrder, id: string): string {
  const title = titleOf(modules, id);
  if (isModule(order, id)) {
    return `Module “${title}” is number ${order.findIndex((module) => module.id === id) + 1} of ${order.length}.`;
  }
  const home = order.find(({ lessons }) => lessons.includes(id));
  if (!home) return '';
  const number = home.lessons.indexOf(id) + 1;
  return `Lesson “${title}” is number ${number} of ${home.lessons.length} in module “${titleOf(modules, home.id)}”.`;
}

export const INSTRUCTIONS = {
  draggable:
    'To move this, press space or enter. Then use the arrow keys up and down, and press space or enter again to drop it, or escape to leave it where it was.',
};
