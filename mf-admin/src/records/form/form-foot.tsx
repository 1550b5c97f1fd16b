import { plural } from '@ki/shared/format/plural.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CheckIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { openedOf, type PublishPermission } from '../../kinds/model/define-record.ts';
import { Failure } from '../../kit/failures.tsx';
import { Foot } from '../../kit/foot.tsx';
import { siteDateTime } from '../../kit/model/zones.ts';
import { Note } from '../../kit/part.tsx';
import { StoredText } from '../../versions/messages.tsx';
import { DeniedSubmit, RequestPublication } from '../../versions/publication-request.tsx';
import type { RecordEditor } from './use-record-form.ts';

/** On a phone two or three buttons share a row, and long labels wrap: the bar leaves room for the fields. */
const Buttons = styled(Cluster)`
  @media (max-width: 47.99rem) {
    align-items: stretch;
    gap: ${space[2]};

    > p {
      flex-basis: 100%;
    }

    > button {
      flex: 1 1 40%;
      padding-inline: ${space[3]};
      line-height: 1.2;
      white-space: normal;
    }

    > button:nth-last-of-type(3):first-of-type,
    > button:nth-last-of-type(3):first-of-type ~ button {
      flex-basis: 25%;
      padding-inline: ${space[2]};
    }
  }
`;

const State = styled(Note)`
  flex: 1 1 14rem;
`;

const Stored = styled.p`
  display: flex;
  gap: ${space[2]};
  color: ${color.success};
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    margin-block-start: 0.2em;
  }
`;

/** The attribute of the button that has the focus again after the comparison. */
export const OPENS_COMPARISON = 'data-opens-comparison';

interface ConflictProps {
  readonly editor: RecordEditor;
  readonly comparison: 'closed' | 'loading' | 'failed';
}

function Conflict({ editor, comparison }: ConflictProps) {
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

/** Says which version is stored, when it was, and whether there are later changes. */
function storedState({ record, isDirty, texts, choices }: RecordEditor): string {
  if (!record) return isDirty ? 'Not saved: only this browser has it.' : 'Nothing is saved yet.';
  const name = record.draft || choices.publish ? 'Draft' : texts.noun;
  const saved = `${name} saved on ${siteDateTime(openedOf(record).updatedAt)}.`;
  return isDirty ? `${saved} Only this browser has what changed since.` : saved;
}

interface MoreSubmitsProps {
  readonly editor: RecordEditor;
  readonly permission: PublishPermission | null;
  readonly onRequested: () => Promise<void>;
}

export function FormFoot({ editor, permission, onRequested }: MoreSubmitsProps) {
  const { isNew, texts, state, stored, note, wrong } = editor;
  const denial = editor.choices.publishes ? permission?.denial : permission?.draftDenial;
  const isSaving = state.name === 'asking' || state.name === 'saving';
  const failure = isNew ? texts.createFailed : texts.updateFailed;
  return (
    <Foot>
      {state.name === 'failed' && <Failure text={failure} reason={state.refusal} />}
      {state.name === 'conflict' && <Conflict editor={editor} comparison={state.comparison} />}
      {state.name === 'gone' && (
        <Notice tone="error" title={failure}>
          Somebody else has deleted this meanwhile. What you typed stays here until you leave: copy what you want to
          keep.
        </Notice>
      )}
      {wrong > 0 && editor.wasRefused && (
        <Notice tone="warning">{plural(wrong, 'field is wrong.', 'fields are wrong.')}</Notice>
      )}
      {/* Stays mounted, because screen readers read only changes of an existing live region. */}
      <div role="status">
        {stored && (
          <Stored>
            <CheckIcon size={18} />
            <span>
              <StoredText {...stored} />
            </span>
          </Stored>
        )}
        {note && <p>{note}</p>}
      </div>
      <Buttons $justify="end">
        {(editor.isDirty || !stored) && <State>{storedState(editor)}</State>}
        <Button variant="secondary" onClick={editor.cancel}>
          Cancel
        </Button>
        <MoreSubmits editor={editor} permission={permission} onRequested={onRequested} />
        {denial ? (
          <DeniedSubmit label={isNew ? texts.create : texts.update} denial={denial} />
        ) : (
          <Button type="submit" busy={isSaving}>
            {isSaving ? 'Saving...' : isNew ? texts.create : texts.update}
          </Button>
        )}
      </Buttons>
    </Foot>
  );
}

function MoreSubmits({ editor, permission, onRequested }: MoreSubmitsProps) {
  const { choices, isNew, record, submit } = editor;
  const mayPublish = !permission?.denial;
  const waits = record !== null && (record.draft !== null || !choices.publishes);
  return (
    <>
      {choices.draft && !permission?.draftDenial && (
        <Button variant="secondary" onClick={() => submit({ ...choices.keeps, stays: true })}>
          Save Draft
        </Button>
      )}
      {choices.publish && mayPublish && (
        <Button variant="secondary" onClick={() => submit({ as: 'published' })}>
          Publish
        </Button>
      )}
      {!mayPublish && waits && !permission?.request && !permission?.draftDenial && (
        <RequestPublication kind={editor.table} record={record.id} onChanged={onRequested} />
      )}
      {isNew && mayPublish && (
        <Button variant="secondary" onClick={() => submit({ another: true })}>
          Done, start another
        </Button>
      )}
    </>
  );
}
