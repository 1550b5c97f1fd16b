import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { useId } from 'react';
import styled from 'styled-components';
import { PromptCard } from './prompt-card.tsx';
import type { Prompt } from './prompt-record.ts';

const Heading = styled.h2`
  font-size: ${size.h3};
`;

/** The prompts of one kind of workflow. */
export function PromptSection({ name, prompts }: { readonly name: string; readonly prompts: readonly Prompt[] }) {
  const headingId = useId();
  return (
    <Stack as="section" aria-labelledby={headingId}>
      <Heading id={headingId}>{name}</Heading>
      {prompts.length === 0 && <EmptyState text="No prompts yet" />}
      {prompts.map((prompt) => (
        <PromptCard key={prompt.id} prompt={prompt} />
      ))}
    </Stack>
  );
}
