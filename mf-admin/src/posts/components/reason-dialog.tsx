import { Badge } from '@ki/shared/ui/badge.tsx';
import { TextAreaField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { Note } from '../../kit/part.tsx';
import type { Judged } from '../model/citations/citations.ts';
import { STATES } from './citation-item.tsx';

const List = styled(Stack)`
  padding: 0;
  list-style: none;
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

/** The dialog has room for a few. */
const SHOWN = 5;
const MOST_LETTERS = 2000;

interface ReasonDialogProps {
  readonly citations: readonly Judged[];
  /** That of the last publication. */
  readonly before: string | null;
  /** Null to cancel. */
  readonly onAnswer: (reason: string | null) => void;
}

/** Asks why a post is published although something that it cites was not found in its sources. */
export function ReasonDialog({ citations, before, onAnswer }: ReasonDialogProps) {
  const [error, setError] = useState<string>();
  const submit = (input: FormData) => {
    const reason = String(input.get('reason')).trim();
    if (reason === '') setError('Say why it is published all the same');
    else onAnswer(reason);
  };
  return (
    <ActionDialog
      title="Publish with doubtful citations?"
      action="Publish with Reason"
      onSubmit={submit}
      onClose={() => onAnswer(null)}
    >
      <p>Something in these sentences was not found in the sources:</p>
      <List as="ul" $gap={3}>
        {citations.slice(0, SHOWN).map(({ key, state, number, sentence }) => (
          <li key={key}>
            <Badge $tone={STATES[state][1]}>{STATES[state][0]}</Badge> <span lang="de">{sentence.text}</span> [{number}]
          </li>
        ))}
      </List>
      {citations.length > SHOWN && <Note>and {citations.length - SHOWN} more</Note>}
      <TextAreaField
        label="Reason"
        name="reason"
        lang="de"
        rows={3}
        maxLength={MOST_LETTERS}
        defaultValue={before ?? ''}
        hint="The history of the post keeps it."
        error={error}
        required
      />
    </ActionDialog>
  );
}
