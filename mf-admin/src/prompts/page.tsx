import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import { useId } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice, ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Note, PartTitle, SmallTitle } from '../kit/part.tsx';
import { titleId } from '../kit/table/row.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { RecordActions } from '../records/list/columns.tsx';
import { plainForm } from '../records/record-page.tsx';
import { RecordHistory } from '../versions/history/record-history.tsx';
import { PermissionOfPage } from '../versions/publication-request.tsx';
import { activatePrompt, type PromptsData } from './data/prompts.ts';
import { prompt as kind, type Prompt, WORKFLOW_TYPES } from './prompt-record.ts';

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

const PromptForm = plainForm(kind, { defaults: () => ({ isActive: false }) });

function EditedPrompt({ edited, prompts }: { readonly edited: string; readonly prompts: readonly Prompt[] }) {
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

function PromptSection({ name, prompts }: { readonly name: string; readonly prompts: readonly Prompt[] }) {
  const headingId = useId();
  return (
    <Stack as="section" aria-labelledby={headingId}>
      <PartTitle id={headingId}>{name}</PartTitle>
      {prompts.length === 0 && (
        <EmptyState
          text="No prompts yet"
          action={
            <>
              <Note>Until there is an active one, a built-in prompt serves.</Note>
              <ButtonLink to="?edit=new" variant="secondary" aria-describedby={headingId}>
                Create a Prompt
              </ButtonLink>
            </>
          }
        />
      )}
      {prompts.map((prompt) => (
        <PromptCard key={prompt.id} prompt={prompt} />
      ))}
    </Stack>
  );
}

const Excerpt = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  color: ${color.muted};
  font-size: ${size.small};
  white-space: pre-line;
`;

function PromptCard({ prompt }: { readonly prompt: Prompt }) {
  const { id, isActive, values } = prompt;
  const { revalidate } = useRevalidator();
  const activation = useOperation(async () => {
    await asStaff((client) => activatePrompt(client, id));
    await revalidate();
  });
  return (
    <Card>
      <CardBody>
        <Cluster $justify="space-between">
          <SmallTitle id={titleId(id)} lang="de">
            {values.name}
          </SmallTitle>
          <Badge $tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </Cluster>
        <Excerpt lang="de">{values.text}</Excerpt>
        {activation.failed && <FailureNotice error={activation.error} otherwise="Failed to set active prompt" />}
        <RecordActions kind={kind} row={{ id, title: values.name }}>
          {!isActive && (
            <Button
              variant="secondary"
              size="small"
              busy={activation.busy}
              aria-describedby={titleId(id)}
              onClick={() => void activation.run()}
            >
              Set Active
            </Button>
          )}
        </RecordActions>
      </CardBody>
    </Card>
  );
}
