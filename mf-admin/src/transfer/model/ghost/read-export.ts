import { z } from 'zod/mini';
import { UnreadableFile } from '../../../files/model/file-rows.ts';

const text = z.catch(z.nullish(z.string()), null);
const id = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.number(), z.string()])),
  z.transform((value) => Number(value ?? 0) > 0),
);
const order = z.catch(z.nullish(z.number()), 0);

const SEO = [
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
] as const;

const seo = Object.fromEntries(SEO.map((name) => [name, text])) as Record<(typeof SEO)[number], typeof text>;

const postSchema = z.object({
  ...seo,
  id,
  title: text,
  slug: text,
  html: text,
  markdown: text,
  lexical: text,
  mobiledoc: text,
  type: text,
  page: flag,
  status: text,
  email_only: flag,
  visibility: text,
  published_at: z.nullish(z.union([z.string(), z.number()])),
  custom_excerpt: text,
  feature_image: text,
  /** The picture of Ghost 0. */
  image: text,
  featured: flag,
  author_id: z.nullish(id),
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
});

const dataSchema = z.object({
  posts: z.array(postSchema),
  posts_meta: z.optional(z.array(z.object({ ...seo, post_id: id, email_only: flag, feature_image_alt: text }))),
  tags: z.optional(z.array(z.object({ id, name: z.string(), slug: z.string(), visibility: text }))),
  posts_tags: z.optional(z.array(z.object({ post_id: id, tag_id: id, sort_order: order }))),
  users: z.optional(z.array(z.object({ id, name: z.string() }))),
  posts_authors: z.optional(z.array(z.object({ post_id: id, author_id: id, sort_order: order }))),
});

type Data = z.infer<typeof dataSchema>;
export type Post = Data['posts'][number];
export type Tag = NonNullable<Data['tags']>[number];

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnreadableFile('This is no JSON; expected the export of Ghost.');
  }
}

function dataOf(json: string): Data {
  const whole = z.looseObject({
    db: z.optional(z.array(z.looseObject({ data: z.optional(z.unknown()) }))),
    data: z.optional(z.unknown()),
  });
  const root = whole.safeParse(parse(json)).data;
  const { success, data, error } = dataSchema.safeParse(root?.db?.[0]?.data ?? root?.data);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableFile(
    `This is no export of Ghost; expected db[0].data.posts${issue?.path.length ? `, and found something else at ${issue.path.join('.')}` : ''}.`,
  );
}

type Link = NonNullable<Data['posts_tags' | 'posts_authors']>[number];

/** Finds the targets of a post's links, in order. */
function targetsOf<L extends Link, T>(links: readonly L[] = [], targetOf: (link: L) => T | undefined) {
  const byPost = Map.groupBy(links, ({ post_id }) => post_id);
  return ({ id: post }: Post): T[] =>
    (byPost.get(post) ?? [])
      .toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
      .flatMap((link) => targetOf(link) ?? []);
}

export function readExport(json: string) {
  const data = dataOf(json);
  const tags = new Map(data.tags?.map((tag) => [tag.id, tag]));
  const users = new Map(data.users?.map(({ id: user, name }) => [user, name]));
  const meta = new Map(data.posts_meta?.map((fields) => [fields.post_id, fields]));
  const severalOf = targetsOf(data.posts_authors, ({ author_id }) => users.get(author_id));
  return {
    posts: data.posts,
    /** The numbers of posts that are mails alone. */
    newsletters: new Set([
      ...data.posts.filter(({ email_only }) => email_only).map((post) => post.id),
      ...(data.posts_meta ?? []).filter(({ email_only }) => email_only).map(({ post_id }) => post_id),
    ]),
    altOf: ({ id: post }: Post) => meta.get(post)?.feature_image_alt ?? '',
    tagsOf: targetsOf(data.posts_tags, ({ tag_id }) => tags.get(tag_id)),
    authorsOf: (post: Post) => {
      const several = severalOf(post);
      const one = users.get(post.author_id ?? '');
      return several.length === 0 && one ? [one] : several;
    },
    /** Names of fields for search engines that a post has. */
    seoOf: (post: Post) => SEO.filter((name) => post[name] || meta.get(post.id)?.[name]),
  };
}
export type GhostExport = ReturnType<typeof readExport>;
