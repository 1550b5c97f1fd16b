import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { Difference } from '../difference.tsx';
import { type ChangeSetTexts, differenceOf, type EntryDifference } from '../model/difference.ts';
import { Loaded } from './loaded.tsx';

const Fields = styled.dl`
  display: grid;
  gap: ${space[3]};
  margin: 0;

  dt {
    color: ${color.muted};
    font-size: ${size.small};
  }

  dd {
    margin: 0;
    padding: ${space[2]} ${space[3]};
    border: 1px solid ${color.line};
    border-radius: ${radius.small};
    background: ${color.surface};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const Subject = styled.h3`
  font: 600 1rem / 1.4 ${font.text};
`;

export interface ChangeSetDiffProps {
  readonly record: string;
  readonly changeSet: string;
  readonly hasParts: boolean;
}

export const ChangeSetDiff = ({ record, changeSet, hasParts }: ChangeSetDiffProps) => (
  <Loaded<ChangeSetTexts>
    address={addresses.historyChangeSet({ record, changeSet })}
    failure="The changes could not be loaded."
  >
    {({ names, entries }) => {
      const namesById = new Map(names);
      return (
        <Stack>
          {entries.map((entry) => (
            <Entry key={entry.id} difference={differenceOf(entry, namesById)} withSubject={hasParts} />
          ))}
        </Stack>
      );
    }}
  </Loaded>
);

const Entry = ({
  difference,
  withSubject,
}: {
  readonly difference: EntryDifference;
  readonly withSubject: boolean;
}) => (
  <div>
    {withSubject && <Subject>{difference.subject}</Subject>}
    <Fields>
      {difference.fields.map(({ column, label, parts }) => (
        <div key={column}>
          <dt>{label}</dt>
          <dd lang="de">
            <Difference parts={parts} />
          </dd>
        </div>
      ))}
    </Fields>
  </div>
);
