import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { Blocker } from 'react-router-dom';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { LeaveUploads } from '../../media/leave-uploads.tsx';
import { unfinishedNames } from '../../media/unfinished-uploads.ts';
import type { RecordEditor } from './use-record-form.ts';
import type { UnsavedInput } from './use-unsaved-input.ts';

/** The attribute of the button that has the focus again after the comparison. */
export const OPENS_COMPARISON = 'data-opens-comparison';

interface ConflictProps {
  readonly editor: RecordEditor;
  readonly comparison: 'closed' | 'loading' | 'failed';
}

export function Conflict({ editor, comparison }: ConflictProps) {
  const isOfDraft = editor.record?.draft?.isStale === true;
  return (
    <Notice
      tone="error"
      title="Somebody else has changed this meanwhile."
      action={
        <Cluster $gap={2}>
          <Button
            {...{ [OPENS_COMPARISON]: true }}
            variant="secondary"
            size="small"
            busy={comparison === 'loading'}
            onClick={editor.merge.open}
          >
            Compare and Merge
          </Button>
          {!isOfDraft && (
            <Button variant="secondary" size="small" onClick={editor.reload}>
              Reload
            </Button>
          )}
          <Button variant="danger" size="small" onClick={editor.overwrite}>
            Overwrite
          </Button>
        </Cluster>
      }
    >
      {isOfDraft
        ? 'What visitors see is newer than this draft. Compare both versions and merge them, or overwrite the published one with the draft.'
        : 'Nothing was saved. Compare both versions and merge them, reload to see their version (yours is kept and can be brought back), or overwrite it with yours.'}
      {comparison === 'failed' && <p>Their version could not be loaded. Please try again.</p>}
    </Notice>
  );
}

interface UnsavedNoticeProps {
  readonly unsaved: UnsavedInput;
  readonly isMerged: boolean;
  readonly onDiscard: () => void;
}

export function UnsavedNotice({ unsaved, isMerged, onDiscard }: UnsavedNoticeProps) {
  const isMergedInput = isMerged && unsaved.hasAside;
  if (unsaved.restored && !isMergedInput) {
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
  if (!unsaved.hasAside) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={unsaved.bringBack}>
          Bring back my input
        </Button>
      }
    >
      {isMergedInput
        ? 'This is the merged version, which is not saved yet. What you typed is kept.'
        : 'This is the version that is stored now. What you typed is kept.'}
    </Notice>
  );
}

interface LeaveQuestionProps {
  readonly blocker: Blocker;
  readonly isDirty: boolean;
  readonly onLeave: () => void;
}

export function LeaveQuestion({ blocker, isDirty, onLeave }: LeaveQuestionProps) {
  if (blocker.state !== 'blocked') return null;
  if (!isDirty) return <LeaveUploads onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
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
      {unfinishedNames().length > 0 && <p>Not uploaded yet: {unfinishedNames().join(', ')}.</p>}
    </ActionDialog>
  );
}
