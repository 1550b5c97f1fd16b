import { plural } from '@ki/shared/format/plural.ts';
import { addresses } from '../addresses.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { Tabs } from '../kit/part.tsx';
import { columnsOf } from '../kit/table/data-table.tsx';
import { RowActions, RowLink, RowTitle } from '../kit/table/row.tsx';
import { ViewLink } from '../records/list/columns.tsx';
import { DeleteCategory } from '../records/list/delete-category.tsx';
import { listPage } from '../records/list-page.tsx';
import { category, courseCategory, workshopCategory } from './category-record.ts';
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

interface KindOptions {
  readonly kind: AnyRecordKind;
  readonly title: string;
  readonly subtitle: string;
  /** One thing that has a category, and several. */
  readonly noun: readonly [one: string, many: string];
}

function categoriesPage({ kind, title, subtitle, noun }: KindOptions) {
  const used = ({ uses }: CategoryRow) => plural(uses, ...noun);
  return listPage(kind, {
    title,
    subtitle,
    tabs,
    none: { text: 'No categories yet', action: 'Create Your First Category' },
    columns: columnsOf<CategoryRow>([
      ['name', 'Name', (row) => <RowTitle id={row.id} title={row.title} />],
      ...(kind.view ? ([['slug', 'Slug', (row: CategoryRow) => row.slug]] as const) : []),
      ['uses', 'Used By', used],
      [
        'actions',
        'Actions',
        (row) => (
          <RowActions id={row.id}>
            <RowLink id={row.id} to={kind.at?.edit(row) ?? ''}>
              Edit
            </RowLink>
            {kind.view && <ViewLink kind={kind} row={row} />}
            <DeleteCategory kind={kind} row={row} options={row.options} used={used(row)} none="No category" />
          </RowActions>
        ),
      ],
    ]),
  });
}

export const PostCategories = categoriesPage({
  kind: category,
  title: 'Categories',
  subtitle: 'What posts are about. Those of the workshop matrix are in Workshop Matrix.',
  noun: ['post', 'posts'],
});

export const WorkshopCategories = categoriesPage({
  kind: workshopCategory,
  title: 'Workshop Categories',
  subtitle: 'By which visitors filter workshops',
  noun: ['workshop', 'workshops'],
});

export const CourseCategories = categoriesPage({
  kind: courseCategory,
  title: 'Course Categories',
  subtitle: 'By which visitors filter online courses',
  noun: ['course', 'courses'],
});
