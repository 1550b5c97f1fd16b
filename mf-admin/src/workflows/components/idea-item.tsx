import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/checkbox-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import type { Idea } from '../model/workflow.ts';
import type { Outcome } from './use-articles.ts';

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

/** Below the title's text, beside its box. */
const Words = styled.dl`
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

export interface IdeaItemProps {
  readonly idea: Idea;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly outcome: Outcome | undefined;
  readonly busy: boolean;
  readonly onWrite: () => void;
}

/** One idea: chosen or not, and what became of it. */
export function IdeaItem({ idea, selected, onSelect, outcome, busy, onWrite }: IdeaItemProps) {
  const { title, description, mehrwert, postId } = idea;
  const madeEarlier = !outcome && postId ? postId : null;
  return (
    <Item $selected={selected}>
      <Title label={title} lang="de" checked={selected} onChange={(event) => onSelect(event.target.checked)} />
      <Words>
        <dt>Description</dt>
        <dd lang="de">{description}</dd>
        <dt lang="de">Mehrwert</dt>
        <dd lang="de">{mehrwert}</dd>
      </Words>
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
        {madeEarlier && <EditPost id={madeEarlier} title={title} />}
      </Foot>
      {outcome && <OutcomeNote outcome={outcome} title={title} />}
    </Item>
  );
}

function OutcomeNote({ outcome, title }: { readonly outcome: Outcome; readonly title: string }) {
  if ('alert' in outcome) return <Notice tone="error">{outcome.alert}</Notice>;
  return (
    <Notice tone="success" action={<EditPost id={outcome.postId} title={title} />}>
      Article created successfully! Post ID: {outcome.postId}
    </Notice>
  );
}

function EditPost({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <ButtonLink to={addresses.editPost({ id })} variant="quiet" size="small" aria-label={`Edit Post: ${title}`}>
      Edit Post
    </ButtonLink>
  );
}
