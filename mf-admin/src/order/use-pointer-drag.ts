import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Point, startPointerDrag } from './pointer-drag.ts';

interface PointerDragOptions {
  readonly pickUp?: (id: string) => void;
  readonly moveTo: (point: Point) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

/** Drags the elements with `data-handle` in the element that has `onPointerDown`; `held` is the handle's value. */
export function usePointerDrag(options: PointerDragOptions) {
  const [held, setHeld] = useState<string | null>(null);
  const image = useRef<HTMLDivElement>(null);
  const stop = useRef<(() => void) | undefined>(undefined);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => stop.current?.(), []);

  const start = (press: globalThis.PointerEvent, id: string) =>
    startPointerDrag(press, {
      onStart: () =>
        flushSync(() => {
          setHeld(id);
          latest.current.pickUp?.(id);
        }),
      onMove: (point) => {
        const { x, y } = point;
        image.current?.style.setProperty('translate', `min(${x}px, 100vw - 100%) min(${y}px, 100vh - 100%)`);
        // A drop in the same frame needs the state of this move.
        flushSync(() => latest.current.moveTo(point));
      },
      onDrop: () => {
        latest.current.drop();
        setHeld(null);
      },
      onCancel: () => {
        latest.current.cancel();
        setHeld(null);
      },
    });
  const onPointerDown = ({ target, nativeEvent }: PointerEvent) => {
    const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
    const id = handle?.dataset.handle;
    if (id === undefined || held !== null || !nativeEvent.isPrimary || nativeEvent.button !== 0) return;
    stop.current?.();
    stop.current = start(nativeEvent, id);
  };
  return { held, image, onPointerDown };
}
