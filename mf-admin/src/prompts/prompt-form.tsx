import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { type Editing, useSavedForm } from '../records/form/use-saved-form.ts';
import type { ValuesOf } from '../records/model/define-record.ts';
import { prompt, WORKFLOW_TYPES } from './prompt-record.ts';

export function PromptForm(editing: Editing<ValuesOf<typeof prompt>>) {
  const saved = useSavedForm(prompt, editing);
  const { field } = saved;
  return (
    <RecordForm saved={saved}>
      <TextField lang="de" {...field('name')} />
      <SelectField {...field('workflowType')}>
        {WORKFLOW_TYPES.map(({ type, name }) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextAreaField lang="de" rows={12} {...field('text')} />
    </RecordForm>
  );
}
