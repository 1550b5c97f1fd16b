import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import { useId } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { Note } from '../kit/part.tsx';
import { titleId } from '../kit/table/row.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { RecordActions } from '../records/list/columns.tsx';
import { activatePrompt } from './data/prompts.ts';
import { prompt as kind, type Prompt } from './prompt-record.ts';

const Heading = styled.h2`
  font-size: ${size.h3};
`;

export function PromptSection({ name, prompts }: { readonly name: string; readonly prompts: readonly Prompt[] }) {
  const headingId = useId();
  return (
    <Stack as="section" aria-labelledby={headingId}>
      <Heading id={headingId}>{name}</Heading>
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

const Name = styled.h3`
  font-size: ${size.h4};
`;

const Excerpt = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  color: ${color.muted};
  font-size: ${size.small};
  white-space: pre-line;
`;

export function PromptCard({ prompt }: { readonly prompt: Prompt }) {
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
          <Name id={titleId(id)} lang="de">
            {values.name}
          </Name>
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
