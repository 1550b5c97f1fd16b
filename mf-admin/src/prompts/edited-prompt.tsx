import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { ReadFailed } from '../kit/failures.tsx';
import { plainForm } from '../records/record-page.tsx';
import { RecordHistory } from '../versions/history/record-history.tsx';
import { prompt as kind, type Prompt } from './prompt-record.ts';

const PromptForm = plainForm(kind, { defaults: () => ({ isActive: false }) });

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
