import { Button } from '@ki/shared/ui/button.tsx';
import { MoreIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId, useRef } from 'react';
import styled from 'styled-components';

/** In px, of the button with the gap before it. */
export const MORE_WIDTH = 52;

const Opener = styled(Button)`
  inline-size: 2.75rem;
  padding-inline: 0;
  margin-inline-start: auto;
`;

/** Below its button, or above where there is no room; in the window's middle where a browser cannot place it so. */
const Menu = styled.div`
  min-inline-size: 10rem;
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  color: ${color.text};
  box-shadow: ${elevation.floating};

  @supports (position-area: block-end) {
    inset: auto;
    margin: 0;
    position-area: block-end span-inline-start;
    position-try-fallbacks: flip-block;
  }

  &:popover-open {
    display: grid;
    gap: ${space[1]};
  }

  :is(button, a) {
    flex: 1;
    justify-content: start;
    min-block-size: 2.75rem;
  }
`;

export interface MoreActionsProps {
  /** Id of the text that says what is acted on. */
  readonly describedBy: string;
  readonly children: ReactNode;
}

/** Actions behind one button. The menu closes before an action runs, so that the focus is never in what is gone. */
export function MoreActions({ describedBy, children }: MoreActionsProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.matches(':popover-open') && menu.current.hidePopover();
  return (
    <>
      <Opener
        variant="quiet"
        size="small"
        aria-label="More actions"
        aria-describedby={describedBy}
        popoverTarget={id}
        icon={<MoreIcon />}
      />
      <Menu ref={menu} id={id} popover="auto" onClickCapture={close}>
        {children}
      </Menu>
    </>
  );
}

/** Gives the document's focus to an element, or to the button of the closed menu that it is in. */
export function focusReachable(element: HTMLElement): void {
  const menu = element.closest<HTMLElement>('[popover]');
  const hidden = menu && !menu.matches(':popover-open');
  const opener = hidden && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`);
  (opener || element).focus();
}
