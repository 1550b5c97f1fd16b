-- Deploy rights: canary is a right of its own, a session ships nothing new, operators' acts ask for a fresh sign-in,
-- and tokens end with the rights of the account that made them.

alter type shipping.deployer add attribute account uuid;
comment on type shipping.deployer is
  'The caller: kind (operator, team or shell), teams, rights, the name for the history, and the account of a session.';

alter table shipping.deploy_tokens
  add created_by_account uuid,
  drop constraint deploy_tokens_may,
  add constraint deploy_tokens_may check (may <@ array['publish', 'canary', 'promote']);
comment on column shipping.deploy_tokens.created_by_account is
  'Null: the owner of the database, this machine or a token made it. Without a foreign key: the id outlives the account.';
create index deploy_tokens_created_by_account on shipping.deploy_tokens (created_by_account);

update shipping.deploy_tokens set may = may || array['canary'] where 'promote' = any (may);
update shipping.deploy_tokens set expires_at = now() + interval '366 days'
where kind = 'shell' and expires_at = 'infinity' and created_by <> 'the embedded platform';
update shipping.deploy_tokens t set created_by_account = u.id, created_by = ''
from auth.users u where u.email = t.created_by;
update shipping.deploy_tokens t set revoked_at = now()
where revoked_at is null and created_by_account is not null
  and not exists (select from private.staff s where s.user_id = t.created_by_account and s.is_operator);

create function shipping.author_of(account uuid, author text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when account is null or author = 'former member' then author
    else concat_ws(', ', coalesce((select u.email from auth.users u where u.id = account), 'former member'), nullif(author, ''))
  end;
$$;
comment on function shipping.author_of(uuid, text) is
  'An author as shown: the present address of the account, or former member after its deletion, before the given name.';

create or replace function shipping.deployer_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  found shipping.deploy_tokens;
  who shipping.deployer;
begin
  if token is not null then
    select * into found from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    end if;
    perform shipping.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id), null
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['canary', 'promote'],
    u.email,
    s.user_id
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = caller;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  return who;
end;
$$;

