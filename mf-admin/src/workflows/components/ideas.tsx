import { plural } from '@ki/shared/format/plural.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Idea } from '../model/workflow.ts';
import { IdeaItem } from './idea-item.tsx';
import { ProgressNote } from './progress-note.tsx';
import type { Articles } from './use-articles.ts';
import { type OnSelect, useSelection } from './use-selection.ts';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
`;

export interface IdeasProps {
  readonly ideas: readonly Idea[];
  readonly articles: Articles;
  readonly onSelect: OnSelect;
}

/** The ideas of a file to choose from; an article can be had for one or for all that are selected. */
export function Ideas({ ideas, articles, onSelect }: IdeasProps) {
  const selection = useSelection(ideas, onSelect);
  const { selected } = selection;
  const busy = articles.progress !== null;
  const cancel = articles.cancel && (
    <Button variant="secondary" size="small" onClick={articles.cancel}>
      Cancel
    </Button>
  );
  return (
    <Stack>
      <Cluster $justify="space-between">
        <p role="status">
          {selected.length} of {plural(ideas.length, 'idea', 'ideas')} selected
        </p>
        <Button size="small" busy={busy} disabled={selected.length === 0} onClick={() => articles.write(selected)}>
          Generate Articles for Selected
        </Button>
      </Cluster>
      <ProgressNote progress={articles.progress} action={cancel} />
      {selection.failed && <Notice tone="error">An error occurred</Notice>}
      <List>
        {ideas.map((idea) => (
          <IdeaItem
            key={idea.id}
            idea={idea}
            selected={selection.isSelected(idea)}
            onSelect={(value) => selection.select(idea, value)}
            outcome={articles.outcomes[idea.id]}
            busy={busy}
            onWrite={() => articles.write([idea])}
          />
        ))}
      </List>
    </Stack>
  );
}
