import type { Content } from './content.ts';
import { referencesTo } from './references.ts';
import { daysAgoInZurich, slugOf } from './rows.ts';

/** The drafts over published records; `publishAt`: null while none is scheduled. */
export function draftsOf({ posts, courses, drafts }: Content, now: Date) {
  const records = {
    post: referencesTo('post', 'posts', posts, slugOf),
    course: referencesTo('course', 'courses', courses, slugOf),
  };
  return drafts.map(({ of, slug, title, days }, index) => ({
    relation: `${of}s`,
    id: records[of].idOf(slug, 'drafts.yaml', `${index}.slug`),
    columns: { title },
    publishAt: days === undefined ? null : daysAgoInZurich(now, -days, '09:00'),
  }));
}
