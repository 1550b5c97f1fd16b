import { sessionStore } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { type TextAreaFieldProps, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { FileIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type DragEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { type PostValues, post } from '../files/model/post-record.ts';
import { UNREAD } from '../kinds/form-fields.tsx';
import { isMarkdownFile } from '../media/model/files-in-transfer.ts';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { WritingForm } from '../records/form/writing-form.tsx';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { MarkdownHelp } from '../text/markdown.tsx';
import { MarkdownField } from '../text/markdown-field.tsx';
import type { TextTarget } from '../text/model/text-target.ts';
import { CitationsBeside, CitationsQuestion, useCitations } from './citations.tsx';
import { NO_CITATIONS, originOf, type PostOptions } from './data/post-form.ts';
import { PartOfAi, PastedNote, useOrigin } from './part-of-ai.tsx';
import { type ImportNotes, usePostFile } from './use-post-file.ts';

const AUTHOR_HINT = (
  <>
    Shown with the post. Empty: nobody is named. The name of new posts is{' '}
    <Link to={addresses.accounts}>yours at Accounts</Link>
  </>
);

function PostForm({ options, ...editing }: FormProps<typeof post, PostOptions>) {
  const [stored, setStored] = useState(editing.record?.id ?? null);
  const [ai] = useState(() => originOf(editing.record?.origin)?.ai ?? 'none');
  const citations = useCitations(stored, options.citations, ai);
  const editor = useRecordForm(post, {
    ...editing,
    initial: { author: sessionStore.getState().user?.name ?? '' },
    beforeSave: citations.beforeSave,
  });
  const { form, isNew, record } = editor;
  // The form of a new post goes on as that of the stored one.
  if (record && stored === null) setStored(record.id);
  const { origin, reload } = useOrigin(record);
  const mayBePasted = isNew || origin?.would_be === 'none';
  const { categories } = options;
  const target = useRef<(() => TextTarget | null) | null>(null);
  const { beside } = citations;
  const own = useMemo(
    () => ({
      content: (binding: RecordField) => <ContentField {...binding} {...{ form, isNew, categories, target }} />,
      author: (binding: RecordField) => (
        <>
          <TextField {...binding} hint={AUTHOR_HINT} />
          {mayBePasted && <PastedNote />}
        </>
      ),
    }),
    [form, isNew, categories, mayBePasted],
  );
  const choices = useMemo(() => ({ categoryId: categories }), [categories]);
  return (
    <>
      <WritingForm
        editor={editor}
        inputs={editor.inputs}
        options={choices}
        own={own}
        beside={
          <>
            {record && origin && origin.would_be !== 'none' && (
              <PartOfAi
                origin={origin}
                post={{ id: record.id, version: record.draft?.updatedAt ?? record.updatedAt, isDirty: editor.isDirty }}
                onSigned={reload}
              />
            )}
            <CitationsBeside form={form} citations={beside} target={target} />
          </>
        }
      />
      <CitationsQuestion question={citations.question} stored={beside.stored} />
    </>
  );
}

type ContentFieldProps = Omit<TextAreaFieldProps, 'form'> & {
  readonly form: UseFormReturn<PostValues, unknown, PostValues>;
  readonly target: RefObject<(() => TextTarget | null) | null>;
  readonly isNew: boolean;
  readonly categories: PostOptions['categories'];
};

function ContentField({ form, target, isNew, categories, ...binding }: ContentFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);

  const { take, result } = usePostFile(form, { isNew, categories });
  const drop = (event: DragEvent) => {
    const file = [...event.dataTransfer.files].find(isMarkdownFile);
    if (!file) return;
    event.preventDefault();
    void take(file);
  };

  return (
    <Stack $gap={3}>
      <MarkdownField
        targetRef={target}
        previewHeading="Preview"
        onDrop={drop}
        {...binding}
        form={form}
        name="content"
        actions={
          <>
            <Button variant="quiet" size="small" icon={<FileIcon size={18} />} onClick={() => chooser.current?.click()}>
              Import a .md file
            </Button>
            <input
              ref={chooser}
              type="file"
              accept=".md,.markdown,text/markdown"
              hidden
              aria-label="Markdown file"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file && isMarkdownFile(file)) void take(file);
                event.target.value = '';
              }}
            />
          </>
        }
      />
      {result && <Imported {...result} />}
      <MarkdownHelp />
    </Stack>
  );
}

function Imported({ name, notes, problem }: ImportNotes) {
  const place = useRef<HTMLDivElement>(null);
  // The viewport of the browser: the notes are below the button that was pressed.
  useEffect(() => {
    if (notes) place.current?.scrollIntoView({ block: 'nearest' });
  }, [notes]);
  return (
    <div ref={place}>
      {(problem !== null || notes.length > 0) && (
        <Notice
          tone={problem === null ? 'warning' : 'error'}
          title={`${name} was ${problem === null ? '' : 'not '}imported.`}
        >
          {problem ?? notes.map((note) => <p key={note}>{note}</p>)}
        </Notice>
      )}
    </div>
  );
}

export const Component = recordPage(post, {
  Form: PostForm,
  unread: { options: { categories: UNREAD, citations: NO_CITATIONS }, title: 'The categories could not be loaded.' },
});
