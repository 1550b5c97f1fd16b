-- Redirects: where former addresses lead. A record leaves one when its address changes or when it is deleted, staff and
-- imports add others. The address of a redirect is never the target of another one, so that one hop is enough and no
-- loop can be stored.

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

create policy "Visitors read redirects that are in force" on public.redirects
  for select to anon using (public_from <= now());
create policy "Signed-in users read redirects that are in force, staff all" on public.redirects
  for select to authenticated using (public_from <= now() or (select private.is_staff()));
create policy "Staff add redirects" on public.redirects
  for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change redirects" on public.redirects
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete redirects" on public.redirects
  for delete to authenticated using ((select private.is_staff()));

create function private.public_from(kind private.kinds, state jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when kind.public_key is null or state ->> kind.public_key = 'true' then '-infinity'
    when coalesce(state ->> kind.public_key, 'false') = 'false' then 'infinity'
    else (state ->> kind.public_key)::timestamptz
  end;
$$;
comment on function private.public_from(private.kinds, jsonb) is 'The time from which visitors see a record; infinity for never.';

create function private.record_at(address text) returns table (relation text, id uuid, public_from timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.record_at(text) is 'The record with this address.';

create function private.faults_of_redirects(addresses text[]) returns table (address text, fault text)
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.faults_of_redirects(text[]) is 'Why no redirect may have these addresses; null where one may.';

-- One at a time, before any row: the later of two sees what the first one stored.
create function private.lock_redirects() returns void
language sql volatile set search_path = ''
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('redirects', 0));
$$;

create function private.lock_redirects_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_redirects();
  return null;
end;
$$;

create function private.place_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.place_redirect() is
  'A target is where a chain of redirects ends, and follows the record that is there.';

create function private.shorten_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.shorten_redirects() is 'The redirects to the address of another one lead where that one leads.';

create function private.keep_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.keep_address() is
  'The former address of a public record leads to the present one, and those of a deleted record lead nowhere.';

create function public.list_redirects() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(r.address, r.target, r.relation is not null) order by r.address), '[]')
  from public.redirects r where r.public_from <= now();
$$;
comment on function public.list_redirects() is
  'The redirects in force: [[address, target, is of a record], …]. A target of null: what was there is gone.';

create trigger lock_redirects before insert or update on public.redirects
  for each statement execute function private.lock_redirects_of_statement();
create trigger place_redirect before insert or update of address, target on public.redirects
  for each row execute function private.place_redirect();
create trigger shorten_redirects after insert or update of address, target on public.redirects
  for each row execute function private.shorten_redirects();

grant all on public.redirects to service_role;
grant select on public.redirects to anon;
grant select, insert (address, target), update (address, target), delete on public.redirects to authenticated;
-- The constraint is checked with the rights of the caller.
grant execute on function private.is_redirect_address to authenticated, service_role;
grant execute on function public.list_redirects to anon, authenticated, service_role;
