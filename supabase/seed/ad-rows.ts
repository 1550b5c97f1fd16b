import type { Content } from './content.ts';
import type { Row } from './insert-rows.ts';
import { References } from './references.ts';
import { stableId } from './stable-id.ts';
import { daysAgoInZurich } from './zurich-time.ts';

const FILE = 'ads.yaml';

export function adRows({ ads, workshops, courses }: Content, now: Date): [table: string, rows: Row[]][] {
  const workshop = new References(
    'workshop',
    workshops.map(({ slug }) => slug),
    'workshops.yaml',
  );
  const course = new References(
    'course',
    courses.map(({ slug }) => slug),
    'courses',
  );
  new References(
    'ad',
    ads.map(({ title }) => title),
    FILE,
  );
  return [
    [
      'ads',
      ads.map(({ offer, active, ...columns }, index) => {
        const offered = columns.type === 'team' ? workshop : course;
        const written = daysAgoInZurich(now, index + 1, '11:00');
        return {
          ...columns,
          id: stableId('ad', columns.title),
          offer_id: offer ? offered.idOf(offer, FILE, `${index}.offer`) : null,
          is_active: active,
          created_at: written,
          updated_at: written,
        };
      }),
    ],
  ];
}
