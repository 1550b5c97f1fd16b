import { type FileRow, UnreadableFile } from '../../records/model/files/file-rows.ts';
import { postRow } from '../../records/model/files/post-row.ts';
import { z } from '../../records/model/z.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const text = z.string().nullish();
const id = z.union([z.string(), z.number()]).transform(String);

const postSchema = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  type: text,
  status: text,
  visibility: text,
  published_at: text,
  custom_excerpt: text,
  feature_image: text,
});

const dataSchema = z.object({
  posts: z.array(postSchema),
  tags: z.array(z.object({ id, name: z.string(), slug: z.string(), visibility: text })).optional(),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })).optional(),
  users: z.array(z.object({ id, name: z.string() })).optional(),
  posts_authors: z.array(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() })).optional(),
});

type Data = z.infer<typeof dataSchema>;
type Post = Data['posts'][number];

/** Ghost writes this in place of the site's address. */
const SITE = '__GHOST_URL__';

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnreadableFile('This is no JSON; expected the export of Ghost.');
  }
}

function dataOf(json: string): Data {
  const whole = z.looseObject({
    db: z.array(z.looseObject({ data: z.unknown().optional() })).optional(),
    data: z.unknown().optional(),
  });
  const root = whole.safeParse(parse(json)).data;
  const { success, data, error } = dataSchema.safeParse(root?.db?.[0]?.data ?? root?.data);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableFile(
    `This is no export of Ghost; expected db[0].data.posts${issue?.path.length ? `, and found something else at ${issue.path.join('.')}` : ''}.`,
  );
}

interface Link {
  readonly post_id: string;
  readonly sort_order?: number | null | undefined;
}

const firstOf = <L extends Link>(links: readonly L[] | undefined, post: Post) =>
  (links ?? [])
    .filter(({ post_id }) => post_id === post.id)
    .toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));

function primaryTag({ posts_tags, tags = [] }: Data, post: Post) {
  const found = firstOf(posts_tags, post).map(({ tag_id }) => tags.find((tag) => tag.id === tag_id));
  return found.find((tag) => tag && tag.visibility !== 'internal') ?? null;
}

function reasonToLeaveOut({ type, status }: Post): string | undefined {
  if (type === 'page') return 'This is a page, not a post.';
  if (status === 'sent') return 'It was sent as a newsletter only and never was on the site.';
  return undefined;
}

function rowOf(data: Data, post: Post, slugs: ReadonlySet<string>): FileRow {
  const place = `post ${post.slug ?? post.id}`;
  const leftOut = reasonToLeaveOut(post);
  const named = { title: post.title ?? '', slug: post.slug ?? '', content: '' };
  if (leftOut) return postRow(place, named, { leftOut });
  if (!post.html) {
    return postRow(place, named, {
      faults: ['html: nothing found; expected the text of the post. Ghost writes it when the post is saved.'],
    });
  }
  const rewrite = (address: string) => {
    if (!address.startsWith(SITE)) return address;
    const path = address.slice(SITE.length);
    const slug = /^\/([^/?#]+)\/?$/.exec(path)?.[1];
    return slug && slugs.has(slug) ? `/post/${slug}` : path;
  };
  const { markdown, notes } = htmlToMarkdown(post.html, rewrite);
  const isForAll = (post.visibility ?? 'public') === 'public';
  const isPublic = isForAll && (post.status === 'published' || post.status === 'scheduled');
  const tag = primaryTag(data, post);
  const author = firstOf(data.posts_authors, post)[0]?.author_id;
  const fields = {
    ...named,
    content: markdown,
    excerpt: post.custom_excerpt || null,
    date: isPublic ? (post.published_at ?? null) : null,
    author: data.users?.find((user) => user.id === author)?.name ?? null,
    category: tag?.name ?? null,
    categorySlug: tag?.slug ?? null,
  };
  return postRow(place, fields, {
    notes: [
      ...notes,
      ...(isForAll ? [] : ['In Ghost only members read it: it becomes a draft.']),
      ...(markdown.includes('](/content/') || post.feature_image ? ['Its pictures are not in the export.'] : []),
    ],
  });
}

export function* rowsOfGhost(json: string): Generator<FileRow> {
  const data = dataOf(json);
  const slugs = new Set(data.posts.flatMap(({ slug, type }) => (slug && type !== 'page' ? [slug] : [])));
  for (const post of data.posts) yield rowOf(data, post, slugs);
}
