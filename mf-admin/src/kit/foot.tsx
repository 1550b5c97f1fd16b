import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';

/**
 * Sticky: the buttons and the result of saving stay in view below a long form or list, unless they would take much of a low
 * window, as at a high zoom, and cover the field that has the focus.
 */
const Bar = styled.div`
  position: sticky;
  inset-block-end: ${space[3]};
  z-index: 1;
  display: grid;
  gap: ${space[2]};
  padding: ${space[3]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.lifted};

  &[data-tall] {
    position: static;
  }

  > [role='status']:empty {
    margin-block-end: -${space[2]};
  }
`;

const MOST_OF_WINDOW = 0.4;

/** Toasts, of the page before, do not cover the buttons, and these no field. */
function useRoom(foot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const isTall = element.offsetHeight > innerHeight * MOST_OF_WINDOW;
      element.toggleAttribute('data-tall', isTall);
      const room = isTall ? space[5] : `calc(${element.offsetHeight}px + ${space[5]})`;
      root.style.setProperty('--toast-end', room);
      root.style.scrollPaddingBlockEnd = room;
    });
    observer.observe(element);
    observer.observe(root);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--toast-end');
      root.style.scrollPaddingBlockEnd = '';
    };
  }, [foot]);
}

export function Foot({ children }: { readonly children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useRoom(foot);
  return <Bar ref={foot}>{children}</Bar>;
}
