-- Deploy rights: a team owns remotes, and its accounts and tokens publish and promote them. Operators may do
-- everything, shells read. The tables about shipping remotes lie in a schema of their own. The API does not expose it
-- and calls functions of public.

create schema shipping;
comment on schema shipping is 'Teams, their tokens and the registry of remotes, which the API does not expose.';
revoke all on schema shipping from public;
grant usage on schema shipping to anon, authenticated;

create table shipping.teams (
  name text primary key constraint teams_name check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  created_at timestamptz not null default now()
);
comment on table shipping.teams is 'Teams that own remotes.';

create table shipping.team_members (
  team text not null references shipping.teams (name) on delete cascade,
  account uuid not null references private.staff (user_id) on delete cascade,
  primary key (team, account)
);
comment on table shipping.team_members is 'Accounts that ship for a team while they are staff.';
create index team_members_account on shipping.team_members (account);

create table shipping.deploy_tokens (
  id text primary key default encode(extensions.gen_random_bytes(6), 'hex'),
  hash bytea not null constraint deploy_tokens_hash_key unique,
  kind text not null constraint deploy_tokens_kind check (kind in ('operator', 'team', 'shell')),
  team text references shipping.teams (name) on delete cascade,
  may text[] not null default '{}' constraint deploy_tokens_may check (may <@ array['publish', 'promote']),
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  constraint deploy_tokens_team check ((kind = 'team') = (team is not null) and (kind = 'team') = (may <> '{}'))
);
comment on table shipping.deploy_tokens is 'Tokens that pipelines, shells and operators send in place of a session.';
comment on column shipping.deploy_tokens.hash is
  'SHA-256 of the token. It has 32 random bytes, so that a slow hash would add no protection.';
comment on column shipping.deploy_tokens.last_used_at is 'To the minute, since a shell sends its token each second.';
create index deploy_tokens_team_index on shipping.deploy_tokens (team);

alter table shipping.teams enable row level security;
alter table shipping.team_members enable row level security;
alter table shipping.deploy_tokens enable row level security;
revoke all on shipping.teams, shipping.team_members, shipping.deploy_tokens
  from public, anon, authenticated, service_role;

create type shipping.deployer as (kind text, teams text[], may text[], name text);
comment on type shipping.deployer is 'The caller: kind (operator, team or shell), teams, rights, and the name for the history.';

create function shipping.note_use(token shipping.deploy_tokens) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A project with a full disk is read-only and must still return the registry.
  if token.last_used_at > now() - interval '1 minute' or current_setting('transaction_read_only')::boolean then
    return;
  end if;
  -- SKIP LOCKED: a concurrent call notes the same, so that none waits.
  update shipping.deploy_tokens t set last_used_at = now()
  where t.id = (select u.id from shipping.deploy_tokens u where u.id = token.id for no key update skip locked);
end;
$$;
comment on function shipping.note_use(shipping.deploy_tokens) is 'Notes, to the minute, the last use of a token.';

create function shipping.deployer_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
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
      format('%s (token %s)', coalesce(found.team, found.kind), found.id)
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['publish', 'promote'],
    u.email
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = account;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  return who;
end;
$$;
comment on function shipping.deployer_of(text) is
  'The caller with this token, or with null the account of the session; refuses callers without a right to ship.';

create function shipping.expect_operator(token text) returns shipping.deployer
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  if who.kind <> 'operator' then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return who;
end;
$$;
comment on function shipping.expect_operator(text) is 'Refuses a caller who is not an operator.';

create function shipping.make_token(of_kind text, of_team text, rights text[], valid_for interval, maker text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made constant text := encode(extensions.gen_random_bytes(6), 'hex');
  token constant text := format('ki_%s_%s', made, encode(extensions.gen_random_bytes(32), 'hex'));
begin
  insert into shipping.deploy_tokens (id, hash, kind, team, may, created_by, expires_at)
  values (made, sha256(convert_to(token, 'UTF8')), of_kind, of_team, rights, maker, coalesce(now() + valid_for, 'infinity'));
  return token;
end;
$$;
comment on function shipping.make_token(text, text, text[], interval, text) is
  'Makes a token ki_ID_SECRET and stores its hash only; null: it does not expire.';

create function shipping.operator_token(valid_for interval default '90 days') returns text
language sql security definer set search_path = ''
as $$
  select shipping.make_token('operator', null, '{}', valid_for, 'the owner of the database');
$$;
comment on function shipping.operator_token(interval) is
  'For the database''s owner: a token with an operator''s rights, for REMOTE_TOKEN. It is shown only once.';

create function shipping.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_operator(token);
begin
  if kind is null or kind not in ('team', 'shell') then
    raise exception using errcode = 'PT400', message = 'A token is for a team or for a shell.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind = 'shell' then
    -- It does not expire by default: all machines would lose access at the same moment.
    return shipping.make_token(kind, null, '{}', make_interval(days => days), who.name);
  end if;
  if not exists (select from shipping.teams t where t.name = create_deploy_token.team) then
    raise exception using errcode = 'PT404', message = format('There is no team "%s".', create_deploy_token.team);
  end if;
  if may is null or may = '{}' or not may <@ array['publish', 'promote'] then
    raise exception using errcode = 'PT400', message = 'A team''s token may publish, promote, or both.';
  end if;
  return shipping.make_token(kind, create_deploy_token.team, may, make_interval(days => coalesce(days, 90)), who.name);
end;
$$;

create function public.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language sql security invoker set search_path = ''
as $$
  select shipping.create_deploy_token(token, kind, team, may, days);
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team or of a shell, which is shown only once. Days: 1 to 366; null: 90 for a team, no end for a shell.';

create function shipping.revoke_deploy_token(token text, id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operator(token);
  update shipping.deploy_tokens t set revoked_at = coalesce(t.revoked_at, now()) where t.id = revoke_deploy_token.id;
  if not found then
    raise exception using errcode = 'PT404', message = format('There is no token "%s"; its id stands between the underscores.', id);
  end if;
end;
$$;

create function public.revoke_deploy_token(token text, id text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.revoke_deploy_token(token, id);
$$;
comment on function public.revoke_deploy_token(text, text) is 'For operators: revokes a token at once.';

create function shipping.name_operator(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operator(token);
  update private.staff s set is_operator = true from auth.users u
  where u.id = s.user_id and lower(u.email) = lower(btrim(address));
  if not found then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', address);
  end if;
end;
$$;

create function public.name_operator(token text, address text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.name_operator(token, address);
$$;
comment on function public.name_operator(text, text) is 'For operators: makes the staff account with this address an operator.';

revoke execute on all functions in schema shipping from public;
revoke execute on function public.create_deploy_token, public.revoke_deploy_token, public.name_operator
  from public, service_role;
grant execute on function
  shipping.create_deploy_token, shipping.revoke_deploy_token, shipping.name_operator,
  public.create_deploy_token, public.revoke_deploy_token, public.name_operator
  to anon, authenticated;
