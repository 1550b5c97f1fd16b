import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { MoreIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, elevation, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Children, createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { useFitting } from './use-fitting.ts';

const Opener = styled(Button)`
  inline-size: 2.75rem;
  padding-inline: 0;
  margin-inline-start: auto;
`;

/** Anchored below its button, else above; centered in browsers without anchor positioning. */
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

/** A menu of actions. It closes before an action runs, so that the focus is not lost with it. */
function MoreActions({ describedBy, children }: { readonly describedBy: string; readonly children: ReactNode }) {
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

export function focusReachable(element: HTMLElement): void {
  const menu = element.closest<HTMLElement>('[popover]');
  const hidden = menu && !menu.matches(':popover-open');
  const opener = hidden && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`);
  (opener || element).focus();
}

const Place = createContext<HTMLElement | null>(null);

const Below = styled.div`
  /* A line of its own in the row of an order, which does not widen the column of a table. */
  grid-column: 1 / -1;
  flex: 1 0 100%;
  inline-size: 0;
  min-inline-size: 100%;
  margin-block-start: ${space[1]};

  &:empty {
    display: none;
  }
`;

/** The buttons of a row with a place for their failures below them, which a menu of buttons would hide. */
function FailuresBelow({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <Below ref={setPlace} />
    </Place>
  );
}

/** Why a button of a row failed: below the buttons of the row, else beside the button. */
export function RowFailure({ children }: { readonly children: ReactNode }) {
  const place = useContext(Place);
  const notice = <Notice tone="error">{children}</Notice>;
  return place ? createPortal(notice, place) : notice;
}

const More = styled.span`
  display: block;
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 400;
`;

/** Id of a row's title, for `aria-describedby` of its buttons and links. */
export const titleId = (id: string) => `row-${id}`;

const TitleLink = styled(Link)`
  color: inherit;
  text-decoration: none;

  &:hover,
  &:focus-visible {
    text-decoration: underline;
  }
`;

interface RowTitleProps {
  readonly id: string;
  readonly title: string;
  /** The page of the row. */
  readonly to?: string | undefined;
  readonly more?: string;
  readonly children?: ReactNode;
}

export const RowTitle = ({ id, title, to, more, children }: RowTitleProps) => (
  <>
    <span lang="de">
      {to === undefined ? (
        <span id={titleId(id)}>{title}</span>
      ) : (
        <TitleLink id={titleId(id)} to={to}>
          {title}
        </TitleLink>
      )}
      {more && <More>{more}</More>}
    </span>
    {children}
  </>
);

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[1]};

  @media (max-width: 74.99rem) {
    /* Fills its container without widening it. */
    inline-size: 0;
    min-inline-size: 100%;
    flex-wrap: wrap;
  }

  @media (min-width: 75rem) and (max-width: 89.99rem) {
    flex-wrap: wrap;
  }

  @media (min-width: 80rem) and (max-width: 89.99rem) {
    inline-size: max-content;
    max-inline-size: 13rem;
  }
`;

const Action = styled.div`
  display: flex;
  flex: none;

  /* A table cell takes its minimum width from wrapped labels, which would let the last button overflow. */
  :is(a, button) {
    white-space: nowrap;
  }
`;

interface RowActionsProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
  /** The actions that are always in the menu. */
  readonly menu?: ReactNode;
}

/** The actions of a row or card. On a phone those that do not fit into one line are in the menu, too. */
export function RowActions({ id, className, children, menu }: RowActionsProps) {
  const row = useRef<HTMLDivElement>(null);
  const actions = Children.toArray(children).map((action, index) => (
    <Action key={index} data-action="">
      {action}
    </Action>
  ));
  const more = Children.toArray(menu);
  const fitting = useFitting(row, actions.length, more.length > 0);
  const hidden = [...actions.slice(fitting), ...more];
  return (
    <FailuresBelow>
      <Row ref={row} className={className}>
        {actions.slice(0, fitting)}
        {hidden.length > 0 && <MoreActions describedBy={titleId(id)}>{hidden}</MoreActions>}
      </Row>
    </FailuresBelow>
  );
}

interface RowLinkProps {
  readonly id: string;
  readonly to: string;
  readonly variant?: 'secondary' | 'quiet';
  readonly children: string;
}

export const RowLink = ({ id, to, variant = 'secondary', children }: RowLinkProps) => (
  <ButtonLink to={to} variant={variant} size="small" aria-describedby={titleId(id)}>
    {children}
  </ButtonLink>
);
