-- Who may ship what: a team owns remotes, and its accounts and tokens publish and promote them. Operators may do
-- everything, shells read.

alter table private.staff add column is_operator boolean not null default false;
comment on column private.staff.is_operator is
  'Says who owns which remote, and who else is operator. The first account is. Name another with: update private.staff set is_operator = true where user_id = ''…''.';

update private.staff set is_operator = true
where user_id = (select user_id from private.staff order by created_at, user_id limit 1);

create function private.name_first_operator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_operator := new.is_operator or not exists (select from private.staff);
  return new;
end;
$$;
comment on function private.name_first_operator() is 'The first account that is staff is the operator.';
revoke execute on function private.name_first_operator() from public;

create trigger name_first_operator before insert on private.staff
  for each row execute function private.name_first_operator();

create function private.is_operator() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()) and is_operator);
$$;
comment on function private.is_operator() is 'Whether the caller''s account is an operator''s.';
revoke execute on function private.is_operator() from public;

create function private.keep_operators() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The database's owner has no account, and may do as it likes.
  if not old.is_operator or (select auth.uid()) is null then
    return old;
  end if;
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may take an operator''s rights away.';
  end if;
  if not exists (select from private.staff where is_operator and user_id <> old.user_id) then
    raise exception using errcode = 'PT409', message = 'The last operator cannot be removed.';
  end if;
  return old;
end;
$$;
comment on function private.keep_operators() is
  'Staff remove each other, but not operators: whoever could remove the last one would be as good as one.';
revoke execute on function private.keep_operators() from public;

create trigger keep_operators before delete on private.staff
  for each row execute function private.keep_operators();

create table private.teams (
  name text primary key constraint teams_name check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  created_at timestamptz not null default now()
);
comment on table private.teams is 'Who owns remotes.';

create table private.team_members (
  team text not null references private.teams (name) on delete cascade,
  account uuid not null references private.staff (user_id) on delete cascade,
  primary key (team, account)
);
comment on table private.team_members is 'Accounts that ship for a team, as long as they are staff.';
create index team_members_account on private.team_members (account);

create table private.deploy_tokens (
  id text primary key default encode(extensions.gen_random_bytes(6), 'hex'),
  hash bytea not null constraint deploy_tokens_hash_key unique,
  kind text not null constraint deploy_tokens_kind check (kind in ('operator', 'team', 'shell')),
  team text references private.teams (name) on delete cascade,
  may text[] not null default '{}' constraint deploy_tokens_may check (may <@ array['publish', 'promote']),
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint deploy_tokens_team check ((kind = 'team') = (team is not null) and (kind = 'team') = (may <> '{}'))
);
comment on table private.deploy_tokens is 'What pipelines, shells and operators show in place of an account.';
comment on column private.deploy_tokens.hash is
  'SHA-256 of the token. Its 32 random bytes cannot be guessed, so that a slow hash would protect nothing.';
create index deploy_tokens_team_index on private.deploy_tokens (team);

alter table private.teams enable row level security;
alter table private.team_members enable row level security;
alter table private.deploy_tokens enable row level security;
revoke all on private.teams, private.team_members, private.deploy_tokens
  from public, anon, authenticated, service_role;

create type private.deployer as (kind text, teams text[], may text[], name text);
comment on type private.deployer is 'Who asks: operator, team or shell; of which teams; with which rights; and as the history names it.';

create function private.deployer_of(token text) returns private.deployer
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
  found private.deploy_tokens;
  who private.deployer;
begin
  if token is not null then
    select * into found from private.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    end if;
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id)
    )::private.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from private.team_members m where m.account = s.user_id),
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
comment on function private.deployer_of(text) is
  'Who shows this token, or with null whose session it is; refuses whoever has no part in deployments.';
revoke execute on function private.deployer_of(text) from public;

create function private.expect_operator(token text) returns private.deployer
language plpgsql stable security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.deployer_of(token);
begin
  if who.kind <> 'operator' then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return who;
end;
$$;
comment on function private.expect_operator(text) is 'Refuses whoever is no operator.';
revoke execute on function private.expect_operator(text) from public;

