import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { Children, type ReactNode, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { DeleteButton } from './delete-button.tsx';
import { MORE_WIDTH, MoreActions } from './more-actions.tsx';
import { titleId } from './row-title.tsx';
import { useFitting } from './use-fitting.ts';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[1]};

  @media (max-width: 47.99rem) {
    /* As wide as its place, which it does not widen. */
    inline-size: 0;
    min-inline-size: 100%;
    flex-wrap: wrap;
  }
`;

/** One action: with what it brings along, a second button or a dialog. */
const Action = styled.div`
  display: flex;
  flex: none;
`;

export interface RowActionsProps {
  /** Of the row, whose title has `titleId` for its id. */
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What can be done with a row or card. On a phone those that fit stand in one line, the rest behind a menu button. */
export function RowActions({ id, className, children }: RowActionsProps) {
  const row = useRef<HTMLDivElement>(null);
  const actions = Children.toArray(children).map((action, index) => (
    <Action key={index} data-action="">
      {action}
    </Action>
  ));
  const fitting = useFitting(row, actions.length, MORE_WIDTH);
  return (
    <Row ref={row} className={className}>
      {actions.slice(0, fitting)}
      {fitting < actions.length && <MoreActions describedBy={titleId(id)}>{actions.slice(fitting)}</MoreActions>}
    </Row>
  );
}

export interface RowLinkProps {
  /** Of the row. */
  readonly id: string;
  readonly to: string;
  readonly variant?: 'secondary' | 'quiet';
  readonly children: string;
}

export function RowLink({ id, to, variant = 'secondary', children }: RowLinkProps) {
  return (
    <ButtonLink to={to} variant={variant} size="small" aria-describedby={titleId(id)}>
      {children}
    </ButtonLink>
  );
}

export interface DeleteRowProps {
  readonly row: { readonly id: string; readonly title: string };
  readonly question: string;
  /** What is said when it cannot be deleted. */
  readonly failure: string;
  readonly remove: (id: string) => Promise<unknown>;
}

/** Deletes what a row shows, once one has said yes, and has the list read again. */
export function DeleteRow({ row: { id, title }, question, failure, remove }: DeleteRowProps) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      name={title}
      describedBy={titleId(id)}
      restorable={id}
      question={question}
      failure={failure}
      onDelete={async () => {
        await remove(id);
        await revalidate();
      }}
    />
  );
}
