import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { RecordForm } from '../../records/form/record-form.tsx';
import { useSavedForm } from '../../records/form/use-saved-form.ts';
import { type ModuleValues, moduleSchema } from '../model/module.ts';

export interface ModuleFormProps {
  readonly record: string;
  readonly values: ModuleValues;
  /** `updated_at` of the module; null for a new one. */
  readonly base: string | null;
  readonly save: (values: ModuleValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function ModuleForm({ record, values, base, save, leave }: ModuleFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: moduleSchema, values, base, save, leave });
  return (
    <RecordForm
      label={isNew ? 'New Module' : 'Edit Module'}
      saved={saved}
      failure="An error occurred"
      submitLabel={isNew ? 'Create Module' : 'Update Module'}
    >
      <TextField label="Title" lang="de" required {...saved.field('title')} />
      <TextAreaField label="Description" lang="de" rows={4} {...saved.field('description')} />
    </RecordForm>
  );
}
