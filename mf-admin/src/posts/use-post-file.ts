import { toSlug } from '@ki/shared/format/slug.ts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type PostValues, post } from '../files/model/post-record.ts';
import type { Option } from '../kinds/model/field.ts';
import { errorText } from '../kit/use-operation.ts';
import type { PostFile } from './model/read-post-file.ts';

type Form = UseFormReturn<PostValues, unknown, PostValues>;
type Name = keyof PostValues;

/** The parts of a file that an import did not use. */
export interface ImportNotes {
  readonly name: string;
  readonly notes: readonly string[];
  readonly problem: string | null;
}

/** Appends a file's text, so that a drop by mistake loses nothing. */
const appended = (before: string, text: string) => (before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);

const comparable = (name: string) => name.normalize('NFC').trim().toLowerCase();

const write = (form: Form, name: Name, value: string) =>
  form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted });

/** Fills fields that nobody has filled, and returns the labels of the others. */
function fill(form: Form, values: Readonly<Partial<Record<Name, string>>>, isNew: boolean): readonly string[] {
  const { title, slug } = form.getValues();
  const isFree: Partial<Record<Name, boolean>> = {
    // The address of a new post follows the title until somebody types one; a stored one may be public.
    slug: isNew && slug === toSlug(title),
    author: form.getValues('author') === form.formState.defaultValues?.author,
  };
  const names = Object.keys(values) as Name[];
  return names.flatMap((name) => {
    const [current, value] = [form.getValues(name), values[name] ?? ''];
    if (value === '' || value === current) return [];
    if (current !== '' && !isFree[name]) return [post.fields[name].label.toLowerCase()];
    write(form, name, value);
    return [];
  });
}

/** Puts a Markdown file into the form: its text, and what its front matter has for other fields. */
export function usePostFile(form: Form, { isNew, categories }: { isNew: boolean; categories: readonly Option[] }) {
  const [result, setResult] = useState<ImportNotes | null>(null);

  function put({ content, category, notes, ...file }: PostFile): readonly string[] {
    const known = categories.find(({ name }) => comparable(name) === comparable(category));
    const { title, slug, texts, author, publishedAt } = file;
    const isTitled = form.getValues('title') === '';
    const kept = fill(
      form,
      {
        title,
        slug: slug || (isNew && isTitled ? toSlug(title) : ''),
        ...texts,
        author: isNew ? author : '',
        publishedAt: isNew ? publishedAt : '',
        categoryId: known?.id ?? '',
      },
      isNew,
    );
    write(form, 'content', appended(form.getValues('content'), content));
    const unknown =
      category !== '' && !known ? [`Not used: category (${category}), as there is none of this name.`] : [];
    return [
      ...notes,
      ...unknown,
      ...(isNew || publishedAt === '' ? [] : ['Not used: publish date. A stored post is published by hand.']),
      ...(kept.length > 0 ? [`Not used: ${kept.join(', ')}, as the form has another one.`] : []),
    ];
  }

  async function take(file: File): Promise<void> {
    try {
      const { readPostFile } = await import(
        /* webpackChunkName: "admin-import-markdown" */ './model/read-post-file.ts'
      );
      const read = readPostFile(file.name, new Uint8Array(await file.arrayBuffer()));
      const isRead = !('problem' in read);
      setResult({ name: file.name, notes: isRead ? put(read) : [], problem: isRead ? null : read.problem });
    } catch (error) {
      console.error(error);
      setResult({ name: file.name, notes: [], problem: errorText(error) });
    }
  }

  return { take, result };
}
