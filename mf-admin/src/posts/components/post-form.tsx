import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { CategoryField } from '../../records/form/category-field.tsx';
import { Pair } from '../../records/form/pair.tsx';
import { RecordForm } from '../../records/form/record-form.tsx';
import { slugFollows } from '../../records/form/slug-follows.ts';
import { useSavedForm } from '../../records/form/use-saved-form.ts';
import type { Option } from '../../records/model/option.ts';
import type { FormProps } from '../../records/record-page.tsx';
import { post } from '../post-record.ts';
import { ContentField } from './content-field.tsx';

export function PostForm({ beside: categories, ...editing }: FormProps<typeof post, readonly Option[]>) {
  const saved = useSavedForm(post, editing);
  const { form, field, isNew } = saved;
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm saved={saved}>
      <Pair>
        <TextField lang="de" {...withSlug(field('title'))} />
        <TextField hint="The post's address: /post/{slug}" {...field('slug')} />
      </Pair>
      <ContentField form={form} {...field('content')} />
      <TextAreaField lang="de" rows={3} hint="Shown on cards and in feeds" {...field('excerpt')} />
      <Pair>
        <CategoryField categories={categories} {...field('categoryId')} />
        <TextField
          type="datetime-local"
          hint={isNew ? 'Local time. Empty: now. A later date schedules the post.' : 'Local time. Empty: a draft.'}
          {...field('publishedAt')}
        />
      </Pair>
    </RecordForm>
  );
}
