-- Blog: categories and posts.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint categories_name_not_blank check (name ~ '\S'),
  slug text not null unique
    constraint categories_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..'))
);
comment on table public.categories is 'Categories of posts.';
comment on column public.categories.slug is 'One segment of an address: /category/{slug}.';

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint posts_title_not_blank check (title ~ '\S'),
  slug text not null unique
    constraint posts_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  content text not null constraint posts_content_not_blank check (content ~ '\S'),
  excerpt text,
  -- A category in use stays: deleting it must not quietly uncategorise posts.
  category_id uuid references public.categories (id) on delete restrict,
  published_at timestamptz,
  author text not null default '',
  comment_count integer not null default 0 constraint posts_comment_count_not_negative check (comment_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.posts is 'Blog posts, public from published_at on.';
comment on column public.posts.content is 'Markdown.';
comment on column public.posts.published_at is 'Null for a draft, in the future for a scheduled post.';
comment on column public.posts.author is 'Display name at the time of writing.';

create index posts_newest on public.posts (published_at desc, id);
create index posts_of_category on public.posts (category_id, published_at desc);

create trigger touch_updated_at before update on public.posts
  for each row execute function private.touch_updated_at();

alter table public.categories enable row level security;
alter table public.posts enable row level security;

create policy "Everybody reads categories" on public.categories
  for select to anon, authenticated using (true);
create policy "Staff add categories" on public.categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change categories" on public.categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete categories" on public.categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read published posts" on public.posts
  for select to anon using (published_at <= now());
create policy "Signed-in users read published posts, staff all posts" on public.posts
  for select to authenticated using (published_at <= now() or (select private.is_staff()));
create policy "Staff add posts" on public.posts
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change posts" on public.posts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete posts" on public.posts
  for delete to authenticated using ((select private.is_staff()));

revoke all on public.categories, public.posts from public, anon, authenticated;
grant select on public.categories, public.posts to anon, authenticated;
grant insert (name, slug), update (name, slug), delete on public.categories to authenticated;
grant
  insert (title, slug, content, excerpt, category_id, published_at, author, comment_count),
  update (title, slug, content, excerpt, category_id, published_at, author, comment_count),
  delete
  on public.posts to authenticated;
grant select, insert, update, delete on public.categories, public.posts to service_role;
