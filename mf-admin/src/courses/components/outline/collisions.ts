import { type CollisionDetection, closestCenter } from '@dnd-kit/core';

/** What a thing of the outline says of itself: `module` or `lesson`. */
const kindOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'kind' in data ? data.kind : undefined;

/** Lessons go anywhere, modules among modules only. */
export const collisions: CollisionDetection = (args) => {
  if (kindOf(args.active.data.current) !== 'module') return closestCenter(args);
  const modules = args.droppableContainers.filter(({ data }) => kindOf(data.current) === 'module');
  return closestCenter({ ...args, droppableContainers: modules });
};
