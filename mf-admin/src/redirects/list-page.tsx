import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { NO_ROWS } from '../kinds/data/records.ts';
import { ReadResult } from '../kit/failures.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { FirstOne, PageHead } from '../kit/page-head.tsx';
import { Note, onPhone, Part } from '../kit/part.tsx';
import { ReadList } from '../kit/read-list.tsx';
import { columnsOf, DataTable, Pages } from '../kit/table/data-table.tsx';
import { ListSearch } from '../kit/table/list-search.tsx';
import { RowActions, RowLink, RowTitle } from '../kit/table/row.tsx';
import { recordColumns } from '../records/list/columns.tsx';
import type { MissingAddress, RedirectRow, RedirectsData } from './data/redirects.ts';
import { redirect as kind } from './redirect-record.ts';

/** PostgreSQL has `infinity` for never. */
const isPublic = (from: string) => from !== 'infinity' && !(Date.parse(from) > serverNow());

function Target({ target, publicFrom }: Pick<RedirectRow, 'target' | 'publicFrom'>) {
  if (target === null) return <Badge $tone="warning">Gone</Badge>;
  return (
    <>
      {target} {!isPublic(publicFrom) && <Badge $tone="neutral">Not public</Badge>}
    </>
  );
}

const columns = recordColumns(kind, {
  own: { target: ['Leads To', (row) => <Target target={row.target} publicFrom={row.publicFrom} />], publicFrom: null },
});

const leadOn = (address: string) => `${addresses.newRedirect}?${new URLSearchParams({ address })}`;

const missingColumns = columnsOf<MissingAddress>([
  ['address', 'Address', ({ id, title }) => <RowTitle id={id} title={title} />],
  ['requests', 'Requests', ({ requests }) => onPhone('Requests ', requests)],
  ['last', 'Last Request', ({ lastDay }) => <time dateTime={lastDay}>{shortDate(lastDay)}</time>],
  [
    'actions',
    'Actions',
    ({ id }) => (
      <RowActions id={id}>
        <RowLink id={id} to={leadOn(id)}>
          Leads to …
        </RowLink>
      </RowActions>
    ),
  ],
]);

const searchOf = (q: string) =>
  q === '' ? addresses.redirects : `${addresses.redirects}?${new URLSearchParams({ q })}`;

export function Component() {
  const { query, list, missing } = useLoaderData<RedirectsData>();
  return (
    <>
      <PageHead
        title="Redirects"
        subtitle="Former addresses, and where they lead. A changed slug of something public leaves one by itself."
        add={{ to: addresses.newRedirect, label: 'New Redirect' }}
      />
      <Stack $gap={6}>
        <ReadList value={list} none={NO_ROWS}>
          {({ rows, total }) => (
            <>
              {(total > 0 || query.search !== '') && (
                <ListSearch
                  search={query.search}
                  placeholder="Search address or target"
                  addressOf={searchOf}
                  total={total}
                  noun={['redirect', 'redirects']}
                />
              )}
              {rows.length > 0 && <DataTable label="Redirects" columns={columns} rows={rows} />}
              {rows.length === 0 && query.page === 1 && (
                <FirstOne
                  text={
                    query.search === '' ? 'No redirects yet' : 'No redirect has these words in its address or target.'
                  }
                  to={addresses.newRedirect}
                  action="Create Your First Redirect"
                />
              )}
              <Pages page={query.page} total={total} />
            </>
          )}
        </ReadList>
        <Part title="Missing addresses">
          <Note>
            Addresses that visitors requested in the last 90 days and at which nothing is, without any data of theirs:
            the 100 with the most requests.
          </Note>
          <ReadResult value={missing}>
            {(rows) =>
              rows.length > 0 ? (
                <DataTable label="Missing addresses" columns={missingColumns} rows={rows} />
              ) : (
                <p>Nothing is missing.</p>
              )
            }
          </ReadResult>
        </Part>
      </Stack>
    </>
  );
}
