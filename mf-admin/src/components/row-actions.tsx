import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { DeleteButton } from './delete-button.tsx';
import { titleId } from './row-title.tsx';

/** What can be done with a row or card whose title has `titleId` for its id. */
export const RowActions = styled.div`
  display: flex;
  gap: ${space[1]};

  @media (max-width: 47.99rem) {
    flex-wrap: wrap;
  }
`;

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
      question={question}
      failure={failure}
      onDelete={async () => {
        await remove(id);
        await revalidate();
      }}
    />
  );
}
