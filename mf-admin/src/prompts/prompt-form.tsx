import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useSavedForm } from '../records/form/use-saved-form.ts';
import { type PromptValues, promptSchema, WORKFLOW_TYPES } from './data/prompt.ts';

const REASONS = {
  prompts_one_active_per_type: { field: 'workflowType', message: 'This workflow already has an active prompt.' },
} as const;

export interface PromptFormProps {
  readonly record: string;
  readonly values: PromptValues;
  /** `updated_at` of the prompt; null for a new one. */
  readonly base: string | null;
  readonly save: (values: PromptValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function PromptForm({ record, values, base, save, leave }: PromptFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: promptSchema, values, base, save, leave, reasons: REASONS });
  const { field } = saved;
  return (
    <RecordForm
      label={isNew ? 'New Prompt' : 'Edit Prompt'}
      saved={saved}
      failure={isNew ? 'Failed to create prompt' : 'Failed to update prompt'}
      submitLabel={isNew ? 'Create Prompt' : 'Update Prompt'}
    >
      <TextField label="Name" lang="de" required {...field('name')} />
      <SelectField label="Workflow Type" {...field('workflowType')}>
        {WORKFLOW_TYPES.map(({ type, name }) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Prompt Text" lang="de" rows={12} required {...field('text')} />
    </RecordForm>
  );
}
