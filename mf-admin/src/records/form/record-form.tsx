import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import type { FormEvent, ReactNode } from 'react';
import type { Blocker } from 'react-router-dom';
import styled from 'styled-components';
import { ActionDialog } from '../action-dialog.tsx';
import type { DraftState } from './use-draft.ts';
import type { RecordEditor } from './use-record-form.ts';

/** Sticky: the buttons and the result of saving stay in view below a long form. */
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

/** Both buttons fit into one row of a phone, with the longest labels. */
const Buttons = styled(Cluster)`
  @media (max-width: 47.99rem) {
    gap: ${space[2]};

    > button {
      flex: 1 1 auto;
      padding-inline: ${space[3]};
    }
  }
`;

/** Scrolling to a focused element stops above the sticky bar. */
const Form = styled(Stack)`
  :is(input, textarea, select, button, a, summary) {
    scroll-margin-block-end: 8rem;
  }
`;

export function RecordForm({ editor, children }: { readonly editor: RecordEditor; readonly children: ReactNode }) {
  const { isNew, texts, draft, saveError } = editor;
  const failure = isNew ? texts.createFailed : texts.updateFailed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    editor.submit();
  };
  return (
    <>
      <Form as="form" $gap={5} noValidate aria-label={isNew ? texts.new : texts.edit} onSubmit={submit}>
        <DraftNotice draft={draft} onDiscard={editor.discard} />
        {children}
        <Foot>
          {saveError === 'failed' && <Notice tone="error">{failure}</Notice>}
          {saveError === 'conflict' && <Conflict editor={editor} />}
          {saveError === 'gone' && (
            <Notice tone="error" title={failure}>
              Somebody else has deleted this meanwhile. What you typed stays here until you leave: copy what you want to
              keep.
            </Notice>
          )}
          <Buttons $justify="end">
            <Button variant="secondary" onClick={editor.cancel}>
              Cancel
            </Button>
            <Button type="submit" busy={editor.saving}>
              {editor.saving ? 'Saving...' : isNew ? texts.create : texts.update}
            </Button>
          </Buttons>
        </Foot>
      </Form>
      <LeaveQuestion blocker={editor.leaving} onLeave={draft.clear} />
    </>
  );
}

const Conflict = ({ editor }: { readonly editor: RecordEditor }) => (
  <Notice
    tone="error"
    title="Somebody else has changed this meanwhile."
    action={
      <Cluster $gap={2}>
        <Button variant="secondary" size="small" onClick={editor.reload}>
          Reload
        </Button>
        <Button variant="danger" size="small" onClick={editor.overwrite}>
          Overwrite
        </Button>
      </Cluster>
    }
  >
    Nothing was saved. Reload to see their version (yours is kept and can be brought back), or overwrite it with yours.
  </Notice>
);

function DraftNotice({ draft, onDiscard }: { readonly draft: DraftState; readonly onDiscard: () => void }) {
  if (draft.restored) {
    return (
      <Notice
        action={
          <Button variant="secondary" size="small" onClick={onDiscard}>
            Discard
          </Button>
        }
      >
        Your unsaved input was restored.
      </Notice>
    );
  }
  if (!draft.hasAside) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={draft.bringBack}>
          Bring back my input
        </Button>
      }
    >
      This is the version that somebody else has saved. What you typed is kept.
    </Notice>
  );
}

function LeaveQuestion({ blocker, onLeave }: { readonly blocker: Blocker; readonly onLeave: () => void }) {
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <ActionDialog
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      isDangerous
      onSubmit={leave}
      onClose={() => blocker.reset()}
    >
      <p>What you typed has not been saved and will be discarded.</p>
    </ActionDialog>
  );
}
