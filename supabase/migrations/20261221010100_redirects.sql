-- Former addresses lead on, and addresses that are missing are counted.

alter table private.kinds add column address text;

update private.kinds k set address = a.address
from (values ('posts', '/post/'), ('categories', '/category/'), ('pages', '/'), ('courses', '/courses/')) a (relation, address)
where k.relation = a.relation;

create function private.is_redirect_address(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select address ~ '^/([^/?#%\\[:space:][:cntrl:]]+(/[^/?#%\\[:space:][:cntrl:]]+)*)?(\?[^#\\[:space:][:cntrl:]]+)?$'
    and address <> '/' and octet_length(address) <= 1000;
$$;
comment on function private.is_redirect_address(text) is
  'Whether an address is one of another page of this site: decoded, without a slash at its end.';

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  address text not null constraint redirects_address_shape check (private.is_redirect_address(address)),
  target text constraint redirects_target_path_or_https check (
    target !~ '[\\[:cntrl:]]' and octet_length(target) <= 2000 and (
      target ~* '^https://[^/\s]\S*$' or target ~ '^/([^/?#%[:space:]]+(/[^/?#%[:space:]]+)*)?([?#]\S*)?$'
    )
  ),
  relation text,
  record_id uuid,
  public_from timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirects_record_with_relation check ((relation is null) = (record_id is null))
);
comment on table public.redirects is 'Former addresses, and where they lead.';
comment on column public.redirects.address is
  'A path of this site without a slash at its end, decoded and composed (NFC), or one with a query, such as /?p=12.';
comment on column public.redirects.target is
  'A path of this site, decoded and without a slash at its end, or an https address; null where a public record was deleted and nothing leads on.';
comment on column public.redirects.record_id is 'The record that the target is the address of: it follows the slug.';
comment on column public.redirects.public_from is 'The time from which the record is public, infinity while it is not.';

-- Patterns match in any case, and so do redirects.
create unique index redirects_address_key on public.redirects (lower(address));
create index redirects_of_record on public.redirects (record_id) where record_id is not null;
-- A target leads to an address with its query or without.
create index redirects_to on public.redirects (lower(split_part(target, '#', 1)));
create index redirects_to_path on public.redirects (lower(split_part(split_part(target, '#', 1), '?', 1)));
create index redirects_public on public.redirects (public_from);

alter table public.redirects enable row level security;

create table private.missing_addresses (
  address text not null,
  day date not null,
  requests bigint not null,
  primary key (address, day)
);
comment on table private.missing_addresses is
  'Addresses at which nothing is, with their requests by day (UTC). Of more than 1,000 rows, those of the addresses with the fewest requests go.';

create index missing_addresses_oldest on private.missing_addresses (day);

