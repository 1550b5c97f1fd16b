-- Lists of posts of any length: how many are public is kept and not counted, and any page is as near as the first.

create table private.post_counts (
  month date not null,
  category_id uuid,
  posts bigint not null
);
comment on table private.post_counts is
  'How many posts have their moment of publication in which month (UTC), kept by triggers. What belongs to one month and category is the sum of its rows: writers add rows and wait for nobody.';

create index post_counts_of_category on private.post_counts (category_id, month);

alter table private.post_counts enable row level security;
revoke all on private.post_counts from public, anon, authenticated, service_role;

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
  -- Joins what can be joined. Rows of transactions under way are left to the next one, so nobody waits in a circle.
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

create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_posts for each statement execute function private.count_posts();
create trigger count_updated_posts after update on public.posts
  referencing old table as old_posts new table as new_posts for each statement execute function private.count_posts();
create trigger count_deleted_posts after delete on public.posts
  referencing old table as old_posts for each statement execute function private.count_posts();
create trigger count_truncated_posts after truncate on public.posts
  for each statement execute function private.count_posts();

insert into private.post_counts
select private.month_of(p.published_at), p.category_id, count(*) from public.posts p
where p.published_at is not null group by 1, 2;

-- Now in the order of lists to the last, so that places in them are found in the index alone.
drop index public.posts_of_category;
create index posts_of_category on public.posts (category_id, published_at desc, id);

create function private.public_posts_by_month(category uuid) returns table (month date, posts bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Of this month, only some may be public yet.
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
  'How many posts are public, by the month of their publication (UTC); of one category or, for null, of all.';

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
  'Which of the public posts, newest first, has so many before it; of one category or, for null, of all. No row where there is none.';

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
comment on function public.count_posts(text) is 'How many posts are public, of a category or of all.';

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
  'Public posts of a category or of all, newest first: after as many as skip says, at most take and never more than 1000. Far down as fast as at the top.';

revoke execute on function
  private.month_of(timestamptz), private.count_posts(), private.public_posts_by_month(uuid), private.post_at(uuid, bigint),
  public.count_posts(text), public.newest_posts(bigint, integer, text) from public;
grant execute on function
  private.public_posts_by_month(uuid), private.post_at(uuid, bigint),
  public.count_posts(text), public.newest_posts(bigint, integer, text) to anon, authenticated, service_role;
