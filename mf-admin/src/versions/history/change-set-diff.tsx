import { Stack } from '@ki/shared/ui/layout.tsx';
import { font } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { Note } from '../../kit/part.tsx';
import { FieldChanges } from '../difference.tsx';
import { type ChangeSetTexts, differenceOf, type EntryDifference } from '../model/difference.ts';
import { Loaded } from './loaded.tsx';

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
            <Entry
              key={entry.id}
              difference={differenceOf(entry, namesById)}
              withSubject={hasParts}
              isOfDraft={entry.relation === 'drafts'}
            />
          ))}
        </Stack>
      );
    }}
  </Loaded>
);

interface EntryProps {
  readonly difference: EntryDifference;
  readonly withSubject: boolean;
  readonly isOfDraft: boolean;
}

const Entry = ({ difference, withSubject, isOfDraft }: EntryProps) => (
  <div>
    {withSubject && <Subject>{difference.subject}</Subject>}
    {isOfDraft && difference.fields.length === 0 ? (
      <Note>The history does not keep the content of a saved draft.</Note>
    ) : (
      <FieldChanges changes={difference.fields} />
    )}
  </div>
);
