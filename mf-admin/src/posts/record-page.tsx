import { sessionStore } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextAreaField, type TextAreaFieldProps, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { FileIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { type DragEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { CategoryField, Pair, slugFollows, UNREAD } from '../records/form/form-fields.tsx';
import { MarkdownHelp } from '../records/form/markdown.tsx';
import { MarkdownField } from '../records/form/markdown-field.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import type { Option } from '../records/model/fields.ts';
import { PictureField } from '../records/pictures/picture-field.tsx';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { PartOfAi, PastedNote, useOrigin } from './part-of-ai.tsx';
import { type PostValues, post } from './post-record.ts';

function PostForm({ options: categories, ...editing }: FormProps<typeof post, readonly Option[]>) {
  const editor = useRecordForm(post, {
    ...editing,
    next: { address: addresses.dashboard },
    edit: addresses.editPost,
    initial: { author: sessionStore.getState().user?.name ?? '' },
  });
  const { form, field, isNew } = editor;
  const { record } = editor;
  const { origin, reload } = useOrigin(record?.id ?? null);
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm editor={editor}>
      {record && origin && origin.would_be !== 'none' && (
        <PartOfAi
          origin={origin}
          post={{ id: record.id, version: record.draft?.updatedAt ?? record.updatedAt, isDirty: editor.isDirty }}
          onSigned={reload}
        />
      )}
      <Pair>
        <TextField lang="de" {...withSlug(field('title'))} />
        <TextField hint="The post's address: /post/{slug}" {...field('slug')} />
      </Pair>
      <ContentField form={form} {...field('content')} />
      {(isNew || origin?.would_be === 'none') && <PastedNote />}
      <TextAreaField
        lang="de"
        rows={3}
        hint="Shown on cards and in feeds. Empty: the card has no text"
        {...field('excerpt')}
      />
      <PictureField
        form={form}
        {...field('picture')}
        name="picture"
        hint="On cards and in the head of the post. Without one the drawn cover of the title is shown"
      />
      <Pair>
        <CategoryField categories={categories} from={addresses.categories} {...field('categoryId')} />
        <TextField
          type="datetime-local"
          hint={
            isNew
              ? 'Local time. Empty: published now. A later date schedules the post. Save Draft keeps it unpublished.'
              : 'Local time. Empty: a draft.'
          }
          {...field('publishedAt')}
        />
      </Pair>
      <TextField
        lang="de"
        hint={
          <>
            Shown with the post. Empty: nobody is named. The name of new posts is{' '}
            <Link to={addresses.accounts}>yours at Accounts</Link>
          </>
        }
        {...field('author')}
      />
    </RecordForm>
  );
}

type ContentFieldProps = Omit<TextAreaFieldProps, 'form'> & {
  readonly form: UseFormReturn<PostValues, unknown, PostValues>;
};

function ContentField({ form, ...binding }: ContentFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (!file || !isMarkdownFile(file)) return;
    const text = withImport(form.getValues('content'), await file.text());
    form.setValue('content', text, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const drop = (event: DragEvent) => {
    const file = [...event.dataTransfer.files].find(isMarkdownFile);
    if (!file) return;
    event.preventDefault();
    void take(file);
  };

  return (
    <Stack $gap={3}>
      <MarkdownField
        rows={20}
        hint="Markdown. A .md file can be dropped here."
        previewHeading="Preview"
        onDrop={drop}
        {...binding}
        form={form}
        name="content"
        actions={
          <>
            <Button
              variant="secondary"
              size="small"
              icon={<FileIcon size={18} />}
              onClick={() => chooser.current?.click()}
            >
              Import a .md file
            </Button>
            <input
              ref={chooser}
              type="file"
              accept=".md,.markdown,text/markdown"
              hidden
              aria-label="Markdown file"
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </>
        }
      />
      <MarkdownHelp />
    </Stack>
  );
}

/** Browsers have no MIME type for Markdown files: the name decides. */
export const isMarkdownFile = (file: Pick<File, 'name'>) => /\.(md|markdown)$/i.test(file.name);

/** Appends a file's text, so that a drop by mistake loses nothing. */
function withImport(before: string, file: string): string {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`;
}

export const Component = recordPage(post, {
  Form: PostForm,
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
});
