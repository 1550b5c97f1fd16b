-- Origins: where the files of remotes may be served, as operators listed it. A browser's session adds none.

create table shipping.origins (
  prefix text not null constraint origins_prefix check (
    prefix ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*$'
    and prefix !~ '/\.\.?(/|$)'
  ),
  remote text,
  added_at timestamptz not null default now(),
  constraint origins_prefix_remote unique nulls not distinct (prefix, remote)
);
comment on table shipping.origins is
  'Addresses below which the files of a remote may be served: https, or http on loopback for a platform of one machine.';
comment on column shipping.origins.remote is 'Null: of any remote.';
alter table shipping.origins enable row level security;
revoke all on shipping.origins from public, anon, authenticated, service_role;

create function shipping.is_origin(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    address ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$'
      and address !~ '/\.\.?(/|$)',
    false
  );
$$;

insert into shipping.origins (prefix, remote)
select rtrim(r.origin, '/'), r.name from shipping.remotes r where shipping.is_origin(r.origin);

create function shipping.expect_origin(who shipping.deployer, remote text, origin text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not shipping.is_origin(origin) then
    raise exception using errcode = 'PT400',
      message = 'The origin is no address like https://cdn.example/store/mf-blog; expected https, or http on this machine.';
  end if;
  if exists (select from shipping.remotes r where r.name = expect_origin.remote and r.origin = expect_origin.origin)
    or exists (
      select from shipping.origins o
      where (o.remote is null or o.remote = expect_origin.remote)
        and starts_with(rtrim(expect_origin.origin, '/') || '/', o.prefix || '/')
    ) then
    return;
  end if;
  if who.kind <> 'operator' or who.account is not null then
    raise exception using errcode = '42501', message = format(
      '%s is not on the list of origins for %s; an operator adds it: pnpm remote origin add %s --for %s',
      expect_origin.origin, expect_origin.remote, expect_origin.origin, expect_origin.remote
    );
  end if;
  insert into shipping.origins (prefix, remote) values (rtrim(expect_origin.origin, '/'), expect_origin.remote);
end;
$$;
comment on function shipping.expect_origin(shipping.deployer, text, text) is
  'Refuses an origin that is neither registered nor on the list. An operator''s token adds it to the list of the remote.';

create function shipping.add_origin(token text, address text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  if not shipping.is_origin(address) then
    raise exception using errcode = 'PT400', message = format(
      '"%s" is no origin; expected an address like https://cdn.example/store, or http on this machine.', address
    );
  end if;
  if remote !~ '^mf-[a-z0-9-]{1,57}$' then
    raise exception using errcode = 'PT400', message = format('"%s" is no remote; expected mf-<name>.', remote);
  end if;
  insert into shipping.origins (prefix, remote) values (rtrim(address, '/'), remote) on conflict do nothing;
end;
$$;

create function public.add_origin(token text, address text, remote text default null) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.add_origin(token, address, remote);
$$;
comment on function public.add_origin(text, text, text) is
  'With an operator''s token: files of a remote, or with null of any, may be served below this address.';

create function shipping.remove_origin(token text, address text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  delete from shipping.origins o
  where o.prefix = rtrim(address, '/') and o.remote is not distinct from remove_origin.remote;
  if not found then
    raise exception using errcode = 'PT404', message = format(
      '"%s" is not on the list%s; expected one of: %s', address, ' for ' || remote,
      coalesce((
        select string_agg(o.prefix || coalesce(' for ' || o.remote, ''), ', ' order by o.prefix, o.remote) from shipping.origins o
      ), 'none, the list is empty')
    );
  end if;
end;
$$;

create function public.remove_origin(token text, address text, remote text default null) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.remove_origin(token, address, remote);
$$;
comment on function public.remove_origin(text, text, text) is
  'With an operator''s token: takes an address off the list. What is registered there already stays.';

create function shipping.read_origins(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', o.prefix, 'remote', o.remote) order by o.prefix, o.remote), '[]')
    from shipping.origins o
  );
end;
$$;

create function public.read_origins(token text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.read_origins(token);
$$;
comment on function public.read_origins(text) is 'With an operator''s token: the list of origins.';

revoke execute on all functions in schema shipping from public;
revoke execute on function public.add_origin, public.remove_origin, public.read_origins from public, service_role;
grant execute on function
  shipping.add_origin, shipping.remove_origin, shipping.read_origins,
  public.add_origin, public.remove_origin, public.read_origins
  to anon, authenticated;
