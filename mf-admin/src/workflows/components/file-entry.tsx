import { plural } from '@ki/shared/format/plural.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useRef, useState } from 'react';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { Note } from '../../kit/part.tsx';
import { ProgressNote } from '../../kit/progress-note.tsx';
import { type AiCost, type Assignment, costText, type FileRun, type Idea } from '../model/workflow.ts';
import { FailureNote } from './history-entry.tsx';
import type { ArticleResult, Articles } from './use-articles.ts';

type OnSelect = (idea: Idea, selected: boolean) => Promise<unknown>;

/** Optimistic selection: shows a change at once, saves changes in order, and reverts those that cannot be saved. */
function useSelection(ideas: readonly Idea[], save: OnSelect) {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const [failed, setFailed] = useState(false);
  const saved = useRef<Promise<unknown>>(Promise.resolve());

  const isSelected = ({ id, selected }: Idea) => chosen[id] ?? selected;

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
      <Stack as="ul">
        {ideas.map((idea) => (
          <IdeaItem
            key={idea.id}
            idea={idea}
            selected={selection.isSelected(idea)}
            onSelect={(value) => selection.select(idea, value)}
            articles={articles}
            costs={costs}
          />
        ))}
      </Stack>
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

const Item = styled.li<{ $selected: boolean }>`
  display: grid;
  gap: ${space[3]};
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-inline-start: 0.25rem solid ${(props) => (props.$selected ? color.brand : color.line)};
  border-radius: ${radius.small};
  background: ${color.ground};
`;

const Title = styled(CheckboxField)`
  label {
    font: 600 ${size.h4} / 1.35 ${font.heading};
  }
`;

const Texts = styled.dl`
  display: grid;
  gap: ${space[2]};
  font-size: ${size.small};

  dt {
    color: ${color.muted};
    font-weight: 600;
  }

  ${from.medium} {
    margin-inline-start: 2.125rem;
    grid-template-columns: 7rem minmax(0, 1fr);
  }
`;

const Foot = styled(Cluster)`
  ${from.medium} {
    margin-inline-start: 2.125rem;
  }
`;

export interface ArticleCosts {
  /** Costs of written articles, by the id of the post. */
  readonly costs: ReadonlyMap<string, AiCost>;
  /** Estimated cost of an article. */
  readonly estimate: ReactNode;
}

interface IdeaItemProps extends Omit<ArticleProps, 'onSelect' | 'estimate'> {
  readonly idea: Idea;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
}

function IdeaItem({ idea, selected, onSelect, articles, costs }: IdeaItemProps) {
  const { title, description, mehrwert, postId } = idea;
  const result = articles.results[idea.id];
  return (
    <Item $selected={selected}>
      <Title label={title} lang="de" checked={selected} onChange={(event) => onSelect(event.target.checked)} />
      <Texts>
        <dt>Description</dt>
        <dd lang="de">{description}</dd>
        <dt lang="de">Mehrwert</dt>
        <dd lang="de">{mehrwert}</dd>
      </Texts>
      <Foot>
        <ArticleActions order={idea} title={title} postId={postId} articles={articles} costs={costs} />
      </Foot>
      {result && <ArticleResultNote result={result} title={title} />}
    </Item>
  );
}

interface ArticleActionsProps<Order extends Assignment> extends Pick<ArticleCosts, 'costs'> {
  readonly order: Order;
  readonly title: string;
  /** The article that was written before. */
  readonly postId: string | null;
  readonly articles: Articles<Order>;
}

/** Writes an article, and leads to the one that was written before, with its cost. */
export function ArticleActions<Order extends Assignment>(props: ArticleActionsProps<Order>) {
  const { order, title, postId, articles, costs } = props;
  const cost = costs.get(postId ?? '');
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={articles.progress !== null}
        aria-label={`Generate Article: ${title}`}
        onClick={() => articles.write([order])}
      >
        Generate Article
      </Button>
      {!articles.results[order.id] && postId && <EditPost id={postId} title={title} />}
      {cost && <Note>{costText(cost)}</Note>}
    </>
  );
}

export function ArticleResultNote({ result, title }: { readonly result: ArticleResult; readonly title: string }) {
  if ('alert' in result) return <Notice tone="error">{result.alert}</Notice>;
  return (
    <Notice tone="success" action={<EditPost id={result.postId} title={title} />}>
      Article created successfully! Post ID: {result.postId}
    </Notice>
  );
}

const EditPost = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <ButtonLink to={addresses.editPost({ id })} variant="quiet" size="small" aria-label={`Edit Post: ${title}`}>
    Edit Post
  </ButtonLink>
);
