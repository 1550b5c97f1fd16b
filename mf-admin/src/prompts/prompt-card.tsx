import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordActions } from '../records/table/record-actions.tsx';
import { titleId } from '../records/table/row-title.tsx';
import { useOperation } from '../records/use-operation.ts';
import { activatePrompt } from './data/activate-prompt.ts';
import { prompt as kind, type Prompt } from './prompt-record.ts';

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
        {activation.failed && <Notice tone="error">Failed to set active prompt</Notice>}
        <RecordActions kind={kind} row={{ id, title: values.name }} edit={`?edit=${id}`}>
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
