-- Refusals of an origin name every form that is accepted.

create or replace function shipping.expect_origin(who shipping.deployer, remote text, origin text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not shipping.is_origin(origin) then
    raise exception using errcode = 'PT400',
      message = 'The origin is no address like https://cdn.example/store/mf-blog; expected https, or http on this machine or in a private network, such as http://192.168.1.20 or http://schule.lan.';
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

create or replace function shipping.add_origin(token text, address text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  if not shipping.is_origin(address) then
    raise exception using errcode = 'PT400', message = format(
      '"%s" is no origin; expected an address like https://cdn.example/store, or http on this machine or in a private network, such as http://192.168.1.20 or http://schule.lan.', address
    );
  end if;
  if remote !~ '^mf-[a-z0-9-]{1,57}$' then
    raise exception using errcode = 'PT400', message = format('"%s" is no remote; expected mf-<name>.', remote);
  end if;
  insert into shipping.origins (prefix, remote) values (rtrim(address, '/'), remote) on conflict do nothing;
end;
$$;
