import { CheckboxField } from '@ki/shared/ui/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { CategoryField } from '../../records/form/category-field.tsx';
import { Pair } from '../../records/form/pair.tsx';
import { RecordForm } from '../../records/form/record-form.tsx';
import { slugFollows } from '../../records/form/slug-follows.ts';
import { useSavedForm } from '../../records/form/use-saved-form.ts';
import type { Option } from '../../records/model/option.ts';
import { type CourseValues, courseSchema, LEVELS } from '../model/course.ts';
import { ThumbnailPreview } from './thumbnail-preview.tsx';

const REASONS = { courses_slug_key: { field: 'slug', message: 'This slug is already taken.' } } as const;

export interface CourseFormProps {
  readonly record: string;
  readonly values: CourseValues;
  /** `updated_at` of the course; null for a new one. */
  readonly base: string | null;
  readonly categories: readonly Option[];
  readonly save: (values: CourseValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function CourseForm({ record, values, base, categories, save, leave }: CourseFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: courseSchema, values, base, save, leave, reasons: REASONS });
  const { form, field } = saved;
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm
      label={isNew ? 'New Course' : 'Edit Course'}
      saved={saved}
      failure={isNew ? 'Failed to create course' : 'Failed to update course'}
      submitLabel={isNew ? 'Create Course' : 'Update Course'}
    >
      <Pair>
        <TextField label="Title" lang="de" required {...withSlug(field('title'))} />
        <TextField label="Slug" required hint="URL-friendly identifier for the course" {...field('slug')} />
      </Pair>
      <TextAreaField label="Description" lang="de" rows={4} {...field('description')} />
      <Pair>
        <CategoryField categories={categories} {...field('categoryId')} />
        <SelectField label="Difficulty Level" {...field('level')}>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
      </Pair>
      <Pair>
        <TextField
          label="Thumbnail URL"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          hint="Empty: a drawing made from the title"
          {...field('thumbnailUrl')}
        />
        <ThumbnailPreview control={form.control} />
      </Pair>
      <CheckboxField label="Published" hint="Only published courses are shown to visitors" {...field('isPublished')} />
    </RecordForm>
  );
}
