import { Badge } from '@ki/shared/ui/badge.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { DeleteRow, RowLink } from '../../components/row-actions.tsx';
import { titleId } from '../../components/row-title.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { deletePrompt } from '../../data/delete-prompt.ts';
import type { Prompt } from '../../model/prompt.ts';
import { ActivateButton } from './activate-button.tsx';

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
        <Cluster $gap={2}>
          {!isActive && <ActivateButton id={id} />}
          <RowLink id={id} to={`?edit=${id}`}>
            Edit
          </RowLink>
          <DeleteRow
            row={{ id, title: values.name }}
            question="Are you sure you want to delete this prompt?"
            failure="Failed to delete prompt"
            remove={(prompt) => asStaff((client) => deletePrompt(client, prompt))}
          />
        </Cluster>
      </CardBody>
    </Card>
  );
}
