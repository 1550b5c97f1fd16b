import { plural } from '@ki/shared/format/plural.ts';
import { addresses } from '../addresses.ts';
import { Tabs } from '../kit/part.tsx';
import { columnsOf } from '../kit/table/data-table.tsx';
import { RowActions, RowLink, RowTitle } from '../kit/table/row.tsx';
import { ViewLink } from '../records/list/columns.tsx';
import { DeleteCategory } from '../records/list/delete-category.tsx';
import { listPage } from '../records/list-page.tsx';
import type { CategoryKind } from './category-record.ts';
import type { CategoryRow } from './data/list-categories.ts';

const tabs = (
  <Tabs
    label="Kinds of categories"
    pages={[
      [addresses.categories, 'Posts'],
      [addresses.workshopCategories, 'Workshops'],
      [addresses.courseCategories, 'Online Courses'],
    ]}
  />
);

/** The subtitle, and one thing that has a category, and several. */
const TEXTS: Readonly<Record<CategoryKind['table'], readonly [subtitle: string, one: string, many: string]>> = {
  categories: ['What posts are about. Those of the workshop matrix are in Workshop Matrix.', 'post', 'posts'],
  workshop_categories: ['By which visitors filter workshops', 'workshop', 'workshops'],
  course_categories: ['By which visitors filter online courses', 'course', 'courses'],
};

export function categoriesPage(kind: CategoryKind, title: string) {
  const [subtitle, ...noun] = TEXTS[kind.table];
  const used = ({ uses }: CategoryRow) => plural(uses, ...noun);
  return listPage(kind, {
    title,
    subtitle,
    tabs,
    none: { text: 'No categories yet', action: 'Create Your First Category' },
    columns: columnsOf<CategoryRow>([
      ['name', 'Name', (row) => <RowTitle id={row.id} title={row.title} to={kind.at?.edit(row)} />],
      ...(kind.view ? ([['slug', 'Slug', (row: CategoryRow) => row.slug]] as const) : []),
      ['uses', 'Used By', used],
      [
        'actions',
        'Actions',
        (row) => (
          <RowActions id={row.id} menu={kind.view && <ViewLink kind={kind} row={row} />}>
            <RowLink id={row.id} to={kind.at?.edit(row) ?? ''}>
              Edit
            </RowLink>
            <DeleteCategory kind={kind} row={row} options={row.options} used={used(row)} none="No category" />
          </RowActions>
        ),
      ],
    ]),
  });
}
