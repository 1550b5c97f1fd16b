import { Stack } from '@ki/shared/ui/layout.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { CategoryField } from '../records/form/category-field.tsx';
import { DurationField } from '../records/form/duration-field.tsx';
import { MarkdownField } from '../records/form/markdown-field.tsx';
import { MarkdownHelp } from '../records/form/markdown-help.tsx';
import { Pair } from '../records/form/pair.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useSavedForm } from '../records/form/use-saved-form.ts';
import type { Option } from '../records/model/option.ts';
import type { FormProps } from '../records/record-page.tsx';
import { workshop } from './workshop-record.ts';

export function WorkshopForm({ beside: categories, ...editing }: FormProps<typeof workshop, readonly Option[]>) {
  const saved = useSavedForm(workshop, editing);
  const { form, field } = saved;
  return (
    <RecordForm saved={saved}>
      <Pair>
        <TextField lang="de" {...field('title')} />
        <TextField lang="de" {...field('subtitle')} />
      </Pair>
      <TextAreaField lang="de" rows={3} hint="Shown on the card" {...field('description')} />
      <Pair>
        <CategoryField categories={categories} {...field('categoryId')} />
        <TextField type="number" inputMode="numeric" min={0} step={1} {...field('maxParticipants')} />
      </Pair>
      <DurationField hours={field('duration.hours')} minutes={field('duration.minutes')} />
      <Stack $gap={3}>
        <MarkdownField rows={12} control={form.control} {...field('content')} name="content" />
        <MarkdownField rows={8} control={form.control} {...field('learningObjectives')} name="learningObjectives" />
        <MarkdownHelp />
      </Stack>
    </RecordForm>
  );
}
