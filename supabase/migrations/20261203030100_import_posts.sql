-- Import of posts: a post is known by its slug, a category by its slug or name.

create function private.category_named(given text, slug text) returns uuid
language sql stable set search_path = ''
as $$
  select c.id from public.categories c
  where case when category_named.slug is not null then c.slug = category_named.slug
    else lower(c.name) = lower(given) or c.slug = given end
  order by c.name = given desc, lower(c.name) = lower(given) desc, c.id
  limit 1;
$$;
comment on function private.category_named(text, text) is
  'The category with a slug. Without a slug: with that name, else with that name as its slug.';

create function private.check_posts(import uuid, update_existing boolean) returns void
-- Nothing has counted the staged rows yet: the planner expects one, and would compare each with all others.
language sql volatile set search_path = '' set enable_nestloop = off
as $$
  with staged as (
    select r.number, r.entry, r.entry ->> 'title' as title, r.entry ->> 'slug' as slug, r.body as content,
      r.entry ->> 'published_at' as given_date, private.moment_of(r.entry ->> 'published_at') as published_at,
      case when r.entry ->> 'category' ~ '\S' then r.entry ->> 'category' end as category,
      r.entry ->> 'new_category_slug' as new_slug,
      private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug') as category_id,
      row_number() over same_slug as copy, first_value(coalesce(r.entry ->> 'place', r.number::text)) over same_slug as first_place,
      first_value(r.entry ->> 'category') over same_category as first_category
    from private.import_rows r
    where r.account = auth.uid() and r.import = check_posts.import
    window same_slug as (partition by r.entry ->> 'slug' order by r.number),
      same_category as (partition by r.entry ->> 'new_category_slug' order by r.number)
  ),
  compared as (
    select s.*, p.id as target, p.title as present_title, p.updated_at::text as seen,
      coalesce(
        p.title = s.title and p.content = s.content
          and (not s.entry ? 'excerpt' or coalesce(p.excerpt, '') = coalesce(s.entry ->> 'excerpt', ''))
          and (not s.entry ? 'author' or p.author = coalesce(s.entry ->> 'author', ''))
          and (not s.entry ? 'published_at' or p.published_at is not distinct from s.published_at)
          and (not s.entry ? 'category' or (
            p.category_id is not distinct from s.category_id and (s.category is null or s.category_id is not null)
          )),
        false
      ) as is_same,
      private.faults_of_file(s.entry) as faults_of_file
    from staged s left join public.posts p on p.slug = s.slug
  ),
  judged as (
    select c.*, case when c.faults_of_file <> '{}' then c.faults_of_file else array_remove(array[
      case when coalesce(c.title, '') !~ '\S' then 'title: nothing found; expected a text.' end,
      case
        when coalesce(c.slug, '') = '' then 'slug: nothing found; expected an address such as my-post.'
        when c.slug !~ '^[^[:space:]/?#%\\]+$' or c.slug in ('.', '..') then
          format('slug: found “%s”; expected an address without blanks and without / ? # %% \.', c.slug)
        when c.copy > 1 then format('slug: found “%s”, which %s has already; expected each address once.', c.slug, c.first_place)
        when c.target is not null and not c.is_same and not update_existing then
          format('slug: found “%s”, which the post “%s” has already; expected a free address, or the choice to update what exists.', c.slug, c.present_title)
      end,
      case when coalesce(c.content, '') !~ '\S' then 'content: nothing found; expected a text.' end,
      case when c.given_date ~ '\S' and c.published_at is null then
        format('date: found “%s”; expected a date such as 2026-03-01 or 2026-03-01T10:00:00+01:00.', c.given_date) end,
      case when c.category is not null and c.category_id is null then case
        when coalesce(c.new_slug, '') !~ '^[^[:space:]/?#%\\]+$' or c.new_slug in ('.', '..') then
          format('category: found “%s”; expected a name with a letter or a digit, for its address.', c.category)
        when exists (select from public.categories k where k.slug = c.new_slug) or
          not c.entry ? 'category_slug' and lower(c.first_category) <> lower(c.category) then
          format('category: found “%s”, whose address “%s” another category has; expected a field category_slug with an address of its own.', c.category, c.new_slug)
      end end
    ], null) end as found_faults
    from compared c
  )
  update private.import_rows r
  set target = j.target, seen = j.seen, faults = j.found_faults,
    creates = case when j.category is not null and j.category_id is null and j.found_faults = '{}'
      then array['category ' || j.category] else '{}' end,
    outcome = case when j.found_faults <> '{}' then 'wrong' when j.target is null then 'create'
      when j.is_same then 'unchanged' else 'update' end
  from judged j
  where r.account = auth.uid() and r.import = check_posts.import and r.number = j.number;
$$;
comment on function private.check_posts(uuid, boolean) is 'Writes to the staged rows what an import would do with each.';

create function private.write_posts(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.categories (name, slug)
  select distinct on (r.entry ->> 'new_category_slug') r.entry ->> 'category', r.entry ->> 'new_category_slug'
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update') and r.creates <> '{}'
  order by r.entry ->> 'new_category_slug', r.number;

  insert into public.posts (title, slug, content, excerpt, category_id, published_at, author)
  select r.entry ->> 'title', r.entry ->> 'slug', r.body, nullif(r.entry ->> 'excerpt', ''),
    private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug'),
    private.moment_of(r.entry ->> 'published_at'), coalesce(r.entry ->> 'author', '')
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome = 'create'
  order by r.number;

  update public.posts p
  set title = r.entry ->> 'title', content = r.body,
    excerpt = case when r.entry ? 'excerpt' then nullif(r.entry ->> 'excerpt', '') else p.excerpt end,
    category_id = case when r.entry ? 'category'
      then private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug') else p.category_id end,
    published_at = case when r.entry ? 'published_at'
      then private.moment_of(r.entry ->> 'published_at') else p.published_at end,
    author = case when r.entry ? 'author' then coalesce(r.entry ->> 'author', '') else p.author end
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome = 'update' and p.id = r.target;
end;
$$;

revoke execute on all functions in schema private from public;
