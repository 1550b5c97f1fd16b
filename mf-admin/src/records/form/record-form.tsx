import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import styled from 'styled-components';
import { KeptNotice } from './kept-notice.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import type { SavedForm } from './use-saved-form.ts';

/** Stays in view below a long form, so that saving and what came of it are never out of sight. */
const Foot = styled.div`
  position: sticky;
  inset-block-end: ${space[3]};
  z-index: 1;
  display: grid;
  gap: ${space[3]};
  padding: ${space[3]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.lifted};
`;

/** On a phone both buttons fit beside each other, with the longest of names. */
const Buttons = styled(Cluster)`
  @media (max-width: 47.99rem) {
    gap: ${space[2]};

    > button {
      flex: 1 1 auto;
      padding-inline: ${space[3]};
    }
  }
`;

export interface RecordFormProps<Values extends FieldValues> {
  readonly saved: SavedForm<Values>;
  readonly children: ReactNode;
}

/** What has the focus is never behind the bar. */
const Form = styled(Stack)`
  :is(input, textarea, select, button, a, summary) {
    scroll-margin-block-end: 8rem;
  }
`;

/** The frame of every form that edits one record: kept input above, fields, then what happened and the buttons. */
export function RecordForm<Values extends FieldValues>({ saved, children }: RecordFormProps<Values>) {
  const { isNew, kind } = saved;
  const { texts } = kind;
  const failure = isNew ? texts.createFailed : texts.updateFailed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saved.submit();
  };
  return (
    <Form as="form" $gap={5} noValidate aria-label={isNew ? texts.new : texts.edit} onSubmit={submit}>
      <KeptNotice kept={saved.kept} onDiscard={saved.discard} />
      {children}
      <Foot>
        {saved.problem === 'failed' && <Notice tone="error">{failure}</Notice>}
        {saved.problem === 'conflict' && <Conflict saved={saved} />}
        {saved.problem === 'gone' && (
          <Notice tone="error" title={failure}>
            Somebody else has deleted this meanwhile. What you typed stays here until you leave: copy what you want to
            keep.
          </Notice>
        )}
        <Buttons $justify="end">
          <Button variant="secondary" onClick={saved.cancel}>
            Cancel
          </Button>
          <Button type="submit" busy={saved.saving}>
            {saved.saving ? 'Saving...' : isNew ? texts.create : texts.update}
          </Button>
        </Buttons>
      </Foot>
      <LeaveQuestion blocker={saved.leaving} onLeave={saved.kept.forget} />
    </Form>
  );
}

function Conflict<Values extends FieldValues>({ saved }: { readonly saved: SavedForm<Values> }) {
  return (
    <Notice
      tone="error"
      title="Somebody else has changed this meanwhile."
      action={
        <Cluster $gap={2}>
          <Button variant="secondary" size="small" onClick={saved.reload}>
            Reload
          </Button>
          <Button variant="danger" size="small" onClick={saved.overwrite}>
            Overwrite
          </Button>
        </Cluster>
      }
    >
      Nothing was saved. Reload to see their version (yours is kept and can be brought back), or overwrite it with
      yours.
    </Notice>
  );
}
