import { type MouseEvent, type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { CloseIcon } from './icons.tsx';
import { color, elevation, from, motion, radius, size, space } from './theme.ts';

const Window = styled.dialog`
  inline-size: min(46rem, 100vw - 2 * ${space[3]});
  max-inline-size: none;
  max-block-size: min(54rem, 100dvh - 2 * ${space[3]});
  margin: auto;
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

  @media (prefers-reduced-motion: no-preference) {
    &[open] {
      transition: translate ${motion.calm};

      @starting-style {
        translate: 0 1rem;
      }
    }
  }
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
 * Talks to the native dialog: modal while `open`, and closed before its element leaves, or the browser would not give the
 * focus back to where it was.
 */
function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean, opener: DialogProps['opener']) {
  const focusOpener = useEffectEvent(() => {
    if (document.activeElement === document.body) opener?.()?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    focusOpener();
    element.showModal();
    return () => element.close();
  }, [dialog, open]);
}

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the close button or a click beside the dialog. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What gets the focus afterwards where nothing had it, as in a document that came with the dialog open. */
  readonly opener?: () => HTMLElement | null | undefined;
  readonly closeLabel?: string;
  readonly lang?: string;
  readonly children: ReactNode;
}

/** A modal window: the page behind it stands still and cannot be reached. */
export function Dialog({ open, onClose, title, opener, closeLabel = 'Schliessen', lang, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const titleId = useId();
  useModal(dialog, open, opener);

  // The dialog's own box is filled by its parts: an event on the dialog itself happened on the backdrop.
  // Press and release must both be there, so that text selected with the mouse does not close it.
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;

  return (
    <Window
      ref={dialog}
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
        // Strict mode closes it and opens it again at once: only what stays closed was closed by someone.
        queueMicrotask(() => dialog.current?.open === false && onClose());
      }}
    >
      <Head>
        <Title id={titleId}>{title}</Title>
        <Close type="button" aria-label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </Close>
      </Head>
      <Body>{children}</Body>
    </Window>
  );
}
