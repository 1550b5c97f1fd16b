import { useRevalidator } from 'react-router-dom';
import { DeleteButton } from '../records/table/delete-button.tsx';
import { titleId } from '../records/table/row-title.tsx';

export interface TakeAwayProps {
  readonly action: string;
  readonly row: { readonly id: string; readonly email: string };
  readonly question: string;
  /** What is said when it could not be done. */
  readonly failure: string;
  readonly take: (id: string) => Promise<void>;
}

/** Takes an invitation or rights back, once one has said yes, and has the page read again: also who is still staff. */
export function TakeAway({ action, row: { id, email }, question, failure, take }: TakeAwayProps) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      action={action}
      name={email}
      describedBy={titleId(id)}
      question={question}
      failure={failure}
      onDelete={async () => {
        await take(id);
        await revalidate();
      }}
    />
  );
}
