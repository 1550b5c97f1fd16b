-- Blog: categories and posts, and lists of posts of any length.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null constraint categories_name_not_blank check (name ~ '\S'),
  slug text not null unique
    constraint categories_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.categories is 'Categories of posts.';
comment on column public.categories.slug is 'One segment of an address: /category/{slug}.';

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  title text collate "de-x-icu" not null constraint posts_title_not_blank check (title ~ '\S'),
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
  updated_at timestamptz not null default now(),
  picture uuid,
  ai text not null default 'none'
    constraint posts_ai check (ai in ('none', 'assisted', 'generated'))
);
comment on table public.posts is 'Blog posts, public from published_at on.';
comment on column public.posts.content is 'Markdown.';
comment on column public.posts.published_at is 'Null for a draft, in the future for a scheduled post.';
comment on column public.posts.author is 'Display name at the time of writing.';
comment on column public.posts.picture is 'A picture of the library.';
comment on column public.posts.ai is
  'generated: a model wrote the text. assisted: a model wrote it, and somebody reviewed it and answers for it. none: no function wrote it.';

-- Post counts: triggers keep them, so that no query counts posts, and each page of a list is as fast as the first.

create table private.post_counts (
  month date not null,
  category_id uuid,
  posts bigint not null
);
comment on table private.post_counts is
  'Number of posts by month of publication (UTC) and category, kept by triggers. The number is the sum over the rows of a month and category: writers insert rows and never wait for a lock.';

-- The indexes have the columns of the lists' order, so that an index scan alone finds an offset in a list.
create index posts_newest on public.posts (published_at desc, id);
create index posts_of_category on public.posts (category_id, published_at desc, id);
create index post_counts_of_category on private.post_counts (category_id, month);

-- Posts that wait for a sign-off.
create index posts_unsigned on public.posts (published_at desc, id) where ai = 'generated';

alter table public.categories enable row level security;
alter table public.posts enable row level security;
alter table private.post_counts enable row level security;

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

create function private.month_of(moment timestamptz) returns date
language sql immutable parallel safe set search_path = ''
as $$
  select date_trunc('month', moment at time zone 'UTC')::date;
$$;

create function private.count_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.post_counts where true;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.post_counts
    select private.month_of(p.published_at), p.category_id, -count(*) from old_posts p
    where p.published_at is not null group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.post_counts
    select private.month_of(p.published_at), p.category_id, count(*) from new_posts p
    where p.published_at is not null group by 1, 2;
  end if;
  -- Sums up rows. SKIP LOCKED leaves rows of concurrent transactions to the next call, so that there is no deadlock.
  with several as (
    select c.month, c.category_id from private.post_counts c group by 1, 2 having count(*) > 1
  ),
  joined as (
    delete from private.post_counts where ctid = any (array(
      select c.ctid from private.post_counts c
      join several s on s.month = c.month and s.category_id is not distinct from c.category_id
      for update of c skip locked
    ))
    returning month, category_id, posts
  )
  insert into private.post_counts
  select j.month, j.category_id, sum(j.posts) from joined j group by 1, 2 having sum(j.posts) <> 0;
  return null;
end;
$$;
comment on function private.count_posts() is 'Keeps private.post_counts.';

create function private.public_posts_by_month(category uuid) returns table (month date, posts bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Some posts of this month may be scheduled.
  return query execute format(
    'select c.month, sum(c.posts)::bigint from private.post_counts c where c.month < $1 %1$s group by c.month
     union all
     select $1, count(*) from public.posts p
     where p.published_at >= $1::timestamp at time zone ''UTC'' and p.published_at <= now() %1$s',
    case when category is not null then 'and category_id = $2' end
  ) using private.month_of(now()), category;
end;
$$;
comment on function private.public_posts_by_month(uuid) is
  'Number of public posts by month of publication (UTC), in one category or, for null, in all.';

create function private.post_at(category uuid, place bigint) returns table (published_at timestamptz, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  reached record;
begin
  select m.month, m.newer into reached from (
    select b.month, b.posts, sum(b.posts) over (order by b.month desc) - b.posts as newer
    from private.public_posts_by_month(category) b
  ) m
  where m.newer <= place and place < m.newer + m.posts;
  return query execute format(
    'select p.published_at, p.id from public.posts p where p.published_at < $1 and p.published_at <= now() %s
     order by p.published_at desc, p.id offset $2 limit 1',
    case when category is not null then 'and p.category_id = $3' end
  ) using (reached.month + interval '1 month') at time zone 'UTC', place - reached.newer, category;
end;
$$;
comment on function private.post_at(uuid, bigint) is
  'The public post at an offset, newest first, in one category or, for null, in all. No row beyond the end.';

create function public.count_posts(category_slug text default null) returns bigint
language plpgsql stable security invoker set search_path = ''
as $$
declare
  category constant uuid := (select c.id from public.categories c where c.slug = category_slug);
begin
  if category is null and category_slug is not null then
    return 0;
  end if;
  return (select sum(m.posts) from private.public_posts_by_month(category) m);
end;
$$;
comment on function public.count_posts(text) is 'Number of public posts, in a category or in all.';

create function public.newest_posts(skip bigint, take integer, category_slug text default null)
returns setof public.posts
language plpgsql stable security invoker set search_path = ''
as $$
declare
  category constant uuid := (select c.id from public.categories c where c.slug = category_slug);
  first_one record;
begin
  if category is null and category_slug is not null then
    return;
  end if;
  if skip <= 0 then
    select now() as published_at, null::uuid as id into first_one;
  else
    select f.published_at, f.id into first_one from private.post_at(category, skip) f;
  end if;
  return query execute format(
    'select p.* from public.posts p
     where p.published_at <= $1 and (p.published_at < $1 or $2 is null or p.id >= $2) %s
     order by p.published_at desc, p.id limit $3',
    case when category is not null then 'and p.category_id = $4' end
  ) using first_one.published_at, first_one.id, least(greatest(take, 0), 1000), category;
end;
$$;
comment on function public.newest_posts(bigint, integer, text) is
  'Public posts of a category or of all, newest first: skips as many as skip says and returns at most take, never more than 1000. A large offset is as fast as a small one.';

create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_posts for each statement execute function private.count_posts();
create trigger count_updated_posts after update on public.posts
  referencing old table as old_posts new table as new_posts for each statement execute function private.count_posts();
create trigger count_deleted_posts after delete on public.posts
  referencing old table as old_posts for each statement execute function private.count_posts();
create trigger count_truncated_posts after truncate on public.posts
  for each statement execute function private.count_posts();
create trigger note_byline after insert or update of author on public.posts
  for each row execute function private.note_byline();
create trigger touch_updated_at before update on public.posts
  for each row when (new.ai = old.ai or to_jsonb(new) - 'ai' <> to_jsonb(old) - 'ai')
  execute function private.touch_updated_at();

grant all on public.categories, public.posts to service_role;
grant select on public.categories, public.posts to anon;
grant select, insert (name, slug), update (name, slug), delete on public.categories to authenticated;
grant select, insert (title, slug, content, excerpt, category_id, published_at, author, comment_count, picture),
  update (title, slug, content, excerpt, category_id, published_at, author, comment_count, picture), delete on
  public.posts to authenticated;
grant execute on function private.post_at, private.public_posts_by_month, public.count_posts, public.newest_posts to
  anon, authenticated, service_role;
