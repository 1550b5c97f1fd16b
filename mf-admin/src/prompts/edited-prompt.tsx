import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { ReadFailed } from '../kit/failures.tsx';
import type { Editing } from '../records/form/editing.ts';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { RecordHistory } from '../versions/history/record-history.tsx';
import { prompt as kind, type Prompt, WORKFLOW_TYPES } from './prompt-record.ts';

export function EditedPrompt({ edited, prompts }: { readonly edited: string; readonly prompts: readonly Prompt[] }) {
  const prompt = prompts.find(({ id }) => id === edited);
  if (edited !== 'new' && !prompt) return <ReadFailed title={kind.texts.readFailed} code="not_found" />;
  const heading = prompt ? kind.texts.edit : kind.texts.new;
  return (
    <Card as="section" aria-label={heading}>
      <CardBody>
        <h2>{heading}</h2>
        <PromptForm key={prompt ? `${prompt.id} ${prompt.updatedAt}` : 'new'} record={prompt ?? null} />
        {prompt && <RecordHistory record={prompt.id} />}
      </CardBody>
    </Card>
  );
}

function PromptForm({ record }: Pick<Editing<typeof kind>, 'record'>) {
  const next = { address: addresses.prompts };
  const edit = ({ id }: { readonly id: string }) => `${addresses.prompts}?edit=${id}`;
  const editor = useRecordForm(kind, { record, next, edit, defaults: () => ({ isActive: false }) });
  const { field } = editor;
  return (
    <RecordForm editor={editor}>
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