create function private.make_token(of_kind text, of_team text, rights text[], valid_for interval, maker text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made constant text := encode(extensions.gen_random_bytes(6), 'hex');
  token constant text := format('ki_%s_%s', made, encode(extensions.gen_random_bytes(32), 'hex'));
begin
  insert into private.deploy_tokens (id, hash, kind, team, may, created_by, expires_at)
  values (made, sha256(convert_to(token, 'UTF8')), of_kind, of_team, rights, maker, coalesce(now() + valid_for, 'infinity'));
  return token;
end;
$$;
comment on function private.make_token(text, text, text[], interval, text) is
  'A token ki_ID_SECRET, of which only the hash is kept; valid for good with null.';
revoke execute on function private.make_token(text, text, text[], interval, text) from public;

create function private.operator_token(valid_for interval default '90 days') returns text
language sql security definer set search_path = ''
as $$
  select private.make_token('operator', null, '{}', valid_for, 'the owner of the database');
$$;
comment on function private.operator_token(interval) is
  'For the database''s owner: a token with an operator''s rights, for REMOTE_TOKEN. It is shown this once.';
revoke execute on function private.operator_token(interval) from public;

create function private.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant private.deployer := private.expect_operator(token);
begin
  if kind is null or kind not in ('team', 'shell') then
    raise exception using errcode = 'PT400', message = 'A token is for a team or for a shell.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind = 'shell' then
    -- One that ends by itself would cut off every machine at the same moment.
    return private.make_token(kind, null, '{}', make_interval(days => days), who.name);
  end if;
  if not exists (select from private.teams t where t.name = create_deploy_token.team) then
    raise exception using errcode = 'PT404', message = format('There is no team "%s".', create_deploy_token.team);
  end if;
  if may is null or may = '{}' or not may <@ array['publish', 'promote'] then
    raise exception using errcode = 'PT400', message = 'A team''s token may publish, promote, or both.';
  end if;
  return private.make_token(kind, create_deploy_token.team, may, make_interval(days => coalesce(days, 90)), who.name);
end;
$$;
revoke execute on function private.create_deploy_token(text, text, text, text[], integer) from public;
grant execute on function private.create_deploy_token(text, text, text, text[], integer) to anon, authenticated;

create function private.revoke_deploy_token(token text, id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_operator(token);
  update private.deploy_tokens t set revoked_at = coalesce(t.revoked_at, now()) where t.id = revoke_deploy_token.id;
  if not found then
    raise exception using errcode = 'PT404', message = format('There is no token "%s"; its id stands between the underscores.', id);
  end if;
end;
$$;
revoke execute on function private.revoke_deploy_token(text, text) from public;
grant execute on function private.revoke_deploy_token(text, text) to anon, authenticated;

create function private.name_operator(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_operator(token);
  update private.staff s set is_operator = true from auth.users u
  where u.id = s.user_id and lower(u.email) = lower(btrim(address));
  if not found then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', address);
  end if;
end;
$$;
revoke execute on function private.name_operator(text, text) from public;
grant execute on function private.name_operator(text, text) to anon, authenticated;

create function public.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language sql security invoker set search_path = ''
as $$
  select private.create_deploy_token(token, kind, team, may, days);
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team, or of a shell, which is shown this once. Days: 1 to 366; null gives a team 90, a shell no end.';
revoke execute on function public.create_deploy_token(text, text, text, text[], integer) from public, service_role;
grant execute on function public.create_deploy_token(text, text, text, text[], integer) to anon, authenticated;

create function public.revoke_deploy_token(token text, id text) returns void
language sql security invoker set search_path = ''
as $$
  select private.revoke_deploy_token(token, id);
$$;
comment on function public.revoke_deploy_token(text, text) is 'For operators: a token ends at once.';
revoke execute on function public.revoke_deploy_token(text, text) from public, service_role;
grant execute on function public.revoke_deploy_token(text, text) to anon, authenticated;

create function public.name_operator(token text, address text) returns void
language sql security invoker set search_path = ''
as $$
  select private.name_operator(token, address);
$$;
comment on function public.name_operator(text, text) is 'For operators: the account with this address, which is staff, is an operator too.';
revoke execute on function public.name_operator(text, text) from public, service_role;
grant execute on function public.name_operator(text, text) to anon, authenticated;
