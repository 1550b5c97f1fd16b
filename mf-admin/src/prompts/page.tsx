import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { PermissionOfPage } from '../versions/publication-request.tsx';
import type { PromptsData } from './data/prompts.ts';
import { EditedPrompt } from './edited-prompt.tsx';
import { WORKFLOW_TYPES } from './prompt-record.ts';
import { PromptSection } from './prompt-section.tsx';

export function Component() {
  const { edited, prompts } = useLoaderData<PromptsData>();
  return (
    <>
      <PageHead
        title="Prompts"
        subtitle="What the workflows tell the models: one active prompt for each"
        add={edited === 'new' ? undefined : { to: '?edit=new', label: 'New Prompt' }}
      />
      <Settled value={prompts} loading={<Loading>Loading...</Loading>}>
        {(result) => {
          const { list, permission } = result.ok ? result.data : { list: [], permission: null };
          return (
            <Stack $gap={6}>
              {!result.ok && <ReadFailed />}
              {result.ok && edited !== null && (
                <PermissionOfPage value={permission}>
                  <EditedPrompt edited={edited} prompts={list} />
                </PermissionOfPage>
              )}
              {WORKFLOW_TYPES.map(({ type, name }) => (
                <PromptSection
                  key={type}
                  name={name}
                  prompts={list.filter(({ values, id }) => values.workflowType === type && id !== edited)}
                />
              ))}
            </Stack>
          );
        }}
      </Settled>
    </>
  );
}
