import type { Result } from '@ki/shared/contract/result.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { searchOfView } from '../courses/model/builder-view.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { Note } from '../kit/part.tsx';
import { type FoundRecord, findRecords } from './data/find-records.ts';
import { recordKinds } from './record-kinds.ts';
import type { Screen } from './screens.tsx';

const TYPED_WITHIN_MS = 150;

const Place = styled(Link)`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 ${space[4]};
  padding: ${space[2]} ${space[3]};
  border-radius: ${radius.small};
  color: inherit;
  text-decoration: none;

  &:hover,
  &:focus-visible {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }
`;

const KindName = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
`;

interface Found {
  readonly to: string;
  readonly title: string;
  readonly kind: string;
  readonly lang: 'de' | 'en';
}

/** Modules and lessons are edited in the builder of their course. */
const VIEWS = { modules: 'edit-module', lessons: 'edit-lesson' } as const;

function placeOf({ kind: table, id, record, title }: FoundRecord): readonly Found[] {
  const kind = recordKinds.find((one) => one.table === table);
  if (!kind?.at) return [];
  const view = VIEWS[table as keyof typeof VIEWS];
  const to = view ? addresses.courseBuilder({ id: record }) + searchOfView({ kind: view, id }) : kind.at.edit({ id });
  return [{ to, title, kind: kind.texts.noun, lang: 'de' }];
}

function screensIn(screens: readonly Screen[], words: string): readonly Found[] {
  const parts = words.toLowerCase().split(/\s+/);
  const isNamed = ([, label]: Screen) => parts.every((part) => label.toLowerCase().includes(part));
  return screens.filter(isNamed).map(([to, title]) => ({ to, title, kind: 'Screen', lang: 'en' }));
}

/** The records of the latest words; null while they are read. */
function useRecords(words: string): Result<readonly FoundRecord[]> | null {
  const [read, setRead] = useState<{ readonly words: string; readonly result: Result<readonly FoundRecord[]> }>();
  // Talks to the database.
  useEffect(() => {
    if (words === '') return;
    let isCurrent = true;
    const find = async () => {
      const result = await settleAsStaff((client) => findRecords(client, words));
      if (isCurrent) setRead({ words, result });
    };
    const timer = setTimeout(find, TYPED_WITHIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words]);
  return read?.words === words ? read.result : null;
}

/** Arrows go from the field to the results and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface FinderProps {
  readonly screens: readonly Screen[];
  readonly onClose: () => void;
}

/** Finds records by their titles and screens by their names. */
export function Finder({ screens, onClose }: FinderProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const words = typed.trim();
  const records = useRecords(words);
  const places =
    words === '' ? [] : [...screensIn(screens, words), ...(records?.ok ? records.data.flatMap(placeOf) : [])];
  const count = records ? plural(places.length, 'result', 'results') : 'Searching...';
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return moveFocus(event);
    // A search field would only be emptied.
    event.preventDefault();
    onClose();
  };
  const open = () => {
    const [first] = places;
    if (!first) return;
    onClose();
    void navigate(first.to);
  };
  return (
    <Dialog open title="Find" closeLabel="Close" lang="en" onClose={onClose}>
      <Stack $gap={4} onKeyDown={press}>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              open();
            }}
          >
            <SearchField
              label="Title or screen"
              hint="Arrows choose, Enter opens."
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </form>
        </search>
        <Note role="status">{words === '' ? '' : count}</Note>
        {records && !records.ok && <ReadFailed title="The records could not be searched." code={records.code} />}
        {places.length > 0 && (
          <ul>
            {places.map(({ to, title, kind, lang }) => (
              <li key={to}>
                <Place to={to} onClick={onClose}>
                  <span lang={lang}>{title}</span>
                  <KindName>{kind}</KindName>
                </Place>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
