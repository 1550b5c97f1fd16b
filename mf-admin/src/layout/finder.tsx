import { plural } from '@ki/shared/format/plural.ts';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import { type KeyboardEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { searchOfView } from '../courses/model/builder-view.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { Note } from '../kit/part.tsx';
import { useLatestRead } from '../kit/use-latest-read.ts';
import { type FoundRecord, findRecords } from './data/find-records.ts';
import { recordKinds } from './record-kinds.ts';
import type { Screen } from './screens.tsx';

/** More words for which screens are found. */
const WORDS: Readonly<Record<string, string>> = {
  [addresses.pages]: 'imprint privacy accessibility',
  [addresses.site]: 'logo colours colors address phone',
  [addresses.trash]: 'deleted undo restore',
  [addresses.courses]: 'lessons modules',
  [addresses.accounts]: 'password role invite',
};

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
  const isNamed = ([to, label]: Screen) =>
    parts.every((part) => `${label} ${WORDS[to] ?? ''}`.toLowerCase().includes(part));
  return screens.filter(isNamed).map(([to, title]) => ({ to, title, kind: 'Screen', lang: 'en' }));
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
  const { last } = useLatestRead(words || null, (client) => findRecords(client, words), TYPED_WITHIN_MS);
  const records = last?.key === words ? last.result : null;
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
              // A dialog focuses it when it opens. React does not set this attribute.
              ref={(field) => field?.setAttribute('autofocus', '')}
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
                  <Note as="span">{kind}</Note>
                </Place>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
