import type { Content } from './content.ts';
import { referencesTo, stableId } from './references.ts';
import type { Row } from './tables.ts';
import { daysAgoInZurich } from './zurich-time.ts';

export function blogRows({ categories, posts }: Content, now: Date): [table: string, rows: Row[]][] {
  const category = referencesTo('post category', 'categories.yaml', categories.posts, ({ slug }) => slug);
  referencesTo('post', 'posts', posts, ({ slug }) => slug);
  return [
    ['categories', categories.posts.map(({ slug, name }) => ({ id: category.idOf(slug, '', ''), slug, name }))],
    [
      'posts',
      posts.map((post) => {
        const published = post.draft ? null : daysAgoInZurich(now, post.days, post.time);
        const written = published && published < now ? published : now;
        return {
          id: stableId('post', post.slug),
          title: post.title,
          slug: post.slug,
          content: post.content,
          excerpt: post.excerpt ?? null,
          category_id: category.idOf(post.category, post.file, 'category'),
          published_at: published,
          author: post.author,
          comment_count: post.comments,
          created_at: written,
          updated_at: written,
        };
      }),
    ],
  ];
}

const FILE = 'ads.yaml';

export function adRows({ ads, workshops, courses }: Content, now: Date): [table: string, rows: Row[]][] {
  const workshop = referencesTo('workshop', 'workshops.yaml', workshops, ({ slug }) => slug);
  const course = referencesTo('course', 'courses', courses, ({ slug }) => slug);
  referencesTo('ad', FILE, ads, ({ title }) => title);
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
