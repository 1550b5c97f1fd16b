import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { ReadFailed } from '../kit/failures.tsx';
import type { Editing } from '../records/form/editing.ts';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { RecordHistory } from '../versions/history/record-history.tsx';
import { prompt as kind, type Prompt } from './prompt-record.ts';

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
  const editor = useRecordForm(kind, { record, defaults: () => ({ isActive: false }) });
  return (
    <RecordForm editor={editor}>
      <Fields editor={editor} />
    </RecordForm>
  );
}
