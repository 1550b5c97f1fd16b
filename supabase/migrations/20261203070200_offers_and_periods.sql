-- A remote may offer a link when it is published, and staff take it or leave it.

create or replace function shipping.fault_of(release jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  pattern constant text := '^/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+(/(:[A-Za-z0-9_]+|[^/:*?%#\s\\]+))*(/\*)?)?$';
begin
  if not shipping.is_object(release) or length(release::text) > 500000 then return 'expected an object of at most 500 kB'; end if;
  if coalesce(release ->> 'name' !~ '^mf-[a-z0-9-]{1,57}$', true) then return 'name: expected mf-<name>'; end if;
  if coalesce(release ->> 'version' !~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$', true) then return 'version: expected one like 1.0.0-0a1b2c'; end if;
  if coalesce(jsonb_typeof(release -> 'contract') <> 'number' or release ->> 'contract' !~ '^\d{1,9}$', true) then return 'contract: expected a whole number'; end if;
  if coalesce(jsonb_typeof(release -> 'staffOnly') <> 'boolean', true) then return 'staffOnly: expected true or false'; end if;
  if release -> 'routes' is null or not shipping.are_texts(release -> 'routes', pattern)
    or jsonb_array_length(release -> 'routes') not between 1 and 200 then return 'routes: expected 1 to 200 patterns like / or /post/:slug or /admin/*'; end if;
  if release ? 'resources' and (not shipping.are_texts(release -> 'resources', pattern)
    or jsonb_array_length(release -> 'resources') > 200) then return 'resources: expected at most 200 patterns'; end if;
  if not (shipping.is_release_file(release -> 'entry') and shipping.is_release_file(release -> 'server')
    and shipping.is_release_file(release -> 'manifest')) then return 'entry, server, manifest: expected files with their hashes'; end if;
  if not shipping.is_object(release -> 'chunks') then return 'chunks: expected an object'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk where jsonb_typeof(chunk.value) <> 'array'
  ) then return 'chunks: expected lists of files'; end if;
  if exists (
    select from jsonb_each(release -> 'chunks') chunk, jsonb_array_elements(chunk.value) file
    where not shipping.is_release_file(file)
  ) then return 'chunks: expected files with their hashes'; end if;
  if release ? 'query' then
    if not shipping.is_object(release -> 'query') then return 'query: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'query') keys where not shipping.are_texts(keys.value, '')
    ) then return 'query: expected lists of keys'; end if;
  end if;
  if release ? 'singletons' then
    if not shipping.is_object(release -> 'singletons') then return 'singletons: expected an object'; end if;
    if exists (
      select from jsonb_each(release -> 'singletons') range where jsonb_typeof(range.value) <> 'string'
    ) then return 'singletons: expected ranges'; end if;
  end if;
  if release ? 'budget' and (jsonb_typeof(release -> 'budget') <> 'number' or (release ->> 'budget')::numeric <= 0) then
    return 'budget: expected a number above 0';
  end if;
  if release ? 'link' and not coalesce(
    shipping.is_object(release -> 'link') and release #>> '{link,label}' ~ '\S' and length(release #>> '{link,label}') <= 60
      and release #>> '{link,place}' in ('menu', 'footer') and release -> 'routes' ? (release #>> '{link,address}'),
    false
  ) then
    return 'link: expected a label of at most 60 characters, the place menu or footer, and one of the routes as address';
  end if;
  return null;
end;
$$;

create table private.dismissed_links (
  remote text not null,
  address text not null,
  dismissed_at timestamptz not null default now(),
  primary key (remote, address)
);
comment on table private.dismissed_links is 'Links that remotes offer and staff did not take.';
alter table private.dismissed_links enable row level security;
revoke all on private.dismissed_links from public, anon, authenticated, service_role;

create function private.offered_links() returns table (remote text, label text, place text, address text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select r.name, o.link ->> 'label', o.link ->> 'place', o.link ->> 'address'
    from shipping.remotes r
    join shipping.releases p on p.remote = r.name and p.version = r.live
    cross join lateral (select p.document -> 'link' as link) o
    where not r.is_retired and o.link is not null
      and not exists (select from public.links l where l.address = o.link ->> 'address')
      and not exists (
        select from private.dismissed_links d where d.remote = r.name and d.address = o.link ->> 'address'
      )
    order by r.name;
end;
$$;

create function public.offered_links() returns table (remote text, label text, place text, address text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.offered_links();
$$;
comment on function public.offered_links() is
  'For staff: links that live remotes offer, without those that menu or footer have and those that were dismissed.';

create function private.dismiss_link(remote text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if not exists (select from private.offered_links() o where (o.remote, o.address) = (dismiss_link.remote, dismiss_link.address)) then
    raise exception using errcode = 'PT404', message = format('%s does not offer %s any more.', remote, address);
  end if;
  insert into private.dismissed_links (remote, address) values (dismiss_link.remote, dismiss_link.address)
  on conflict do nothing;
end;
$$;

create function public.dismiss_link(remote text, address text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.dismiss_link(remote, address);
$$;
comment on function public.dismiss_link(text, text) is 'For staff: the offer of a remote is not shown any more.';

-- The template of the privacy statement says how long rows are kept.

create function private.retention_periods() returns table (subject text, days integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query select r.subject, r.days from private.retention r order by r.subject;
end;
$$;

create function public.retention_periods() returns table (subject text, days integer)
language sql stable security invoker set search_path = ''
as $$
  select * from private.retention_periods();
$$;
comment on function public.retention_periods() is 'For staff: for how many days rows with personal data are kept, by table.';

revoke execute on function private.offered_links, private.dismiss_link, private.retention_periods from public;
grant execute on function private.offered_links, private.dismiss_link, private.retention_periods to authenticated;
revoke execute on function public.offered_links, public.dismiss_link, public.retention_periods from public, anon;
grant execute on function public.offered_links, public.dismiss_link, public.retention_periods to authenticated;
