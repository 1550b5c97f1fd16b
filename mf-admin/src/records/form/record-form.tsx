import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import styled from 'styled-components';
import { RecordKey } from '../../text/record-key.ts';
import { AlsoOpen } from '../../versions/also-open.tsx';
import { DraftNotice } from '../../versions/draft-notice.tsx';
import { RequestNotice, usePublishPermission } from '../../versions/publication-request.tsx';
import { SharePreview } from '../../versions/share-preview.tsx';
import { FormFoot } from './form-foot.tsx';
import { LeaveQuestion, UnsavedNotice } from './form-notices.tsx';
import type { RecordEditor } from './use-record-form.ts';

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
  const { isNew, texts, unsaved, comparison } = editor;
  const form = useRef<HTMLFormElement>(null);
  useFocusOn(form, '[aria-invalid="true"]', editor.refusals);
  useFocusOn(form, 'input, textarea, select', editor.restarts + editor.merges);
  const { shown } = comparison;
  const opener = useOpener(shown !== null);
  const { permission, reload } = usePublishPermission(editor.table, editor.record?.id ?? null);
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
        <FormFoot editor={editor} permission={permission} opener={opener} onRequested={reload} />
      </Form>
      <LeaveQuestion blocker={editor.leaving} isDirty={editor.isDirty} onLeave={unsaved.clear} />
    </>
  );
}