alter table private.missing_addresses enable row level security;

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_posts(import uuid, update_existing boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
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
          and (not s.entry ? 'picture' or exists (
            select from public.pictures i where i.id = p.picture and i.origin = s.entry #>> '{picture,address}'
          ))
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
$function$;

CREATE OR REPLACE FUNCTION private.check_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  role constant text := private.role_at_write();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  -- The address of a page's link follows the page.
  derived constant text[] := array['address', 'updated_at'];
  state jsonb;
  is_public boolean;
  fault text;
begin
  if role = 'publisher' then
    return null;
  elsif tg_table_name = 'links' and tg_op = 'UPDATE' and states[2] ->> 'page_id' is not null
    and states[1] - derived = states[2] - derived then
    return null;
  -- The redirects of a record follow it, and come with it.
  elsif tg_table_name = 'redirects' and (pg_trigger_depth() > 1 or current_setting('private.is_import', true) = 'on') then
    return null;
  end if;
  foreach state in array states loop
    is_public := private.is_public(tg_table_name, state);
    -- A deletion by cascade: the deletion of the record was checked.
    continue when is_public is null and tg_op = 'DELETE';
    fault := private.refusal_of_row(role, tg_table_name, state, is_public);
    if fault is not null then
      raise exception using errcode = '42501', hint = 'role', message = fault;
    end if;
  end loop;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.content_versions()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_object_agg(t.topic, concat_ws(
      '/',
      t.version,
      case t.topic
        -- Scheduled posts and pages become public without a write.
        when 'posts' then (
          select extract(epoch from max(p.published_at))::text from public.posts p where p.published_at <= now()
        )
        when 'pages' then (
          select extract(epoch from max(p.published_at))::text from public.pages p where p.published_at <= now()
        )
        when 'redirects' then (
          select extract(epoch from max(r.public_from))::text from public.redirects r where r.public_from <= now()
        )
        -- Links of pages come and go with the publication of the page.
        when 'site' then (
          select md5(string_agg(l.id::text, ' ' order by l.id))
          from public.links l join public.pages p on p.id = l.page_id
          where p.published_at <= now()
        )
        -- Ads show titles of offers, which are in other tables. They are read here, so that the order of writes does
        -- not matter.
        when 'ads' then (select md5(jsonb_agg(a.offer_title order by a.id)::text) from public.shown_ads a)
      end
    ))
    from private.content_topics t
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.fault_of_redirect(address text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := split_part(address, '?', 1);
  query constant text := substring(address from '\?(.*)$');
  owner text;
begin
  -- Short addresses of other programs have a query that no page of this site reads.
  if query is not null then
    select r.name into owner
    from shipping.remotes r join shipping.releases p on p.remote = r.name and p.version in (r.live, r.canary)
    cross join lateral jsonb_each(coalesce(p.document -> 'query', '{}')) q (pattern, keys)
    where not r.is_retired and shipping.patterns_meet(path, q.pattern)
      and q.keys ?| array(select split_part(pair, '=', 1) from unnest(string_to_array(query, '&')) pair)
    limit 1;
    if owner is not null then
      return format('%s reads the query of %s. Expected an address at which nothing is.', owner, address);
    end if;
  end if;
  select c.owner into owner
  from (
    select 'the platform' as owner, s.pattern from unnest(shipping.shell_addresses() || '/admin/*'::text) s (pattern)
    union all select p.* from shipping.claimed('routes') p where query is null
    union all select r.* from shipping.claimed('resources') r where query is null
  ) c
  where c.pattern !~ '/:' and shipping.patterns_meet(path, regexp_replace(c.pattern, '(.)/\*$', '\1'))
    or c.pattern ~ '.\*$' and shipping.patterns_meet(path, c.pattern)
  limit 1;
  if owner is not null then
    return format('The address %s belongs to %s. Expected an address at which nothing is.', path, owner);
  end if;
  if exists (select from private.record_at(address) r where r.public_from <= now()) then
    return format('A public page has the address %s. Expected an address at which nothing is.', address);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_address_of_picture(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(address ~* '^https?://\S+$' and octet_length(address) <= 2000, false);
$function$;

CREATE OR REPLACE FUNCTION private.keep_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant private.kinds := (select k from private.kinds k where k.relation = tg_table_name);
  former constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  present constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  own_id constant uuid := coalesce(present, former) ->> 'id';
  from_address constant text := kind.address || (former ->> 'slug');
  to_address constant text := kind.address || (present ->> 'slug');
  from_then constant timestamptz := case when former is not null then private.public_from(kind, former) end;
  from_now constant timestamptz := case when present is not null then private.public_from(kind, present) end;
  -- The addresses of what was never public stay unknown.
  from_end constant timestamptz := case when from_then <= now() then '-infinity' else 'infinity' end;
  has_moved boolean;
begin
  if current_setting('private.is_retention', true) = 'on' then
    return null;
  end if;
  has_moved := from_then <= now() and from_address is distinct from to_address and private.is_redirect_address(from_address);
  if not coalesce(has_moved, false) and not exists (
    select from public.redirects r where r.record_id = own_id or lower(r.address) = lower(to_address)
  ) then
    return null;
  end if;
  perform private.lock_redirects();
  -- A record takes its address as soon as it is public, or when former addresses lead to it.
  delete from public.redirects r
  where lower(r.address) = lower(to_address) and (r.address = to_address or r.record_id is distinct from own_id) and (
    from_now <= now() or exists (select from public.redirects o where o.record_id = own_id)
  );
  update public.redirects r set target = to_address, public_from = coalesce(from_now, from_end)
  where r.record_id = own_id and (
    r.target is distinct from to_address or r.public_from is distinct from coalesce(from_now, from_end)
  );
  if has_moved then
    insert into public.redirects as r (address, target, relation, record_id, public_from)
    values (from_address, to_address, tg_table_name, own_id, coalesce(from_now, from_end))
    on conflict (lower(address)) do update
      set target = excluded.target, relation = excluded.relation, record_id = excluded.record_id, public_from = excluded.public_from
      where excluded.target is not null;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_redirects()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('redirects', 0));
$function$;

CREATE OR REPLACE FUNCTION private.lock_redirects_of_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_redirects();
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.missing_addresses()
 RETURNS TABLE(address text, requests bigint, last_day date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.expect_staff();
  return query
    select m.address, sum(m.requests)::bigint, max(m.day) from private.missing_addresses m
    where not exists (select from public.redirects r where lower(r.address) = lower(m.address) and r.target is not null)
      and not exists (select from private.record_at(m.address) r where r.public_from <= now())
    group by m.address order by 2 desc, 3 desc, 1;
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_redirect()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Writes of a record and its redirects are never refused here.
  is_by_hand constant boolean := pg_trigger_depth() = 1;
  next public.redirects;
  path text;
  fault text;
begin
  new.address := normalize(new.address);
  new.target := normalize(new.target);
  path := split_part(split_part(new.target, '#', 1), '?', 1);
  if path like '/_%' then
    new.target := rtrim(path, '/') || substr(new.target, length(path) + 1);
  end if;
  if is_by_hand and (tg_op = 'INSERT' or new.address <> old.address) then
    fault := private.fault_of_redirect(new.address);
    if fault is not null and current_setting('private.is_import', true) = 'on' then
      return null;
    elsif fault is not null then
      raise exception using errcode = 'PT400', message = fault, hint = 'address';
    end if;
  end if;
  if tg_op = 'INSERT' and new.record_id is not null then
    -- The record takes its address, now that a former one leads to it.
    delete from public.redirects r where lower(r.address) = lower(new.target);
  end if;
  select r.* into next from public.redirects r
  where lower(r.address) in (
    lower(split_part(new.target, '#', 1)), lower(split_part(split_part(new.target, '#', 1), '?', 1))
  ) and r.id <> new.id;
  if next.id is not null and next.target is null and is_by_hand then
    raise exception using errcode = 'PT400', hint = 'target',
      message = format('Nothing is at %s any more. Expected an address at which something is.', next.address);
  elsif next.id is not null then
    new.target := next.target;
  end if;
  path := split_part(split_part(new.target, '#', 1), '?', 1);
  if not is_by_hand and new.address = path then
    return null;
  elsif is_by_hand and lower(new.address) in (lower(path), lower(split_part(new.target, '#', 1))) then
    raise exception using errcode = 'PT400', hint = 'target',
      message = format('%s would lead to itself. Expected another address.', new.address);
  end if;
  if is_by_hand and tg_op = 'INSERT' and new.target is null then
    raise exception using errcode = 'PT400', hint = 'target', message = 'The target is missing. Expected a path or an https address.';
  end if;
  if new.target is not null then
    select r.relation, r.id, r.public_from into new.relation, new.record_id, new.public_from from private.record_at(path) r;
    new.public_from := coalesce(new.public_from, '-infinity');
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.public_from(kind private.kinds, state jsonb)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when kind.public_key is null or state ->> kind.public_key = 'true' then '-infinity'
    when coalesce(state ->> kind.public_key, 'false') = 'false' then 'infinity'
    else (state ->> kind.public_key)::timestamptz
  end;
$function$;

CREATE OR REPLACE FUNCTION private.publish_due_drafts()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  draft public.drafts;
  fault text;
  published integer := 0;
begin
  for due in
    select d.relation, d.record_id from public.drafts d where d.publish_at <= now() order by d.publish_at, d.id
  loop
    begin
      -- Before the lock of a record, as in other writes of several.
      perform private.lock_redirects();
      -- A removal at the same time comes before or after.
      lock table private.staff in row exclusive mode;
      perform private.lock_record(due.relation, due.record_id);
      select d.* into draft from public.drafts d where d.record_id = due.record_id and d.publish_at <= now() for update;
      continue when draft.id is null;
      fault := private.refusal_of_schedule(draft);
      if fault is null then
        perform private.put_draft(draft);
        published := published + 1;
      else
        update public.drafts d set publish_at = null, failure = fault where d.id = draft.id;
      end if;
    exception when others then
      update public.drafts d set publish_at = null, failure = sqlerrm where d.record_id = due.record_id;
    end;
  end loop;
  return published;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_at(address text)
 RETURNS TABLE(relation text, id uuid, public_from timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind private.kinds;
  state jsonb;
begin
  for kind in select k.* from private.kinds k where starts_with(record_at.address, k.address) order by length(k.address) desc loop
    execute format(
      'select jsonb_build_object(''id'', t.id %s) from public.%I t where t.slug = $1',
      case when kind.public_key is not null then format(', %L, t.%I', kind.public_key, kind.public_key) end, kind.relation
    ) into state using substr(record_at.address, length(kind.address) + 1);
    if state is not null then
      return query select kind.relation, (state ->> 'id')::uuid, private.public_from(kind, state);
      return;
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_in_trail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  old_row jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - tg_argv when 'DELETE' then stored - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then stored - tg_argv end;
  own_id constant uuid := (stored ->> 'id')::uuid;
  kind constant private.kinds := (select k from private.kinds k where k.relation = tg_table_name);
  parent constant uuid := case
    when kind.is_versioned then stored ->> kind.parent_key when tg_table_name <> 'redirects' then stored ->> 'record_id'
  end::uuid;
  this_act constant uuid := private.current_act();
  entry bigint;
begin
  if current_setting('private.is_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.trail (
    act, actor_id, operation, relation, row_id, record_id, parent_id, title, before, after
  )
  values (
    this_act, (select auth.uid()), lower(tg_op), tg_table_name, own_id,
    case
      when parent is null then own_id
      when not exists (select from private.kinds k where k.relation = kind.parent and k.is_versioned) then parent
      -- A part of a part that is deleted by cascade finds its parent in the trail only: deletions are recorded before
      -- they happen.
      else coalesce(
        private.owned_record(tg_table_name, stored),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label', stored #>> '{content,title}', stored ->> 'address',
      (select d.name from public.matrix_dimensions d where d.id = (stored ->> 'dimension_id')::uuid),
      stored #>> '{input_data,query}', stored #>> '{input_data,filename}', stored ->> 'workflow_type', ''
    ), old_row, new_row
  )
  returning id into entry;
  -- Once in each transaction.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.apply_retention();
  end if;
  return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.shorten_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.redirects r
  set target = new.target, relation = new.relation, record_id = new.record_id, public_from = new.public_from
  where r.id <> new.id and lower(new.address) in (
    lower(split_part(r.target, '#', 1)), lower(split_part(split_part(r.target, '#', 1), '?', 1))
  );
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.write_posts(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
begin
  perform private.lock_redirects();
  insert into public.categories (name, slug)
  select distinct on (r.entry ->> 'new_category_slug') r.entry ->> 'category', r.entry ->> 'new_category_slug'
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update') and r.creates <> '{}'
  order by r.entry ->> 'new_category_slug', r.number;

  insert into public.pictures as p (title, origin, alt)
  select distinct on (i.address) private.title_of_address(i.address), i.address, coalesce(r.entry #>> '{picture,alt}', '')
  from private.import_rows r cross join lateral (select r.entry #>> '{picture,address}') i (address)
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update')
    and private.is_address_of_picture(i.address)
  order by i.address, r.number
  on conflict (origin) do update set alt = excluded.alt where p.alt = '' and excluded.alt <> '';

  -- A part at a time, as one value must not hold all texts of a large file.
  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', coalesce(r.target, gen_random_uuid()), 'title', r.entry -> 'title', 'slug', r.entry -> 'slug', 'content', r.body
        )
        || case when not r.entry ? 'excerpt' then '{}' else jsonb_build_object('excerpt', nullif(r.entry ->> 'excerpt', '')) end
        || case when not r.entry ? 'category' then '{}' else jsonb_build_object(
          'category_id', private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug')
        ) end
        || case when not r.entry ? 'published_at' then '{}'
          else jsonb_build_object('published_at', private.moment_of(r.entry ->> 'published_at')) end
        || case when not private.is_address_of_picture(r.entry #>> '{picture,address}') then '{}' else jsonb_build_object(
          'picture', (select p.id from public.pictures p where p.origin = r.entry #>> '{picture,address}')
        ) end
        || case when not r.entry ? 'author' then '{}' else jsonb_build_object('author', coalesce(r.entry ->> 'author', '')) end
        order by r.number
      ) as states,
      array_remove(array_agg(r.target), null) as targets
    from private.import_rows r
    where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update')
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('posts', part.states, private.stored_rows('posts', part.targets));
  end loop;

  perform set_config('private.is_import', 'on', true);
  insert into public.redirects (address, target, relation, record_id)
  select distinct on (a.address) a.address, '/post/' || p.slug, 'posts', p.id
  from private.import_rows r join public.posts p on p.slug = r.entry ->> 'slug'
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(r.entry -> 'addresses') when 'array' then r.entry -> 'addresses' else '[]' end
  ) a (address)
  where r.account = auth.uid() and r.import = write_posts.import and (r.outcome in ('create', 'update') or r.outcome = 'unchanged' and private.role_at_write() = 'publisher')
    and private.is_redirect_address(a.address) and a.address <> '/post/' || p.slug
    and not exists (select from public.redirects o where lower(o.address) = lower(a.address))
  order by a.address, r.number
  on conflict (lower(address)) do nothing;
  perform set_config('private.is_import', 'off', true);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_redirects()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(r.address, r.target, r.relation is not null) order by r.address), '[]')
  from public.redirects r where r.public_from <= now();
$function$;

CREATE OR REPLACE FUNCTION public.missing_addresses()
 RETURNS TABLE(address text, requests bigint, last_day date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.missing_addresses();
$function$;

CREATE OR REPLACE FUNCTION public.store_missing_addresses(token text, counts jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select shipping.store_missing_addresses(token, counts);
$function$;

CREATE OR REPLACE FUNCTION public.trash(page integer DEFAULT 1, size integer DEFAULT 100)
 RETURNS TABLE(row_id uuid, relation text, title text, happened_at timestamp with time zone, actor_id uuid, actor_address text, module_count bigint, lesson_count bigint, total bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with deleted as (
    select t.id, t.act, t.row_id, t.relation, t.title, t.happened_at, t.actor_id
    from public.trail t
    where t.operation = 'delete' and t.happened_at > now() - interval '30 days'
      -- An objective comes back with its workshop or dimension, or by an earlier version of the workshop.
      and t.relation <> 'matrix_workshop_learning_objectives'
      -- A published draft is the record itself.
      and not (t.relation = 'drafts' and exists (
        select from public.trail p where p.act = t.act and p.record_id = t.record_id and p.id < t.id
      ))
      -- A redirect that ended because a record took its address.
      and not (t.relation = 'redirects' and exists (
        select from public.trail p where p.act = t.act and p.relation <> 'redirects'
      ))
      -- A restored row has a later entry, and so has one that was deleted again.
      and not exists (select from public.trail l where l.row_id = t.row_id and l.id > t.id)
      -- Rows that were deleted by cascade belong to their parent.
      and not exists (
        select from public.trail p where p.act = t.act and p.row_id = t.parent_id and p.operation = 'delete'
      )
  )
  select
    d.row_id, d.relation, d.title, d.happened_at, d.actor_id,
    (select p.address from private.person(d.actor_id) p),
    (select count(*) from public.trail m where m.act = d.act and m.operation = 'delete' and m.parent_id = d.row_id and m.relation = 'modules'),
    (
      select count(*) from public.trail l
      where l.act = d.act and l.operation = 'delete' and l.relation = 'lessons' and l.row_id <> d.row_id
        and (l.parent_id = d.row_id or l.record_id = d.row_id)
    ),
    count(*) over ()
  from deleted d
  order by d.id desc
  limit least(greatest(size, 0), 100) offset (greatest(page, 1) - 1) * least(greatest(size, 0), 100);
$function$;

CREATE OR REPLACE FUNCTION shipping.store_missing_addresses(token text, counts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('missing_addresses', 0));
  insert into private.missing_addresses as m (address, day, requests)
  select told.address, (now() at time zone 'UTC')::date, sum(told.requests)
  from jsonb_to_recordset(counts) as told (address text, requests integer)
  where told.address ~ '^/[^[:cntrl:]]*$' and length(told.address) <= 500 and told.requests > 0
  group by told.address order by sum(told.requests) desc limit 1000
  on conflict (address, day) do update set requests = m.requests + excluded.requests;
  delete from private.missing_addresses m using (
    select r.address, r.day from private.missing_addresses r
    order by sum(r.requests) over (partition by r.address) desc, r.day desc, random()
    offset 1000
  ) least
  where m.address = least.address and m.day = least.day;
end;
$function$;

CREATE TRIGGER check_role AFTER INSERT OR DELETE OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.check_role();

CREATE TRIGGER expect_room BEFORE INSERT OR UPDATE OF address, target, relation ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.expect_room_at_write();

CREATE TRIGGER hold_role BEFORE INSERT OR DELETE OR UPDATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.hold_role_of_statement();

CREATE TRIGGER lock_redirects BEFORE INSERT OR UPDATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.lock_redirects_of_statement();

CREATE TRIGGER place_redirect BEFORE INSERT OR UPDATE OF address, target ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.place_redirect();

CREATE TRIGGER record_deletion_in_trail BEFORE DELETE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.record_in_trail('updated_at', 'relation', 'record_id', 'public_from');

CREATE TRIGGER record_in_trail AFTER INSERT OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.record_in_trail('updated_at', 'relation', 'record_id', 'public_from');

CREATE TRIGGER redirect_changed_address AFTER UPDATE ON public.categories FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_changed_address AFTER UPDATE ON public.courses FOR EACH ROW WHEN (((old.slug IS DISTINCT FROM new.slug) OR (old.is_published IS DISTINCT FROM new.is_published))) EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_changed_address AFTER UPDATE ON public.pages FOR EACH ROW WHEN (((old.slug IS DISTINCT FROM new.slug) OR (old.published_at IS DISTINCT FROM new.published_at))) EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_changed_address AFTER UPDATE ON public.posts FOR EACH ROW WHEN (((old.slug IS DISTINCT FROM new.slug) OR (old.published_at IS DISTINCT FROM new.published_at))) EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_former_address AFTER INSERT OR DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_former_address AFTER INSERT OR DELETE ON public.courses FOR EACH ROW EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_former_address AFTER INSERT OR DELETE ON public.pages FOR EACH ROW EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER redirect_former_address AFTER INSERT OR DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION private.keep_address();

CREATE TRIGGER shorten_redirects AFTER INSERT OR UPDATE OF address, target ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.shorten_redirects();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER watch_delete AFTER DELETE ON public.redirects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('redirects', 'r.public_from');

CREATE TRIGGER watch_insert AFTER INSERT ON public.redirects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('redirects', 'r.public_from');

CREATE TRIGGER watch_truncate AFTER TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('redirects', 'r.public_from');

CREATE TRIGGER watch_update AFTER UPDATE ON public.redirects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_change('redirects', 'r.public_from');

create policy "Signed-in users read redirects that are in force, staff all" on public.redirects as permissive for select to authenticated using (((public_from <= now()) OR ( SELECT private.is_staff() AS is_staff)));

create policy "Staff add redirects" on public.redirects as permissive for insert to authenticated with check (( SELECT private.is_staff() AS is_staff));

create policy "Staff change redirects" on public.redirects as permissive for update to authenticated using (( SELECT private.is_staff() AS is_staff)) with check (( SELECT private.is_staff() AS is_staff));

create policy "Staff delete redirects" on public.redirects as permissive for delete to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "Visitors read redirects that are in force" on public.redirects as permissive for select to anon using ((public_from <= now()));

revoke all on function private.fault_of_redirect(text) from public, anon, authenticated, service_role;

revoke all on function private.is_address_of_picture(text) from public, anon, authenticated, service_role;

revoke all on function private.is_redirect_address(text) from public, anon, authenticated, service_role;
grant execute on function private.is_redirect_address(text) to authenticated;
grant execute on function private.is_redirect_address(text) to service_role;

revoke all on function private.keep_address() from public, anon, authenticated, service_role;

revoke all on function private.lock_redirects() from public, anon, authenticated, service_role;

revoke all on function private.lock_redirects_of_statement() from public, anon, authenticated, service_role;

revoke all on function private.missing_addresses() from public, anon, authenticated, service_role;
grant execute on function private.missing_addresses() to authenticated;

revoke all on function private.place_redirect() from public, anon, authenticated, service_role;

revoke all on function private.public_from(private.kinds,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.record_at(text) from public, anon, authenticated, service_role;

revoke all on function private.shorten_redirects() from public, anon, authenticated, service_role;

revoke all on function public.list_redirects() from public, anon, authenticated, service_role;
grant execute on function public.list_redirects() to anon;
grant execute on function public.list_redirects() to authenticated;
grant execute on function public.list_redirects() to service_role;

revoke all on function public.missing_addresses() from public, anon, authenticated, service_role;
grant execute on function public.missing_addresses() to authenticated;

revoke all on function public.store_missing_addresses(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_missing_addresses(text,jsonb) to anon;
grant execute on function public.store_missing_addresses(text,jsonb) to authenticated;

revoke all on function shipping.store_missing_addresses(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function shipping.store_missing_addresses(text,jsonb) to anon;
grant execute on function shipping.store_missing_addresses(text,jsonb) to authenticated;

revoke all on public.redirects from public, anon, authenticated, service_role;
grant select on public.redirects to anon;
grant delete, insert (address, target), select, update (address, target) on public.redirects to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.redirects to service_role;

comment on column private.kinds.address is 'The beginning of the public address of a record, which its slug follows; null where it has no slug.';

comment on function private.fault_of_redirect(text) is 'Why no redirect may have this address; null if one may.';

comment on function private.keep_address() is 'The former address of a public record leads to the present one, and those of a deleted record lead nowhere.';

comment on function private.missing_addresses() is 'For staff: addresses at which nothing is, with their requests in all and the last day (UTC), most requests first.';

comment on function private.place_redirect() is 'A target is where a chain of redirects ends, and follows the record that is there. An import leaves out the addresses that something has.';

comment on function private.public_from(private.kinds,jsonb) is 'The time from which visitors see a record; infinity for never.';

comment on function private.record_at(text) is 'The record with this address.';

comment on function private.shorten_redirects() is 'The redirects to the address of another one lead where that one leads.';

comment on function public.list_redirects() is 'The redirects in force: [[address, target, is of a record], …]. A target of null: what was there is gone.';

comment on function public.missing_addresses() is 'For staff: addresses at which nothing is, with their requests in all and the last day (UTC), most requests first.';

comment on function public.store_missing_addresses(text,jsonb) is 'For shells: adds requests for addresses at which nothing is since the last call, as [{address, requests}].';

comment on function shipping.store_missing_addresses(text,jsonb) is 'For shells: adds requests for addresses at which nothing is since the last call, as [{address, requests}].';

insert into private.content_topics (topic) values
  ('redirects');

insert into private.kinds (relation, parent, parent_key, place_key, part_key, is_versioned, owner_key, public_key, has_drafts, document, texts, derived) values
  ('redirects', NULL, NULL, NULL, NULL, 'false', NULL, NULL, 'false', '{address,target}', '{}', '{updated_at,relation,record_id,public_from}');

insert into private.retention (subject, purpose, aged_by, condition, ended_by, days) values
  ('private.missing_addresses', 'Says which addresses visitors miss, so that they can lead on.', 'r.day + 1', 'true', NULL, '90');

reset check_function_bodies;
