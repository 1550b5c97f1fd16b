import { shortDate } from '@ki/shared/format/dates.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Moment, Note, Panel } from '../kit/part.tsx';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import { LEGAL_PAGES } from '../records/model/legal.ts';
import type { DashboardData } from './data/posts.ts';
import type { Waits } from './data/what-waits.ts';
import { type PostQuery, searchOf } from './model/post-list.ts';

const Group = styled.div`
  display: grid;
  gap: ${space[1]} ${space[4]};
  padding-block-start: ${space[3]};
  border-block-start: 1px solid ${color.line};
  font-size: ${size.small};

  h3 {
    font: inherit;
    font-weight: 600;
  }

  ul {
    gap: ${space[1]};
  }

  li {
    display: block;
  }

  li > * {
    margin-inline-end: ${space[2]};
  }

  summary {
    color: ${color.link};
  }

  ${from.medium} {
    grid-template-columns: 12rem minmax(0, 1fr);
  }
`;

interface WhatWaitsProps {
  readonly query: PostQuery;
  readonly waits: Waits;
  readonly warnings: DashboardData['warnings'];
}

/** A line for each record, with what is to say about it. */
const linesOf = <Item extends Waits['failed' | 'requests' | 'drafts' | 'coming'][number]>(
  items: readonly Item[],
  note: (item: Item) => ReactNode,
) =>
  items.map((item) => (
    <RecordLink key={item.id} record={item}>
      <Note as="span">{note(item)}</Note>
    </RecordLink>
  ));

type Lines = readonly [title: string, lines: readonly ReactNode[], to?: string];

const groupsOf = (query: PostQuery, waits: Waits, warnings: readonly string[]): readonly Lines[] => [
  ['Failed schedules', linesOf(waits.failed, ({ reason }) => reason)],
  ['Waiting for publication', linesOf(waits.requests, ({ by, at }) => `asked by ${by} on ${shortDate(at)}`)],
  ['Your drafts', linesOf(waits.drafts, ({ at }) => `saved on ${shortDate(at)}`)],
  ['Next seven days', linesOf(waits.coming, ({ at }) => <Moment at={at} />), addresses.calendar],
  [
    'AI, not signed off',
    [waits.unsigned].filter(Boolean).map((count) => (
      <li key="posts">
        <span>{plural(count, 'post', 'posts')} with a label for readers</span>
        <Link to={searchOf({ ...query, unsigned: true, page: 1 })}>Review</Link>
      </li>
    )),
  ],
  [
    'Required by law',
    waits.legal.map(({ slug, id }) => (
      <li key={slug}>
        <Link to={id === null ? addresses.pageTemplates : addresses.editPage({ id })}>
          {id === null ? 'Write' : 'Finish'} the {LEGAL_PAGES[slug]}
        </Link>
      </li>
    )),
  ],
  ['Platform', warnings.map((warning) => <li key={warning}>{warning}</li>), addresses.platform],
];

const SHOWN = 5;

export function WhatWaits({ query, waits, warnings }: WhatWaitsProps) {
  const id = useId();
  const [shown, setShown] = useState<readonly string[]>([]);
  // The shell answers after the database. Another boundary would draw the card anew, and what has the focus.
  useEffect(() => void warnings.then(setShown), [warnings]);
  const groups = groupsOf(query, waits, shown).filter(([, lines]) => lines.length > 0);
  if (groups.length === 0) return null;
  return (
    <Panel aria-labelledby={id}>
      <h2 id={id}>What waits</h2>
      {groups.map(([title, lines, to]) => (
        <Group key={title}>
          <h3>{to ? <Link to={to}>{title}</Link> : title}</h3>
          <div>
            <RecordList aria-label={title}>{lines.slice(0, SHOWN)}</RecordList>
            {lines.length > SHOWN && (
              <details>
                <summary>Show {lines.length - SHOWN} more</summary>
                <RecordList>{lines.slice(SHOWN)}</RecordList>
              </details>
            )}
          </div>
        </Group>
      ))}
    </Panel>
  );
}
