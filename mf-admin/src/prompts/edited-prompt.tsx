import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { createRecord, saveRecord } from '../records/data/records.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { PromptForm } from './prompt-form.tsx';
import { prompt as kind, type Prompt } from './prompt-record.ts';

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
  if (edited !== 'new' && !prompt) return <ReadFailed title={kind.texts.readFailed} code="not_found" />;
  const heading = prompt ? kind.texts.edit : kind.texts.new;
  return (
    <Card as="section" aria-label={heading}>
      <CardBody>
        <h2>{heading}</h2>
        {prompt ? (
          <>
            <PromptForm
              key={`${prompt.id} ${prompt.updatedAt}`}
              record={`prompts/${prompt.id}`}
              values={prompt.values}
              base={prompt.updatedAt}
              save={(values, base) => asStaff((client) => saveRecord(client, kind, prompt, values, base))}
              leave={leave}
            />
            <RecordHistory record={prompt.id} />
          </>
        ) : (
          <PromptForm
            key="new"
            record="prompts/new"
            values={kind.initial}
            base={null}
            save={(values) => asStaff((client) => createRecord(client, kind, values, { isActive: false }))}
            leave={leave}
          />
        )}
      </CardBody>
    </Card>
  );
}
