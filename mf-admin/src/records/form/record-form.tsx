import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Blocker } from 'react-router-dom';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { LeaveUploads } from '../../media/leave-uploads.tsx';
import { unfinishedNames } from '../../media/unfinished-uploads.ts';
import { RecordKey } from '../../text/record-key.ts';
import { AlsoOpen } from '../../versions/also-open.tsx';
import { DraftNotice, ScheduleDialog } from '../../versions/draft-notice.tsx';
import { PermissionOfPage, RequestNotice, usePublishPermission } from '../../versions/publication-request.tsx';
import { SharePreview } from '../../versions/share-preview.tsx';
import { FormFoot, OPENS_COMPARISON } from './form-foot.tsx';
import type { RecordEditor } from './use-record-form.ts';
import type { UnsavedInput } from './use-unsaved-input.ts';

interface UnsavedNoticeProps {
  readonly unsaved: UnsavedInput;
  readonly isMerged: boolean;
  readonly onDiscard: () => void;
}

function UnsavedNotice({ unsaved, isMerged, onDiscard }: UnsavedNoticeProps) {
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

function LeaveQuestion({ blocker, isDirty, onLeave }: LeaveQuestionProps) {
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

const FOCUSED = {
  'wrong field': '[aria-invalid="true"]',
  'first field': 'input, textarea, select',
  comparison: `[${OPENS_COMPARISON}]`,
} as const;

function useFocus(form: RefObject<HTMLElement | null>, focus: RecordEditor['focus']): void {
  useEffect(() => {
    const found = focus && form.current?.querySelector<HTMLElement>(FOCUSED[focus.on]);
    // A text with such a picture is refused until somebody describes it.
    const target = found?.closest('[data-text]')?.querySelector<HTMLElement>('[data-picture] input') ?? found;
    const folded = target?.closest('details');
    if (folded) folded.open = true;
    target?.focus();
  }, [form, focus]);
}

/** Ctrl+S, on a Mac Cmd+S, in the form, or where nothing has the focus. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, keep: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
    // Keyboards of other alphabets have the letter at its place alone.
    const isS = /^[a-z]$/i.test(key) ? key.toLowerCase() === 's' : code === 'KeyS';
    if (!isS || ctrlKey === metaKey || altKey || shiftKey || isComposing) return;
    const { current } = form;
    const isHere = target instanceof Node && (current?.contains(target) || target === document.body);
    if (!current || current.hidden || !isHere) return;
    event.preventDefault();
    if (!event.repeat) keep();
  });
  // Listens to the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Enter in a field presses the first submit button of a form, in each browser. It is this one, and keeps work: the button
 * that publishes acts only when it is pressed itself.
 */
const KeepButton = (props: { readonly ref: RefObject<HTMLButtonElement | null> }) => (
  <VisuallyHidden as="button" type="submit" tabIndex={-1} aria-hidden="true" {...props} />
);

function Views({ editor, mayPublish }: { readonly editor: RecordEditor; readonly mayPublish: boolean }) {
  const { view, previewed, isDirty, choices, record, submit } = editor;
  const [isScheduling, setIsScheduling] = useState(false);
  const schedule = (publishAt: string) => {
    setIsScheduling(false);
    submit({ draft: { publishAt } });
  };
  return (
    <Cluster $gap={2}>
      {view !== null && (
        <ButtonLink to={view} variant="secondary" size="small">
          View
        </ButtonLink>
      )}
      {previewed && <SharePreview {...previewed} isDirty={isDirty} size="small" />}
      {choices.keeps && 'draft' in choices.keeps && !record?.draft && mayPublish && (
        <Button variant="secondary" size="small" onClick={() => setIsScheduling(true)}>
          Schedule Changes
        </Button>
      )}
      {isScheduling && <ScheduleDialog publishAt={null} onSchedule={schedule} onClose={() => setIsScheduling(false)} />}
    </Cluster>
  );
}

interface RecordFormProps {
  readonly editor: RecordEditor;
  /** The fields; a function places the state of the record itself, by default it stands above them. */
  readonly children: ReactNode | ((status: ReactNode) => ReactNode);
}

export function RecordForm({ editor, children }: RecordFormProps) {
  const { isNew, texts, unsaved, state, merge } = editor;
  const form = useRef<HTMLFormElement>(null);
  useFocus(form, editor.focus);
  const compared = state.name === 'comparing' ? state.compared : null;
  const ofPage = useContext(PermissionOfPage);
  const { record } = editor;
  const { permission, reload } = usePublishPermission(editor.table, record?.id ?? null, record?.permission ?? ofPage);
  const keeper = useRef<HTMLButtonElement>(null);
  const keep = () => editor.keep(!permission?.draftDenial);
  useSaveKey(form, keep);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isPressed = submitter instanceof HTMLButtonElement && submitter !== keeper.current;
    if (isPressed) editor.submit();
    else keep();
  };
  const status = (
    <>
      {(editor.view !== null || editor.previewed) && <Views editor={editor} mayPublish={!permission?.denial} />}
      {editor.record?.draft && (
        <DraftNotice
          key={editor.record.draft.updatedAt}
          draft={editor.record.draft}
          publishedBy={texts.update}
          changes={editor.changes}
          onSchedule={(publishAt) => editor.submit({ draft: { publishAt } })}
          onDiscard={editor.discardDraft}
          mayPublish={!permission?.denial}
          mayDiscard={!permission?.draftDenial}
        />
      )}
      {permission && editor.record && (
        <RequestNotice permission={permission} record={editor.record.id} onChanged={reload} />
      )}
    </>
  );
  return (
    <>
      {compared && <compared.Screen comparison={compared.comparison} onBack={merge.back} onUse={merge.use} />}
      <Stack
        as="form"
        ref={form}
        $gap={5}
        hidden={compared !== null}
        noValidate
        aria-label={isNew ? texts.new : texts.edit}
        onSubmit={submit}
      >
        <KeepButton ref={keeper} />
        {editor.opened && <AlsoOpen {...editor.opened} />}
        {typeof children !== 'function' && status}
        <UnsavedNotice unsaved={unsaved} isMerged={editor.isMerged} onDiscard={editor.discard} />
        <RecordKey value={editor.recordKey}>{typeof children === 'function' ? children(status) : children}</RecordKey>
        <FormFoot editor={editor} permission={permission} onRequested={reload} />
      </Stack>
      <LeaveQuestion blocker={editor.leaving} isDirty={editor.isDirty} onLeave={editor.left} />
    </>
  );
}
