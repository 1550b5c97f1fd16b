import type { Result } from '@ki/shared/contract/result.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useEffect } from 'react';
import { useFetcher } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { differenceOf, type EntryDifference, type StoredEntry } from '../model/difference.ts';
import type { TextPart } from '../model/text-difference.ts';

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

  del,
  ins {
    padding-inline: 0.125em;
    border-radius: 0.125rem;
  }

  del {
    background: ${color.dangerSoft};
    color: ${color.danger};
  }

  ins {
    background: ${color.successSoft};
    color: ${color.success};
  }
`;

const Subject = styled.h3`
  font: 600 1rem / 1.4 ${font.text};
`;

interface ActTexts {
  readonly entries: readonly StoredEntry[];
  readonly names: readonly (readonly [string, string])[];
}

export interface ActDifferenceProps {
  readonly record: string;
  readonly act: string;
  /** Says of each write what it was made to. */
  readonly ofCourse: boolean;
}

/** What an act changed, field by field. */
export function ActDifference({ record, act, ofCourse }: ActDifferenceProps) {
  const address = addresses.historyAct({ record, act });
  const { data: result, load } = useFetcher<Result<ActTexts>>({ key: address });
  // The router: it fetches the texts when somebody opens them.
  useEffect(() => void load(address), [load, address]);
  if (!result) return <Loading>Loading...</Loading>;
  if (!result.ok) {
    return (
      <Notice
        tone="error"
        title="The changes could not be loaded."
        onRetry={() => void load(address)}
        retryLabel="Try again"
      >
        Please try again in a moment.
      </Notice>
    );
  }
  const names = new Map(result.data.names);
  const differences = result.data.entries.map((entry) => differenceOf(entry, names));
  return (
    <Stack>
      {differences.map((difference) => (
        <Entry key={difference.id} difference={difference} withSubject={ofCourse} />
      ))}
    </Stack>
  );
}

function Entry({ difference, withSubject }: { readonly difference: EntryDifference; readonly withSubject: boolean }) {
  return (
    <div>
      {withSubject && <Subject>{difference.subject}</Subject>}
      <Fields>
        {difference.fields.map(({ column, label, parts }) => (
          <div key={column}>
            <dt>{label}</dt>
            <dd lang="de">
              {parts.map((part, index) => (
                <Part key={index} part={part} />
              ))}
            </dd>
          </div>
        ))}
      </Fields>
    </div>
  );
}

function Part({ part: { kind, text } }: { readonly part: TextPart }) {
  if (kind === 'same') return text;
  return kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>;
}
