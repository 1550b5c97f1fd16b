import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { columnsOf } from '../kit/table/data-table.tsx';
import { Published } from '../records/list/published.tsx';
import { RecordActions, RecordTitle } from '../records/list/record-row.tsx';
import { listPage } from '../records/list-page.tsx';
import type { ListedPage } from './data/list-pages.ts';
import { page as kind, type Place } from './page-record.ts';

const PLACE_NAMES: Readonly<Record<Place, string>> = { '': 'Nowhere', menu: 'Menu', footer: 'Footer' };

const columns = columnsOf<ListedPage>([
  ['title', 'Title', (page) => <RecordTitle id={page.id} title={page.title} draft={page.draft} />],
  ['address', 'Address', (page) => `/${page.slug}`],
  [
    'published',
    'Published',
    (page) => (
      <Cluster $gap={2}>
        <Published {...page} />
        {page.gaps > 0 && <Badge $tone="warning">{plural(page.gaps, 'gap', 'gaps')}</Badge>}
      </Cluster>
    ),
  ],
  ['place', 'Linked in', (page) => PLACE_NAMES[page.place]],
  ['actions', 'Actions', (page) => <RecordActions kind={kind} row={page} edit={addresses.editPage({ id: page.id })} />],
]);

const Templates = styled.p`
  margin-block-end: ${space[5]};
`;

export const Component = listPage({
  title: 'Pages',
  subtitle: 'Texts at an address of their own, such as the imprint. News belongs in posts.',
  label: 'Pages',
  tabs: (
    <Templates>
      <ButtonLink to={addresses.pageTemplates} variant="secondary" size="small">
        From Template: imprint, privacy, accessibility
      </ButtonLink>
    </Templates>
  ),
  add: { to: addresses.newPage, label: 'New Page' },
  none: { text: 'No pages yet', action: 'Create Your First Page' },
  columns,
});
