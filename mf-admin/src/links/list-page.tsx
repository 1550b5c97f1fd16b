import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { ReactNode } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadResult } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Note, Part } from '../kit/part.tsx';
import { RowLink, titleId } from '../kit/table/row.tsx';
import { errorText, useOperation } from '../kit/use-operation.ts';
import { ReorderableList } from '../order/reorderable-list.tsx';
import { Actions } from '../order/row.tsx';
import { DeleteRecord } from '../records/list/columns.tsx';
import {
  dismissOffer,
  type LinkRow,
  type Links,
  type LinksData,
  type Offer,
  type Place,
  reorderLinks,
  takeOffer,
} from './data/links.ts';
import { link } from './link-record.ts';

const save = (place: Place) => (ids: readonly string[]) => asStaff((client) => reorderLinks(client, place, ids));
const saveMenu = save('menu');
const saveFooter = save('footer');

/** Visitors who follow such a link find nothing, or the placeholder of an empty site. */
function Unwritten({ slug, page, link: id }: NonNullable<LinkRow['unwritten']> & { readonly link: string }) {
  const write =
    page === null ? `${addresses.newPage}?${new URLSearchParams({ slug })}` : addresses.editPage({ id: page });
  return (
    <Note as="span">
      {page === null ? 'No page has this address yet. ' : 'The page at this address is not public. '}
      <Link to={write} aria-describedby={titleId(id)}>
        {page === null ? 'Write it' : 'Edit it'}
      </Link>
    </Note>
  );
}

const row = (value: LinkRow, steps: ReactNode) => (
  <>
    <Cluster $gap={3}>
      <strong id={titleId(value.id)} lang="de">
        {value.title}
      </strong>
      <Note as="span">{value.address}</Note>
      {value.page !== null && value.page !== 'published' && (
        <Badge $tone="warning">{value.page === 'unpublished' ? 'Draft: hidden' : 'Scheduled: hidden'}</Badge>
      )}
      {value.unwritten && <Unwritten {...value.unwritten} link={value.id} />}
    </Cluster>
    <Actions id={value.id}>
      {steps}
      <RowLink id={value.id} to={addresses.editLink({ id: value.id })} variant="quiet">
        Edit
      </RowLink>
      <DeleteRecord kind={link} row={value} />
    </Actions>
  </>
);

interface ListProps {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly LinkRow[];
  readonly save: (ids: readonly string[]) => Promise<void>;
}

const LinkList = ({ title, none, rows, save: store }: ListProps) => (
  <Part title={title}>
    {rows.length === 0 ? (
      <Note>{none}</Note>
    ) : (
      <ReorderableList label={title} noun="Link" rows={rows} save={store}>
        {row}
      </ReorderableList>
    )}
  </Part>
);

const PLACEHOLDERS = ['/elemente', '/chatgpt-lernziele'];

/** An empty site begins with two links to pages that nobody has written. */
function Placeholders({ rows }: { readonly rows: readonly LinkRow[] }) {
  const found = rows.filter(({ address, unwritten }) => unwritten && PLACEHOLDERS.includes(address));
  if (found.length === 0) return null;
  return (
    <Notice title={found.length === 1 ? 'One link leads to a placeholder.' : 'Two links lead to placeholders.'}>
      A new site has {found.map(({ title }) => title).join(' and ')} in its menu, with “This page is coming soon.”
      behind it. Write the page with “Write it”, change the link with “Edit”, or remove it with “Delete”.
    </Notice>
  );
}

const Lists = ({ links: { menu, footer, offers } }: { readonly links: Links }) => (
  <Stack $gap={6}>
    {offers.length > 0 && <Offers offers={offers} />}
    <Placeholders rows={menu} />
    <LinkList title="Menu" none="The menu has no links." rows={menu} save={saveMenu} />
    <LinkList
      title="Footer"
      none="The footer has no links. Imprint, privacy and accessibility statement belong here."
      rows={footer}
      save={saveFooter}
    />
  </Stack>
);

export function Component() {
  const { links } = useLoaderData<LinksData>();
  return (
    <>
      <PageHead
        title="Menu and Footer"
        subtitle="Links of every page, in this order. Drag a row, or use its arrows."
        add={{ to: addresses.newLink, label: 'New Link' }}
      />
      <ReadResult value={links}>{(data) => <Lists links={data} />}</ReadResult>
    </>
  );
}

function Offered({ offer }: { readonly offer: Offer }) {
  const { revalidate } = useRevalidator();
  const { run, busy, failed, error } = useOperation(async (answer: typeof takeOffer) => {
    await asStaff((client) => answer(client, offer));
    await revalidate();
  });
  const look = { size: 'small', busy } as const;
  return (
    <Notice
      action={
        <Cluster $gap={2}>
          <Button {...look} onClick={() => void run(takeOffer)}>
            Add
          </Button>
          <Button {...look} variant="secondary" onClick={() => void run(dismissOffer)}>
            Dismiss
          </Button>
        </Cluster>
      }
    >
      {offer.remote} offers {offer.address} “{offer.label}” for the {offer.place}.
      {failed && <strong role="alert"> {errorText(error)}</strong>}
    </Notice>
  );
}

/** Links that remotes offered when they were published. */
const Offers = ({ offers }: { readonly offers: readonly Offer[] }) => (
  <Stack $gap={3} as="section" aria-label="Offered links">
    {offers.map((offer) => (
      <Offered key={offer.remote + offer.address} offer={offer} />
    ))}
  </Stack>
);
