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
import { type WorkshopValues, workshopSchema } from './data/workshop.ts';

export interface WorkshopFormProps {
  readonly record: string;
  readonly values: WorkshopValues;
  /** `updated_at` of the workshop; null for a new one. */
  readonly base: string | null;
  readonly categories: readonly Option[];
  readonly save: (values: WorkshopValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function WorkshopForm({ record, values, base, categories, save, leave }: WorkshopFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: workshopSchema, values, base, save, leave });
  const { form, field } = saved;
  return (
    <RecordForm
      label={isNew ? 'New Workshop' : 'Edit Workshop'}
      saved={saved}
      failure={isNew ? 'Failed to create workshop' : 'Failed to update workshop'}
      submitLabel={isNew ? 'Create Workshop' : 'Update Workshop'}
    >
      <Pair>
        <TextField label="Title" lang="de" required {...field('title')} />
        <TextField label="Subtitle" lang="de" {...field('subtitle')} />
      </Pair>
      <TextAreaField label="Description" lang="de" rows={3} hint="Shown on the card" {...field('description')} />
      <Pair>
        <CategoryField categories={categories} {...field('categoryId')} />
        <TextField
          label="Max Participants"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          {...field('maxParticipants')}
        />
      </Pair>
      <DurationField hours={field('hours')} minutes={field('minutes')} />
      <Stack $gap={3}>
        <MarkdownField label="Content" rows={12} control={form.control} {...field('content')} name="content" />
        <MarkdownField
          label="Learning Objectives"
          rows={8}
          control={form.control}
          {...field('learningObjectives')}
          name="learningObjectives"
        />
        <MarkdownHelp />
      </Stack>
    </RecordForm>
  );
}
