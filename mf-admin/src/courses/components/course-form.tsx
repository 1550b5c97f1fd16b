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
import type { FormProps } from '../../records/record-page.tsx';
import { course, LEVELS } from '../course-record.ts';
import { ThumbnailPreview } from './thumbnail-preview.tsx';

export function CourseForm({ beside: categories, ...editing }: FormProps<typeof course, readonly Option[]>) {
  const saved = useSavedForm(course, editing);
  const { form, field, isNew } = saved;
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm saved={saved}>
      <Pair>
        <TextField lang="de" {...withSlug(field('title'))} />
        <TextField hint="URL-friendly identifier for the course" {...field('slug')} />
      </Pair>
      <TextAreaField lang="de" rows={4} {...field('description')} />
      <Pair>
        <CategoryField categories={categories} {...field('categoryId')} />
        <SelectField {...field('level')}>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
      </Pair>
      <Pair>
        <TextField
          type="url"
          inputMode="url"
          autoCapitalize="none"
          hint="Empty: a drawing made from the title"
          {...field('thumbnailUrl')}
        />
        <ThumbnailPreview control={form.control} />
      </Pair>
      <CheckboxField hint="Only published courses are shown to visitors" {...field('isPublished')} />
    </RecordForm>
  );
}
