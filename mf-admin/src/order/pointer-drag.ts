import { type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A position in the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointerDragListeners {
  readonly onStart: () => void;
  /** Called in each frame, because the page may scroll below a pointer that rests. */
  readonly onMove: (point: Point) => void;
  readonly onDrop: () => void;
  readonly onCancel: () => void;
}

/** A press is a drag after this distance; before, it may be a click. */
const DISTANCE = 6;
/** The page scrolls while the pointer is as close to an edge of the window. */
const EDGE = 64;
const SPEED = 0.25;

function scrollAt({ y }: Point): void {
  const beyond = Math.min(0, y - EDGE) + Math.max(0, y - (window.innerHeight - EDGE));
  if (beyond !== 0) window.scrollBy({ top: beyond * SPEED, behavior: 'instant' });
}

function withoutDefault(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The browser reports a click on what was dragged. */
const ignoreClick = () =>
  window.addEventListener('click', withoutDefault, { capture: true, once: true, signal: AbortSignal.timeout(0) });

/** Follows the pointer from its press to its release; Escape cancels. Returns a function that ends the drag silently. */
export function startPointerDrag(press: PointerEvent, listeners: PointerDragListeners): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let point: Point = press;
  let isDragging = false;
  const on = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, listener, { signal, capture: true });
  const end = (report: () => void) => {
    ending.abort();
    if (isDragging) report();
  };
  const follow = () => {
    if (signal.aborted) return;
    scrollAt(point);
    listeners.onMove(point);
    requestAnimationFrame(follow);
  };
  on('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return;
    // The browser reports no release of a button while another one is held.
    if ((event.buttons & 1) === 0) return end(listeners.onCancel);
    point = event;
    if (isDragging || Math.hypot(event.x - press.x, event.y - press.y) < DISTANCE) return;
    isDragging = true;
    listeners.onStart();
    follow();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return;
    end(() => {
      ignoreClick();
      listeners.onMove(event);
      listeners.onDrop();
    });
  });
  on('keydown', (event) => {
    if (!isDragging || event.key !== 'Escape') return;
    withoutDefault(event);
    end(listeners.onCancel);
    window.addEventListener('pointerup', ignoreClick, { capture: true, once: true });
  });
  on('pointercancel', () => end(listeners.onCancel));
  on('blur', ({ target }) => target === window && end(listeners.onCancel));
  for (const type of ['contextmenu', 'dragstart', 'selectstart'] as const) on(type, withoutDefault);
  return () => ending.abort();
}

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

  const start = (press: PointerEvent, id: string) =>
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
  const onPointerDown = ({ target, nativeEvent }: ReactPointerEvent) => {
    const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
    const id = handle?.dataset.handle;
    if (id === undefined || held !== null || !nativeEvent.isPrimary || nativeEvent.button !== 0) return;
    stop.current?.();
    stop.current = start(nativeEvent, id);
  };
  return { held, image, onPointerDown };
}
