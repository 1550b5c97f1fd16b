import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { RecordForm } from '../../records/form/record-form.tsx';
import { slugFollows } from '../../records/form/slug-follows.ts';
import { useSavedForm } from '../../records/form/use-saved-form.ts';
import type { Option } from '../../records/model/option.ts';
import { type PostValues, postSchema } from '../model/post-form.ts';
import { ContentField } from './content-field.tsx';

const Pair = styled.div`
  display: grid;
  gap: ${space[5]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const REASONS = { posts_slug_key: { field: 'slug', message: 'This slug is already taken.' } } as const;

export interface PostFormProps {
  readonly record: string;
  readonly values: PostValues;
  /** `updated_at` of the post; null for a new one. */
  readonly base: string | null;
  readonly categories: readonly Option[];
  readonly save: (values: PostValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function PostForm({ record, values, base, categories, save, leave }: PostFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: postSchema, values, base, save, leave, reasons: REASONS });
  const { form, field } = saved;
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm
      label={isNew ? 'New Post' : 'Edit Post'}
      saved={saved}
      failure="Failed to save post"
      submitLabel={isNew ? 'Create Post' : 'Update Post'}
    >
      <Pair>
        <TextField label="Title" lang="de" required {...withSlug(field('title'))} />
        <TextField label="Slug" required hint="The post's address: /post/{slug}" {...field('slug')} />
      </Pair>
      <ContentField form={form} {...field('content')} />
      <TextAreaField label="Excerpt" lang="de" rows={3} hint="Shown on cards and in feeds" {...field('excerpt')} />
      <Pair>
        <SelectField label="Category" {...field('categoryId')}>
          <option value="">No category</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id} lang="de">
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Publish Date"
          type="datetime-local"
          hint={isNew ? 'Local time. Empty: now. A later date schedules the post.' : 'Local time. Empty: a draft.'}
          {...field('publishedAt')}
        />
      </Pair>
    </RecordForm>
  );
}
