import { useRevalidator } from 'react-router-dom';
import { DeleteButton } from './delete-button.tsx';
import { titleId } from './row-title.tsx';

export interface ConfirmedActionProps {
  readonly action: string;
  readonly row: { readonly id: string; readonly title: string };
  readonly question: string;
  /** What is said when it could not be done. */
  readonly failure: string;
  readonly run: (id: string) => Promise<void>;
}

/** Does something with what a row shows, once one has said yes, and has the page read again: also who is still staff. */
export function ConfirmedAction({ action, row: { id, title }, question, failure, run }: ConfirmedActionProps) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      action={action}
      name={title}
      describedBy={titleId(id)}
      question={question}
      failure={failure}
      onDelete={async () => {
        await run(id);
        await revalidate();
      }}
    />
  );
}
