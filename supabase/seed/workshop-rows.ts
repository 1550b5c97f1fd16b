import type { Content } from './content.ts';
import type { Row } from './insert-rows.ts';
import { References } from './references.ts';
import { daysAgoInZurich } from './zurich-time.ts';

const FILE = 'workshops.yaml';

export function workshopRows({ categories, workshops }: Content, now: Date): [table: string, rows: Row[]][] {
  const slugs = categories.workshops.map(({ slug }) => slug);
  const category = new References('workshop category', slugs, 'categories.yaml');
  const workshop = new References(
    'workshop',
    workshops.map(({ slug }) => slug),
    FILE,
  );
  return [
    ['workshop_categories', categories.workshops.map(({ slug, name }) => ({ id: category.idOf(slug, '', ''), name }))],
    [
      'workshops',
      workshops.map(({ slug, category: categorySlug, days, ...columns }, index) => {
        const written = daysAgoInZurich(now, days, '10:00');
        return {
          ...columns,
          id: workshop.idOf(slug, FILE, `${index}.slug`),
          workshop_category_id: category.idOf(categorySlug, FILE, `${index}.category`),
          created_at: written,
          updated_at: written,
        };
      }),
    ],
  ];
}
