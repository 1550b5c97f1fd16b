import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { createPrompt } from './data/create-prompt.ts';
import { NEW_PROMPT, type Prompt } from './data/prompt.ts';
import { updatePrompt } from './data/update-prompt.ts';
import { PromptForm } from './prompt-form.tsx';

export interface EditedPromptProps {
  /** `new` or an id. */
  readonly edited: string;
  readonly prompts: readonly Prompt[];
}

/** The form for the prompt that the address names. */
export function EditedPrompt({ edited, prompts }: EditedPromptProps) {
  const navigate = useNavigate();
  const leave = () => void navigate(addresses.prompts);
  const prompt = prompts.find(({ id }) => id === edited);
  if (edited !== 'new' && !prompt) return <ReadFailed title="There is no such prompt." code="not_found" />;
  return (
    <Card as="section" aria-label={prompt ? 'Edit Prompt' : 'New Prompt'}>
      <CardBody>
        <h2>{prompt ? 'Edit Prompt' : 'New Prompt'}</h2>
        {prompt ? (
          <>
            <PromptForm
              key={`${prompt.id} ${prompt.updatedAt}`}
              record={`prompts/${prompt.id}`}
              values={prompt.values}
              base={prompt.updatedAt}
              save={(values, base) => asStaff((client) => updatePrompt(client, prompt.id, values, base))}
              leave={leave}
            />
            <RecordHistory record={prompt.id} />
          </>
        ) : (
          <PromptForm
            key="new"
            record="prompts/new"
            values={NEW_PROMPT}
            base={null}
            save={(values) => asStaff((client) => createPrompt(client, values))}
            leave={leave}
          />
        )}
      </CardBody>
    </Card>
  );
}
