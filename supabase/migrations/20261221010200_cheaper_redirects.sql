-- Cheaper redirects.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.fault_of_redirect(text);

CREATE OR REPLACE FUNCTION private.faults_of_redirects(addresses text[])
 RETURNS TABLE(address text, fault text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  with asked as (
    select a.address, split_part(a.address, '?', 1) as path, lower(split_part(a.address, '?', 1) collate pg_catalog.pg_c_utf8) as lower_path,
      a.address like '%?%' as has_query,
      array(select split_part(pair, '=', 1) from unnest(string_to_array(substring(a.address from '\?(.*)$'), '&')) pair) as keys
    from unnest(faults_of_redirects.addresses) a (address)
  ),
  -- Once for all addresses: an import has thousands of them, and a release is large.
  reads as materialized (
    select r.name as owner, q.pattern, q.keys
    from shipping.remotes r join shipping.releases p on p.remote = r.name and p.version in (r.live, r.canary)
    cross join lateral jsonb_each(coalesce(p.document -> 'query', '{}')) q (pattern, keys)
    where not r.is_retired
  ),
  claims as materialized (
    select c.owner, c.pattern, c.is_of_remote, c.pattern ~ '/:' as has_parameters, c.pattern ~ '.\*$' as has_more,
      lower(regexp_replace(c.pattern, '(.)/\*$', '\1') collate pg_catalog.pg_c_utf8) as address,
      lower(rtrim(c.pattern, '*') collate pg_catalog.pg_c_utf8) as beginning
    from (
      select 'the platform' as owner, s.pattern, false as is_of_remote
      from unnest(shipping.shell_addresses() || '/admin/*'::text) s (pattern)
      union all select p.owner, p.pattern, true from shipping.claimed('routes') p
      union all select r.owner, r.pattern, true from shipping.claimed('resources') r
    ) c
  )
  select a.address, coalesce(
    -- Short addresses of other programs have a query that no page of this site reads.
    case when a.has_query then (
      select format('%s reads the query of %s. Expected an address at which nothing is.', r.owner, a.address)
      from reads r where case when r.keys ?| a.keys then shipping.patterns_meet(a.path, r.pattern) end limit 1
    ) end,
    (
      select format('The address %s belongs to %s. Expected an address at which nothing is.', a.path, c.owner)
      from claims c
      where not (c.is_of_remote and a.has_query) and case
        when not c.has_parameters then a.lower_path = c.address or c.has_more and starts_with(a.lower_path, c.beginning)
        when c.has_more then shipping.patterns_meet(a.path, c.pattern)
      end
      limit 1
    ),
    (
      select format('A public page has the address %s. Expected an address at which nothing is.', a.address)
      from private.record_at(a.address) r where r.public_from <= now()
    )
  )
  from asked a;
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
  -- An import has asked for all of its addresses at once.
  if is_by_hand and (tg_op = 'INSERT' or new.address <> old.address)
    and current_setting('private.is_import', true) is distinct from 'on' then
    fault := (select f.fault from private.faults_of_redirects(array[new.address]) f);
    if fault is not null then
      raise exception using errcode = 'PT400', message = fault, hint = 'address';
    end if;
  end if;
  if tg_op = 'INSERT' and new.record_id is not null then
    -- The record takes its address, now that a former one leads to it. A statement without rows costs its triggers.
    if exists (select from public.redirects r where lower(r.address) = lower(new.target)) then
      delete from public.redirects r where lower(r.address) = lower(new.target);
    end if;
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

CREATE OR REPLACE FUNCTION private.shorten_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  longer constant uuid[] := array(
    select r.id from public.redirects r
    where r.id <> new.id and lower(new.address) in (
      lower(split_part(r.target, '#', 1)), lower(split_part(split_part(r.target, '#', 1), '?', 1))
    )
  );
begin
  if longer <> '{}' then
    update public.redirects r
    set target = new.target, relation = new.relation, record_id = new.record_id, public_from = new.public_from
    where r.id = any (longer);
  end if;
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
  with given as materialized (
    select distinct on (normalize(a.address)) normalize(a.address) as address, p.slug, p.id
    from private.import_rows r join public.posts p on p.slug = r.entry ->> 'slug'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(r.entry -> 'addresses') when 'array' then r.entry -> 'addresses' else '[]' end
    ) a (address)
    where r.account = auth.uid() and r.import = write_posts.import and (r.outcome in ('create', 'update') or r.outcome = 'unchanged' and private.role_at_write() = 'publisher')
      and private.is_redirect_address(a.address) and a.address <> '/post/' || p.slug
      and not exists (select from public.redirects o where lower(o.address) = lower(a.address))
    order by normalize(a.address), r.number
  )
  insert into public.redirects (address, target, relation, record_id)
  select g.address, '/post/' || g.slug, 'posts', g.id
  from given g
  where g.address not in (
    select f.address from private.faults_of_redirects(array(select i.address from given i)) f where f.fault is not null
  )
  order by g.address
  on conflict (lower(address)) do nothing;
  perform set_config('private.is_import', 'off', true);
end;
$function$;

revoke all on function private.faults_of_redirects(text[]) from public, anon, authenticated, service_role;

comment on function private.faults_of_redirects(text[]) is 'Why no redirect may have these addresses; null where one may.';

comment on function private.place_redirect() is 'A target is where a chain of redirects ends, and follows the record that is there.';

reset check_function_bodies;
