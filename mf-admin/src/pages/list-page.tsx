import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Published, recordColumns } from '../records/list/columns.tsx';
import { listPage } from '../records/list-page.tsx';
import type { ListedPage } from './data/pages.ts';
import { page as kind, type Place, placeOf } from './page-record.ts';

const PLACE_NAMES: Readonly<Record<Place, string>> = { '': 'Nowhere', menu: 'Menu', footer: 'Footer' };

const Templates = styled.p`
  margin-block-end: ${space[5]};
`;

export const Component = listPage(kind, {
  title: 'Pages',
  subtitle: 'Texts at an address of their own, such as the imprint. News belongs in posts.',
  tabs: (
    <Templates>
      <ButtonLink to={addresses.pageTemplates} variant="secondary" size="small">
        From Template: imprint, privacy, accessibility
      </ButtonLink>
    </Templates>
  ),
  none: { text: 'No pages yet', action: 'Create Your First Page' },
  columns: recordColumns<typeof kind, ListedPage>(kind, {
    own: {
      slug: ['Address', ({ slug }) => `/${slug}`],
      publishedAt: [
        'Published',
        ({ publishedAt, gaps }) => (
          <Cluster $gap={2}>
            <Published publishedAt={publishedAt} />
            {gaps > 0 && <Badge $tone="warning">{plural(gaps, 'gap', 'gaps')}</Badge>}
          </Cluster>
        ),
      ],
      shownIn: ['Linked in', ({ shownIn }) => PLACE_NAMES[placeOf(shownIn)]],
    },
  }),
});
