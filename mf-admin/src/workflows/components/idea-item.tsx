import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { Note } from '../../kit/part.tsx';
import { type AiCost, costText } from '../model/ai-cost.ts';
import type { Idea } from '../model/workflow.ts';
import type { ArticleResult } from './use-articles.ts';

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

  dd {
    margin: 0;
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
  /** Of written articles, by the id of the post. */
  readonly costs: ReadonlyMap<string, AiCost>;
  /** What an article will cost. */
  readonly estimate: ReactNode;
}

export interface IdeaItemProps {
  readonly idea: Idea;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly result: ArticleResult | undefined;
  /** Of the article that was written. */
  readonly cost: AiCost | undefined;
  readonly busy: boolean;
  readonly onWrite: () => void;
}

export function IdeaItem({ idea, selected, onSelect, result, cost, busy, onWrite }: IdeaItemProps) {
  const { title, description, mehrwert, postId } = idea;
  const earlierPost = !result && postId ? postId : null;
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
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={`Generate Article: ${title}`}
          onClick={onWrite}
        >
          Generate Article
        </Button>
        {earlierPost && <EditPost id={earlierPost} title={title} />}
        {cost && <Note>{costText(cost)}</Note>}
      </Foot>
      {result && <ArticleResultNote result={result} title={title} />}
    </Item>
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

export const EditPost = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <ButtonLink to={addresses.editPost({ id })} variant="quiet" size="small" aria-label={`Edit Post: ${title}`}>
    Edit Post
  </ButtonLink>
);
