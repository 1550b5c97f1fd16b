import { useDraggable, useDroppable } from '@dnd-kit/core';
import { useMemo } from 'react';

export type PlaceKind = 'module' | 'lesson';

type Draggable = ReturnType<typeof useDraggable>;
export type Place = Pick<Draggable, 'attributes' | 'listeners' | 'setActivatorNodeRef' | 'setNodeRef'>;

const HANDLE = { roleDescription: 'sortable' };

/**
 * What one takes hold of with a pointer, and drops other things on. While something is dragged every place is asked
 * again; that the answer keeps its identity spares drawing hundreds of rows.
 */
export function usePlace(id: string, kind: PlaceKind): Place {
  const data = { kind };
  const {
    attributes,
    listeners,
    setActivatorNodeRef,
    setNodeRef: drag,
  } = useDraggable({ id, data, attributes: HANDLE });
  const { setNodeRef: drop } = useDroppable({ id, data });
  return useMemo(
    () => ({
      attributes,
      listeners,
      setActivatorNodeRef,
      setNodeRef: (node) => {
        drag(node);
        drop(node);
      },
    }),
    [attributes, listeners, setActivatorNodeRef, drag, drop],
  );
}
