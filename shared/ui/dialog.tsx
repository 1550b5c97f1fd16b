import { type MouseEvent, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { useBrowser } from './browser/use-browser.ts';
import { CloseIcon } from './icons.tsx';
import { color, elevation, from, layer, motion, radius, size, space } from './theme.ts';

const rising = css`
  @media (prefers-reduced-motion: no-preference) {
    &[open] {
      transition: translate ${motion.calm};

      @starting-style {
        translate: 0 1rem;
      }
    }
  }
`;

const MOST = `min(54rem, 100dvh - 2 * ${space[3]})`;

/** A dialog that was rendered by the server starts at the top, so that streaming does not move it. */
const Window = styled.dialog<{ $came: boolean }>`
  inline-size: min(46rem, 100vw - 2 * ${space[3]});
  max-inline-size: none;
  max-block-size: ${MOST};
  margin: ${({ $came }) => ($came ? `calc((100dvh - ${MOST}) / 2) auto auto` : 'auto')};
  /* The middle of the window, not of what the scrollbar's space leaves. */
  inset-inline-end: calc(100% - 100vw);
  padding: 0;
  border: 0;
  border-radius: ${radius.large};
  overflow: clip;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: ${elevation.floating};

  &[open] {
    display: flex;
    flex-direction: column;
  }

  &::backdrop {
    background: ${color.backdrop};
  }

  /* Before hydration an open dialog looks modal; without scripts it is part of the page. */
  @media screen and (scripting: enabled) {
    &[open]:not(:modal) {
      position: fixed;
      inset: 0 calc(100% - 100vw) 0 0;
      z-index: ${layer.header};
      box-shadow: 0 0 0 100vmax ${color.backdrop};
    }
  }

  @media (scripting: none) {
    position: static;
    max-block-size: none;
    margin: ${space[5]} auto;
  }

  ${({ $came }) => !$came && rising}
`;

const Head = styled.header`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: ${space[4]};
  padding: ${space[4]} ${space[4]} ${space[3]} ${space[5]};
  border-block-end: 1px solid ${color.line};

  ${from.medium} {
    padding: ${space[5]} ${space[5]} ${space[4]} ${space[6]};
  }
`;

const Title = styled.h2`
  font-size: ${size.h3};
  padding-block-start: 0.375rem;
`;

const Body = styled.div`
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space[5]};

  ${from.medium} {
    padding: ${space[5]} ${space[6]} ${space[6]};
  }
`;

const Close = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border: 0;
  border-radius: ${radius.round};
  background: ${color.sunken};

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }
`;

/**
 * Controls the native dialog: modal while `open`, and closed before it unmounts, so that the browser returns the focus.
 * A dialog in a document is not modal before hydration, and may have been closed by then.
 */
function useModal({ open, onClose, opener }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTaken = useRef(false);
  const isInBrowser = useBrowser();
  const [came] = useState(open && !isInBrowser);
  const wasClosed = useEffectEvent(() => onClose());
  const focusOpener = useEffectEvent(() => {
    if (document.activeElement === document.body) opener?.()?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    const isNew = !isTaken.current;
    isTaken.current = true;
    if (!element || !open) return;
    // The history changes after the router has hydrated.
    if (came && isNew && !element.open) return queueMicrotask(wasClosed);
    element.close();
    focusOpener();
    const { documentElement: root } = document;
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight);
    element.showModal();
    return () => element.close();
  }, [came, open]);
  return { dialog, came };
}

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** The element that gets the focus when nothing had it before, as in a rendered dialog. */
  readonly opener?: () => HTMLElement | null | undefined;
  readonly closeLabel?: string;
  readonly lang?: string;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel = 'Schliessen', lang, children } = props;
  const { dialog, came } = useModal(props);
  const pressedBeside = useRef(false);
  const titleId = useId();

  // Its parts fill the dialog, so an event on the dialog itself is on the backdrop. Press and release both count, so
  // that selecting text does not close it.
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    onClose();
  };
  // In a rendered dialog a form closes it before hydration.
  const closing = (
    <Close type={came ? 'submit' : 'button'} aria-label={closeLabel} onClick={ask}>
      <CloseIcon />
    </Close>
  );

  return (
    <Window
      ref={dialog}
      $came={came}
      // Only the document sets it; afterwards the browser does.
      open={came}
      aria-labelledby={titleId}
      lang={lang}
      data-print="hide"
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!open || event.target !== event.currentTarget) return;
        // Strict mode closes and reopens it at once, so only a dialog that stays closed was closed.
        queueMicrotask(() => dialog.current?.open === false && onClose());
      }}
    >
      <Head>
        <Title id={titleId}>{title}</Title>
        {came ? <form method="dialog">{closing}</form> : closing}
      </Head>
      <Body>{children}</Body>
    </Window>
  );
}
