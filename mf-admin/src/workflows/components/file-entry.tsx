import { plural } from '@ki/shared/format/plural.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { ProgressNote } from '../../kit/progress-note.tsx';
import type { FileRun, Idea } from '../model/workflow.ts';
import { FailureNote } from './history-entry.tsx';
import { type ArticleCosts, IdeaItem } from './idea-item.tsx';
import type { Articles } from './use-articles.ts';

type OnSelect = (idea: Idea, selected: boolean) => Promise<unknown>;

type Chosen = Readonly<Record<string, boolean>>;

/** Optimistic selection: shows a change at once, saves changes in order, and reverts those that cannot be saved. */
function useSelection(ideas: readonly Idea[], save: OnSelect) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [failed, setFailed] = useState(false);
  const saved = useRef<Promise<unknown>>(Promise.resolve());

  const isSelected = (idea: Idea) => chosen[idea.id] ?? idea.selected;

  const select = (idea: Idea, selected: boolean) => {
    const { id } = idea;
    setChosen((known) => ({ ...known, [id]: selected }));
    setFailed(false);
    // Serialized, because each save reads and writes the whole row.
    saved.current = saved.current
      .then(() => save(idea, selected))
      .catch((error: unknown) => {
        console.error(error);
        setChosen((known) => ({ ...known, [id]: !selected }));
        setFailed(true);
      });
  };
  return { selected: ideas.filter(isSelected), isSelected, select, failed };
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
`;

interface ArticleProps extends ArticleCosts {
  readonly articles: Articles<Idea>;
  readonly onSelect: OnSelect;
}

function Ideas({ ideas, articles, onSelect, costs, estimate }: ArticleProps & { readonly ideas: readonly Idea[] }) {
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
      {estimate}
      <ProgressNote progress={articles.progress} action={cancel} />
      {selection.failed && <Notice tone="error">An error occurred</Notice>}
      <List>
        {ideas.map((idea) => (
          <IdeaItem
            key={idea.id}
            idea={idea}
            selected={selection.isSelected(idea)}
            onSelect={(value) => selection.select(idea, value)}
            result={articles.results[idea.id]}
            cost={costs.get(idea.postId ?? '')}
            busy={busy}
            onWrite={() => articles.write([idea])}
          />
        ))}
      </List>
    </Stack>
  );
}

const PlainText = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export function FileEntry({ run, ...articles }: ArticleProps & { readonly run: FileRun }) {
  const { status, error, result, usedCharacters, notes } = run;
  return (
    <>
      {status === 'failed' && <FailureNote error={error} />}
      {status === 'pending' && <Loading>This file has not been sent yet.</Loading>}
      {status === 'processing' && <Loading>Gemini is reading the file...</Loading>}
      {notes.length > 0 && <Notice tone="warning">{notes.join(' ')}</Notice>}
      {usedCharacters !== null && (
        <Notice tone="warning">
          Only the first {usedCharacters.toLocaleString('en')} characters of the file were used.
        </Notice>
      )}
      {result && 'text' in result && <PlainText lang="de">{result.text}</PlainText>}
      {result && 'items' in result && <Ideas ideas={result.items} {...articles} />}
    </>
  );
}
