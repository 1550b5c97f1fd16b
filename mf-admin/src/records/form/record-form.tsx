import { plural } from '@ki/shared/format/plural.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import styled from 'styled-components';
import { RecordKey } from '../../text/record-key.ts';
import { AlsoOpen } from '../../versions/also-open.tsx';
import type { PublishPermission } from '../../versions/data/publish-permission.ts';
import { DraftNotice } from '../../versions/draft-notice.tsx';
import {
  DeniedSubmit,
  RequestNotice,
  RequestPublication,
  usePublishPermission,
} from '../../versions/publication-request.tsx';
import { SharePreview } from '../../versions/share-preview.tsx';
import { StoredText } from '../../versions/stored-record.tsx';
import { Conflict, LeaveQuestion, UnsavedNotice } from './form-notices.tsx';
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

/** On a phone two or three buttons share a row, and long labels wrap: the bar leaves room for the fields. */
const Buttons = styled(Cluster)`
  @media (max-width: 47.99rem) {
    align-items: stretch;
    gap: ${space[2]};

    > button {
      flex: 1 1 40%;
      padding-inline: ${space[3]};
      line-height: 1.2;
      white-space: normal;
    }

    > button:first-child:nth-last-child(3),
    > button:first-child:nth-last-child(3) ~ button {
      flex-basis: 25%;
      padding-inline: ${space[2]};
    }
  }
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

/** Scrolling to a focused element stops above the sticky bar. */
const Form = styled(Stack)`
  :is(input, textarea, select, button, a, summary) {
    scroll-margin-block-end: 8rem;
  }
`;

/** Focuses the first match of the screen each time that `count` grows. */
function useFocusOn(form: RefObject<HTMLElement | null>, selector: string, count: number): void {
  useEffect(() => {
    if (count > 0) form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [form, selector, count]);
}

/** The button that opened another part has the focus again when this part is closed. */
function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** Toasts, of the page before, do not cover the buttons. */
function useToastsAbove(foot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--toast-end', `calc(${element.offsetHeight}px + ${space[5]})`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-end');
    };
  }, [foot]);
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

export function RecordForm({ editor, children }: { readonly editor: RecordEditor; readonly children: ReactNode }) {
  const { isNew, texts, unsaved, saveError, stored, note, wrong, comparison } = editor;
  const form = useRef<HTMLFormElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useToastsAbove(foot);
  useFocusOn(form, '[aria-invalid="true"]', editor.refusals);
  useFocusOn(form, 'input, textarea, select', editor.restarts + editor.merges);
  const { shown } = comparison;
  const opener = useOpener(shown !== null);
  const { permission, reload } = usePublishPermission(editor.table, editor.record?.id ?? null);
  const denial = editor.choices.publishes ? permission?.denial : permission?.draftDenial;
  const failure = isNew ? texts.createFailed : texts.updateFailed;
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
  return (
    <>
      {shown && <shown.Screen comparison={shown.comparison} onBack={comparison.back} onUse={comparison.use} />}
      <Form
        as="form"
        ref={form}
        $gap={5}
        hidden={shown !== null}
        noValidate
        aria-label={isNew ? texts.new : texts.edit}
        onSubmit={submit}
      >
        <KeepButton ref={keeper} />
        {editor.opened && <AlsoOpen {...editor.opened} />}
        {(editor.view !== null || editor.previewed) && (
          <Cluster>
            {editor.view !== null && (
              <ButtonLink to={editor.view} variant="secondary" size="small">
                View
              </ButtonLink>
            )}
            {editor.previewed && <SharePreview {...editor.previewed} isDirty={editor.isDirty} size="small" />}
          </Cluster>
        )}
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
        <UnsavedNotice unsaved={unsaved} isMerged={editor.merges > 0} onDiscard={editor.discard} />
        <RecordKey value={editor.recordKey}>{children}</RecordKey>
        <Foot ref={foot}>
          {saveError === 'failed' &&
            (editor.refusal === null ? (
              <Notice tone="error">{failure}</Notice>
            ) : (
              <Notice tone="error" title={failure}>
                {editor.refusal}
              </Notice>
            ))}
          {saveError === 'conflict' && <Conflict editor={editor} opener={opener} />}
          {saveError === 'gone' && (
            <Notice tone="error" title={failure}>
              Somebody else has deleted this meanwhile. What you typed stays here until you leave: copy what you want to
              keep.
            </Notice>
          )}
          {wrong > 0 && editor.refusals > 0 && (
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
            <Button variant="secondary" onClick={editor.cancel}>
              Cancel
            </Button>
            <MoreSubmits editor={editor} permission={permission} onRequested={reload} />
            {denial ? (
              <DeniedSubmit label={isNew ? texts.create : texts.update} denial={denial} />
            ) : (
              <Button type="submit" busy={editor.saving}>
                {editor.saving ? 'Saving...' : isNew ? texts.create : texts.update}
              </Button>
            )}
          </Buttons>
        </Foot>
      </Form>
      <LeaveQuestion blocker={editor.leaving} isDirty={editor.isDirty} onLeave={unsaved.clear} />
    </>
  );
}

interface MoreSubmitsProps {
  readonly editor: RecordEditor;
  readonly permission: PublishPermission | null;
  readonly onRequested: () => Promise<void>;
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
