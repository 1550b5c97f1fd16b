import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { Children, type ReactNode, useRef } from 'react';
import styled from 'styled-components';
import { MORE_WIDTH, MoreActions, useFitting } from './more-actions.tsx';
import { FailuresBelow } from './row-failure.tsx';

const More = styled.span`
  display: block;
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 400;
`;

/** Id of a row's title, for `aria-describedby` of its buttons and links. */
export const titleId = (id: string) => `row-${id}`;

interface RowTitleProps {
  readonly id: string;
  readonly title: string;
  readonly more?: string;
  /** Below the title. */
  readonly children?: ReactNode;
}

export const RowTitle = ({ id, title, more, children }: RowTitleProps) => (
  <>
    <span lang="de">
      <span id={titleId(id)}>{title}</span>
      {more && <More>{more}</More>}
    </span>
    {children}
  </>
);

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[1]};

  @media (max-width: 47.99rem) {
    /* Fills its container without widening it. */
    inline-size: 0;
    min-inline-size: 100%;
    flex-wrap: wrap;
  }

  @media (min-width: 48rem) and (max-width: 89.99rem) {
    flex-wrap: wrap;
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

/** The actions of a row or card. On a phone those that do not fit into one line are in a menu. */
export function RowActions({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const actions = Children.toArray(children).map((action, index) => (
    <Action key={index} data-action="">
      {action}
    </Action>
  ));
  const fitting = useFitting(row, actions.length, MORE_WIDTH);
  return (
    <FailuresBelow>
      <Row ref={row} className={className}>
        {actions.slice(0, fitting)}
        {fitting < actions.length && <MoreActions describedBy={titleId(id)}>{actions.slice(fitting)}</MoreActions>}
      </Row>
    </FailuresBelow>
  );
}

export interface RowLinkProps {
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
