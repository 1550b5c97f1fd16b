import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useId } from 'react';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import { Difference } from '../difference.tsx';
import { conflictParts, labelOf } from '../model/conflict-texts.ts';
import type { Comparison, Conflict } from '../model/merge-record.ts';
import type { Choice } from '../model/merge-text.ts';

const Group = styled.fieldset`
  display: grid;
  gap: ${space[4]};
  min-inline-size: 0;
  margin: 0;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};

  > legend {
    padding-inline: ${space[2]};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};
  min-inline-size: 0;
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
    margin: 0;
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
      <Sides>
        {SIDES.map(([side, text]) => {
          const parts = conflictParts(comparison, conflict, side, isBlind);
          return (
            <Side key={side}>
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
            </Side>
          );
        })}
      </Sides>
      {hasBoth && radio('both', 'Both')}
    </Group>
  );
}
