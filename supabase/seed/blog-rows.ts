import type { Content } from './content.ts';
import { References, stableId } from './references.ts';
import type { Row } from './tables.ts';
import { daysAgoInZurich } from './zurich-time.ts';

export function blogRows({ categories, posts }: Content, now: Date): [table: string, rows: Row[]][] {
  const slugs = categories.posts.map(({ slug }) => slug);
  const category = new References('post category', slugs, 'categories.yaml');
  new References(
    'post',
    posts.map(({ slug }) => slug),
    'posts',
  );
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
