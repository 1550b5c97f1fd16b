import type { Content } from './content.ts';
import type { Row } from './insert-rows.ts';
import { References } from './references.ts';
import { stableId } from './stable-id.ts';
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
