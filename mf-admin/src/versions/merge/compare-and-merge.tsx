import { plural } from '@ki/shared/format/plural.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Grid, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import { Difference } from '../difference.tsx';
import { conflictParts, labelOf } from '../model/conflict-texts.ts';
import {
  type Comparison,
  type Conflict,
  mergeRecord,
  type RecordMerge,
  type Settled,
  type Values,
} from '../model/merge-record.ts';
import type { Choice } from '../model/merge-text.ts';

const Group = styled.fieldset`
  display: grid;
  gap: ${space[4]};
  min-inline-size: 0;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};

  > legend {
    padding-inline: ${space[2]};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const Label = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  inline-size: fit-content;
  min-block-size: 2rem;
  font-weight: 600;

  > input {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    accent-color: ${color.brand};
  }
`;

const Version = styled.div`
  flex: 1;
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.surface};
  font-size: ${size.small};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

interface ConflictChoiceProps {
  readonly comparison: Comparison;
  readonly conflict: Conflict;
  readonly isBlind: boolean;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

const SIDES = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const;

export function ConflictChoice({ comparison, conflict, isBlind, choice, onChoose }: ConflictChoiceProps) {
  const id = useId();
  const { index, count, hasBoth } = conflict;
  const label = labelOf(comparison, conflict);
  const radio = (value: Choice, text: string) => (
    <Label>
      <input type="radio" name={id} value={value} checked={choice === value} onChange={() => onChoose(value)} />
      {text}
    </Label>
  );
  return (
    <Group>
      <legend>{count > 1 ? `${label}, ${index + 1} of ${count}` : label}</legend>
      <Grid $columns={2}>
        {SIDES.map(([side, text]) => {
          const parts = conflictParts(comparison, conflict, side, isBlind);
          return (
            <Stack key={side} $gap={1}>
              {radio(side, text)}
              <Version>
                {parts.length === 0 ? (
                  <Note>Empty</Note>
                ) : (
                  <span lang="de">
                    <Difference parts={parts} />
                  </span>
                )}
              </Version>
            </Stack>
          );
        })}
      </Grid>
      {hasBoth && radio('both', 'Both')}
    </Group>
  );
}

const Frame = styled(Stack)`
  h2 {
    font-size: ${size.h3};
  }

  h3 {
    font-size: ${size.h4};
  }

  ul {
    padding-inline-start: 1.25em;
    list-style: disc;
    overflow-wrap: anywhere;
  }
`;

export interface ComparisonScreenProps {
  readonly comparison: Comparison;
  readonly onBack: () => void;
  readonly onUse: (values: Values) => void;
}

const ORIGINS: readonly (readonly [Settled['from'], string])[] = [
  ['mine', 'Changed by you'],
  ['theirs', 'Changed by them'],
  ['both', 'Changed by both, in different paragraphs'],
];

interface MergedProps {
  readonly comparison: Comparison;
  readonly settled: RecordMerge['settled'];
}

function Merged({ comparison, settled }: MergedProps) {
  if (settled.length === 0) return <p>No field is merged without a decision.</p>;
  return (
    <ul>
      {ORIGINS.map(([from, text]) => {
        const places = settled.filter((one) => one.from === from);
        if (places.length === 0) return null;
        return (
          <li key={from}>
            {text}: {places.map((place) => labelOf(comparison, place)).join(', ')}
          </li>
        );
      })}
    </ul>
  );
}

const Unknown = () => (
  <Notice tone="warning" title="It is not known which version you began with.">
    Each field that differs is a conflict, and the marks show the difference to the other version.
  </Notice>
);

/** Replaces the form while a person decides what stays of two versions. */
export function CompareAndMerge({ comparison, onBack, onUse }: ComparisonScreenProps) {
  const merge = useMemo(() => mergeRecord(comparison.fields, comparison), [comparison]);
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>(() => merge.conflicts.map(() => undefined));
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const chosen = choices.filter((choice) => choice !== undefined);
  const hasPassages = !merge.isBlind && merge.conflicts.some(({ hasBoth }) => hasBoth);
  const open = choices.length - chosen.length;
  const choose = (at: number) => (choice: Choice) => setChoices(choices.with(at, choice));
  return (
    <Frame as="section" $gap={5} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Compare and Merge
      </h2>
      {merge.isBlind && <Unknown />}
      <Stack $gap={2}>
        <h3>Merged Without Conflict</h3>
        <Merged comparison={comparison} settled={merge.settled} />
      </Stack>
      {merge.conflicts.length > 0 && (
        <Stack>
          <h3>Conflicts</h3>
          {hasPassages && <Note>Texts show only the passages that both changed. The other paragraphs are merged.</Note>}
          {merge.conflicts.map((conflict, index) => (
            <ConflictChoice
              key={index}
              comparison={comparison}
              conflict={conflict}
              isBlind={merge.isBlind}
              choice={choices[index]}
              onChoose={choose(index)}
            />
          ))}
        </Stack>
      )}
      <Stack $gap={2}>
        <Cluster>
          <Button variant="secondary" onClick={onBack}>
            Back
          </Button>
          <Button disabled={open > 0} onClick={() => onUse(merge.values(chosen))}>
            Use This Version
          </Button>
        </Cluster>
        <div role="status">
          <Note>
            {open > 0
              ? `Choose what stays: ${plural(open, 'conflict is', 'conflicts are')} not decided yet.`
              : 'The version goes into the form, and is not saved yet.'}
          </Note>
        </div>
      </Stack>
    </Frame>
  );
}
