import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextAreaField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useId, useState, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { Note } from '../../kit/part.tsx';
import { useRepeatedly } from '../../kit/use-repeatedly.ts';
import type { CitationState, Judged } from '../model/citations/citations.ts';
import type { Review } from '../model/citations/review.ts';
import { CitationItem, STATES } from './citation-item.tsx';

/** The citations have room beside the text. */
const hasRoomBeside = from.large;

const Frame = styled(Stack)`
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  h2 {
    font-size: ${size.h3};
  }

  ${hasRoomBeside} {
    position: sticky;
    inset-block-start: ${space[4]};
    max-block-size: calc(100vh - 12rem);
  }
`;

const Toggle = styled(Button)`
  ${hasRoomBeside} {
    display: none;
  }
`;

/** Folded below the text where there is no room beside it. */
const Body = styled(Stack)<{ readonly $isOpen: boolean }>`
  ${({ $isOpen }) => !$isOpen && 'display: none;'}

  ${hasRoomBeside} {
    display: flex;
    overflow-y: auto;
  }
`;

const COUNTED: Readonly<Partial<Record<CitationState, readonly [one: string, many: string]>>> = {
  unreadable: ['with an unreadable source', 'with an unreadable source'],
  waiting: ['waiting for a source', 'waiting for a source'],
  checking: ['not checked', 'not checked'],
  'no source': ['without such a source', 'without such a source'],
  'no citation': ['fact without a citation', 'facts without a citation'],
};

/** How many citations have which state, the worst first. */
function countsOf(citations: readonly Judged[]): string {
  const counts = Map.groupBy(citations, ({ state }) => state);
  const parts = (Object.keys(STATES) as CitationState[]).flatMap((state) => {
    const count = counts.get(state)?.length ?? 0;
    return count === 0 ? [] : plural(count, ...(COUNTED[state] ?? [state, state]));
  });
  return `${parts.join(', ')}.`;
}

const EACH_MS = 5_000;

interface CitationsPanelProps {
  readonly review: Review;
  readonly hasSources: boolean;
  readonly onChoose: (citation: Judged) => void;
  /** Reads sources that were fetched meanwhile. */
  readonly readAgain: () => Promise<void>;
}

/** The citations of a text beside its editor. */
export function CitationsPanel({ review, hasSources, onChoose, readAgain }: CitationsPanelProps) {
  const { citations, isRunning, hasFailed } = useSyncExternalStore(review.subscribe, review.state);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const isWaiting = citations.some(({ state }) => state === 'waiting');
  // Sources are fetched by a process of their own.
  useRepeatedly(isWaiting ? EACH_MS : null, readAgain);
  const isJudged = citations.every(({ state }) => state !== 'checking');
  return (
    <Frame as="section" aria-labelledby={`${id}-title`} $gap={3}>
      <h2 id={`${id}-title`}>Citations</h2>
      <Note>
        Quotations, numbers, dates and addresses are compared with the source. Meaning, names and everything else are
        left to you.
      </Note>
      <Note as="div" role="status">
        {isRunning && !isJudged ? 'Checking the citations…' : citations.length > 0 && countsOf(citations)}
      </Note>
      {!hasSources && (
        <Notice tone="info" title="This post has no stored sources.">
          Its citations cannot be compared with what the sources say.
        </Notice>
      )}
      {hasFailed && (
        <Notice tone="warning" title="A source could not be loaded." onRetry={review.retry} retryLabel="Try again">
          Its citations have the state of the last save, if there is one.
        </Notice>
      )}
      <Toggle
        variant="secondary"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide Citations' : 'Show Citations'}
      </Toggle>
      <Body id={id} $isOpen={isOpen} $gap={3} tabIndex={0} role="group" aria-label="List of citations">
        {citations.length === 0 ? (
          <Note>The text cites nothing and states no fact that needs a source.</Note>
        ) : (
          <ul>
            {citations.map((citation) => (
              <CitationItem key={citation.key} citation={citation} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </Body>
    </Frame>
  );
}

const Doubtful = styled(Stack)`
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

/** The dialog has room for a few. */
const SHOWN = 5;
const MOST_LETTERS = 2000;

interface ReasonDialogProps {
  readonly citations: readonly Judged[];
  /** That of the last publication. */
  readonly before: string | null;
  /** Null to cancel. */
  readonly onAnswer: (reason: string | null) => void;
}

/** Asks why a post is published although something that it cites was not found in its sources. */
export function ReasonDialog({ citations, before, onAnswer }: ReasonDialogProps) {
  const [error, setError] = useState<string>();
  const submit = (input: FormData) => {
    const reason = String(input.get('reason')).trim();
    if (reason === '') setError('Say why it is published all the same');
    else onAnswer(reason);
  };
  return (
    <ActionDialog
      title="Publish with doubtful citations?"
      action="Publish with Reason"
      onSubmit={submit}
      onClose={() => onAnswer(null)}
    >
      <p>Something in these sentences was not found in the sources:</p>
      <Doubtful as="ul" $gap={3}>
        {citations.slice(0, SHOWN).map(({ key, state, number, sentence }) => (
          <li key={key}>
            <Badge $tone={STATES[state][1]}>{STATES[state][0]}</Badge> <span lang="de">{sentence.text}</span> [{number}]
          </li>
        ))}
      </Doubtful>
      {citations.length > SHOWN && <Note>and {citations.length - SHOWN} more</Note>}
      <TextAreaField
        label="Reason"
        name="reason"
        lang="de"
        rows={3}
        maxLength={MOST_LETTERS}
        defaultValue={before ?? ''}
        hint="The history of the post keeps it."
        error={error}
        required
      />
    </ActionDialog>
  );
}