create function shipping.expect_token(who shipping.deployer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if who.account is not null then
    raise exception using errcode = '42501',
      message = 'A session may not do this; expected a token, as the command line sends it.';
  end if;
end;
$$;
comment on function shipping.expect_token(shipping.deployer) is
  'Refuses a session: scripts of every remote run where it is signed in, so that it brings nothing new to the platform.';

create function shipping.expect_operators_token(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_operator(token);
begin
  perform shipping.expect_token(who);
  return who;
end;
$$;
comment on function shipping.expect_operators_token(text) is 'Refuses a caller without an operator''s token.';

create function shipping.expect_fresh_operator(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  who shipping.deployer;
begin
  perform private.hold_rights((select auth.uid()));
  -- Where a token grants, its row is held: a token that is revoked meanwhile grants nothing.
  perform from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8')) for share;
  who := shipping.expect_operator(token);
  if who.account is null then
    return who;
  end if;
  -- A refreshed token belongs to the session of its sign-in.
  if not exists (
    select from auth.sessions s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.user_id = who.account
      and s.created_at > now() - interval '15 minutes'
  ) then
    raise exception using errcode = 'PT401', hint = 'reauthenticate',
      message = 'Your sign-in is older than 15 minutes. Sign in again to do this.';
  end if;
  return who;
end;
$$;
comment on function shipping.expect_fresh_operator(text) is
  'Refuses a caller who is not an operator, and a session whose sign-in is older than 15 minutes; holds the caller''s rights.';

create or replace function shipping.expect_right(who shipping.deployer, wanted text, remote text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner text := (select r.team from shipping.remotes r where r.name = remote);
begin
  if who.kind = 'operator' then
    return;
  end if;
  if who.kind <> 'team' or not wanted = any (who.may) then
    raise exception using errcode = '42501', message = format('%s may not %s.', who.name, wanted);
  end if;
  if owner is null or not owner = any (who.teams) then
    raise exception using errcode = '42501', message = format('%s does not own %s.', who.name, remote);
  end if;
end;
$$;
comment on function shipping.expect_right(shipping.deployer, text, text) is
  'Refuses a caller without the right publish, canary or promote for this remote. Operators have all, also for a remote without a team.';

-- Tokens.

drop function shipping.make_token(text, text, text[], interval, text);
create function shipping.make_token(
  of_kind text, of_team text, rights text[], valid_for interval, maker text, account uuid default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made constant text := encode(extensions.gen_random_bytes(6), 'hex');
  token constant text := format('ki_%s_%s', made, encode(extensions.gen_random_bytes(32), 'hex'));
begin
  insert into shipping.deploy_tokens (id, hash, kind, team, may, created_by, created_by_account, expires_at)
  values (
    made, sha256(convert_to(token, 'UTF8')), of_kind, of_team, rights, maker, make_token.account,
    coalesce(now() + valid_for, 'infinity')
  );
  return token;
end;
$$;
comment on function shipping.make_token(text, text, text[], interval, text, uuid) is
  'Makes a token ki_ID_SECRET and stores its hash only; an interval of null: it does not expire.';

create or replace function shipping.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
  maker constant text := case when who.account is null then who.name else '' end;
begin
  if kind is null or kind not in ('team', 'shell') then
    raise exception using errcode = 'PT400', message = 'A token is for a team or for a shell.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind = 'shell' then
    return shipping.make_token(kind, null, '{}', make_interval(days => coalesce(days, 366)), maker, who.account);
  end if;
  if not exists (select from shipping.teams t where t.name = create_deploy_token.team) then
    raise exception using errcode = 'PT404', message = format('There is no team "%s".', create_deploy_token.team);
  end if;
  if may is null or may = '{}' or not may <@ array['publish', 'canary', 'promote'] then
    raise exception using errcode = 'PT400', message = 'A team''s token may publish, canary or promote, or several of these.';
  end if;
  if who.account is not null and may <> array['publish'] then
    raise exception using errcode = '42501',
      message = 'A session makes tokens that may publish; tokens that may canary or promote are made on the command line, with an operator''s token.';
  end if;
  return shipping.make_token(
    kind, create_deploy_token.team, may, make_interval(days => coalesce(days, 90)), maker, who.account
  );
end;
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team or of a shell, which is shown only once. Days: 1 to 366; null: 90 for a team, 366 for a shell.';

create function shipping.revoke_tokens_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update shipping.deploy_tokens t set revoked_at = now()
  where t.created_by_account = old.user_id and t.revoked_at is null;
  return null;
end;
$$;
comment on function shipping.revoke_tokens_of_account() is
  'Revokes the tokens that an account made, in the transaction that takes its rights.';
create trigger revoke_tokens after delete on private.staff
  for each row execute function shipping.revoke_tokens_of_account();
create trigger revoke_tokens_of_former_operator after update of is_operator on private.staff
  for each row when (old.is_operator and not new.is_operator) execute function shipping.revoke_tokens_of_account();

create or replace function shipping.tokens_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'team', t.team, 'may', t.may, 'created_at', t.created_at,
    'created_by', shipping.author_of(t.created_by_account, t.created_by),
    'last_used_at', t.last_used_at,
    'expires_at', case when isfinite(t.expires_at) then t.expires_at end,
    'state', case
      when t.revoked_at is not null then 'revoked'
      when t.expires_at <= now() then 'expired'
      when t.expires_at < now() + interval '30 days' and t.kind = 'shell' then 'ending'
      else 'valid'
    end
  ) order by t.created_at desc, t.id), '[]')
  from (
    select * from shipping.deploy_tokens d
    order by (d.revoked_at is null and d.expires_at > now()) desc, d.created_at desc, d.id limit 200
  ) t;
$$;

create or replace function shipping.read_registry(token text, known uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  current constant uuid := (select version from shipping.registry_version);
begin
  if current = known then
    return null;
  end if;
  -- Shells need no history.
  return jsonb_strip_nulls(jsonb_build_object(
    'tokenEnds', (
      select to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from shipping.deploy_tokens t
      where t.hash = sha256(convert_to(token, 'UTF8')) and isfinite(t.expires_at)
    ),
    'version', current
  )) || jsonb_build_object('registry', shipping.registry_document(who.kind <> 'shell'));
end;
$$;
comment on function public.read_registry(text, uuid) is
  'For teams, shells and operators: the registry, its version and the end of the token, or null while the version is the known one.';

-- Teams, and what an operator's token alone does.

create or replace function shipping.add_team(token text, team text, owns text[], members text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stranger text;
begin
  perform shipping.expect_fresh_operator(token);
  perform shipping.begin_move();
  insert into shipping.teams (name) values (team) on conflict do nothing;
  insert into shipping.remotes as r (name, team) select distinct owned, add_team.team from unnest(owns) owned
  on conflict (name) do update set team = excluded.team;
  select m into stranger from unnest(members) m
  where not exists (
    select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = lower(btrim(m))
  );
  if stranger is not null then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', stranger);
  end if;
  insert into shipping.team_members (team, account)
  select add_team.team, s.user_id from private.staff s join auth.users u on u.id = s.user_id
  where lower(u.email) = any (select lower(btrim(m)) from unnest(members) m)
  on conflict do nothing;
end;
$$;

create or replace function shipping.name_operator(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_fresh_operator(token);
  update private.staff s set is_operator = true from auth.users u
  where u.id = s.user_id and lower(u.email) = lower(btrim(address));
  if not found then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', address);
  end if;
end;
$$;

create or replace function shipping.serve_remotes(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  update shipping.registry_version v set version = gen_random_uuid(), served_at = address
  where v.served_at is distinct from address;
end;
$$;

create or replace function shipping.prepare_remote(token text, remote text, is_coming boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  insert into shipping.remotes (name) values (remote) on conflict do nothing;
  update shipping.remotes r set
    is_coming = prepare_remote.is_coming,
    slot = case
      when prepare_remote.is_coming then coalesce(r.slot, shipping.next_slot(r.name))
      when r.live is not null then r.slot
    end
  where r.name = remote and (r.live is null or r.is_retired);
end;
$$;

-- Functions of this file are for those that call them, unless a later line grants them.
revoke execute on all functions in schema shipping from public;
