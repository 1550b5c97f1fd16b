-- Deploy rights: a team owns remotes, and its accounts and tokens publish and promote them. Operators may do everything,
-- shells read.

create type shipping.deployer as (kind text, teams text[], may text[], name text, account uuid);
comment on type shipping.deployer is
  'The caller: kind (operator, team or shell), teams, rights, the name for the history, and the account of a session.';

-- The document that every shell reads has no long address and no deep value: one that overflows a stack cannot be hashed.
create function shipping.is_origin(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    length(address) <= 300
      and address ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|[A-Za-z][A-Za-z0-9-]*|[A-Za-z0-9.-]+\.(local|lan|internal|home\.arpa)))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$'
      and address !~ '/\.\.?(/|$)',
    false
  );
$$;
comment on function shipping.is_origin(text) is
  'Whether an address may serve releases: https, or http on this machine or in a private network.';

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

create table shipping.deploy_tokens (
  id text primary key default encode(extensions.gen_random_bytes(6), 'hex'),
  hash bytea not null constraint deploy_tokens_hash_key unique,
  kind text not null,
  team text references shipping.teams (name) on delete cascade,
  may text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by_account uuid,
  constraint deploy_tokens_team check ((kind = 'team') = (team is not null) and (kind = 'team') = (may <> '{}')),
  constraint deploy_tokens_may check (may <@ array['publish', 'canary', 'promote']),
  constraint deploy_tokens_kind check (kind in ('operator', 'team', 'shell', 'pictures', 'sources'))
);
comment on table shipping.deploy_tokens is 'Tokens that pipelines, shells and operators send in place of a session.';
comment on column shipping.deploy_tokens.hash is
  'SHA-256 of the token. It has 32 random bytes, so that a slow hash would add no protection.';
comment on column shipping.deploy_tokens.last_used_at is 'To the minute, since a shell sends its token each second.';
comment on column shipping.deploy_tokens.created_by_account is
  'Null: the owner of the database, this machine or a token made it. Without a foreign key: the id outlives the account.';

-- Origins: where the files of remotes may be served, as operators listed it. A browser's session adds none.

create table shipping.origins (
  prefix text not null,
  remote text,
  added_at timestamptz not null default now(),
  constraint origins_prefix_remote unique nulls not distinct (prefix, remote),
  constraint origins_prefix check (shipping.is_origin(prefix) and prefix !~ '/$')
);
comment on table shipping.origins is
  'Addresses below which the files of a remote may be served: https, or http on loopback for a platform of one machine.';
comment on column shipping.origins.remote is 'Null: of any remote.';

create index team_members_account on shipping.team_members (account);
create index deploy_tokens_team_index on shipping.deploy_tokens (team);
create index deploy_tokens_created_by_account on shipping.deploy_tokens (created_by_account);

alter table shipping.teams enable row level security;
alter table shipping.team_members enable row level security;
alter table shipping.deploy_tokens enable row level security;
alter table shipping.origins enable row level security;

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

-- A session that moves what is live, ends a token or names people shows a sign-in of the last 15 minutes. It is demanded
-- where a session becomes a caller of the registry, so that no function can forget it.
create function shipping.deployer_of(token text) returns shipping.deployer
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
    elsif exists (select from private.job_kinds k where k.token = found.kind) then
      raise exception using errcode = '42501', message = format('This token is for jobs with %s only.', found.kind);
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
  -- With the second factor of the account.
  perform private.expect_fresh_sign_in();
  return who;
end;
$$;
comment on function shipping.deployer_of(text) is
  'The caller with this token, or with null the account of the session; refuses callers without a right to ship, and a session whose sign-in is older than 15 minutes.';

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
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
  maker constant text := case when who.account is null then who.name else '' end;
begin
  if kind is null or kind not in ('team', 'shell', 'pictures', 'sources') then
    raise exception using errcode = 'PT400', message = 'A token is for a team, for a shell, for pictures or for sources.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind in ('shell', 'pictures', 'sources') then
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
comment on function shipping.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team, of a shell, for pictures or for sources, which is shown only once. Days: 1 to 366; null: 90 for a team, else 366.';
select private.expose('shipping.create_deploy_token', 'anon', 'authenticated');

create function shipping.revoke_deploy_token(token text, id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_fresh_operator(token);
  update shipping.deploy_tokens t set revoked_at = coalesce(t.revoked_at, now()) where t.id = revoke_deploy_token.id;
  if not found then
    raise exception using errcode = 'PT404', message = format('There is no token "%s"; its id stands between the underscores.', id);
  end if;
end;
$$;
comment on function shipping.revoke_deploy_token(text, text) is 'For operators: revokes a token at once.';
select private.expose('shipping.revoke_deploy_token', 'anon', 'authenticated');

create function shipping.name_operator(token text, address text) returns void
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
comment on function shipping.name_operator(text, text) is 'For operators: makes the staff account with this address an operator.';
select private.expose('shipping.name_operator', 'anon', 'authenticated');

create function shipping.expect_right(who shipping.deployer, wanted text, remote text) returns void
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

-- Transitions: a function of shipping does the work, and one of public with the same arguments is called by the API. A
-- null token means the account of the session.

create function shipping.add_team(token text, team text, owns text[], members text[]) returns void
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
comment on function shipping.add_team(text, text, text[], text[]) is
  'For operators: creates a team or extends it: by remotes, which leave their team, and by members, named by address.';
select private.expose('shipping.add_team', 'anon', 'authenticated');

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
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
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
  who := shipping.mover_of(token);
  if who.kind <> 'operator' then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return who;
end;
$$;
comment on function shipping.expect_fresh_operator(text) is
  'Refuses a caller who is not an operator, and holds the caller''s rights: for what grants something.';

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

create function shipping.expect_origin(who shipping.deployer, remote text, origin text) returns void
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
comment on function shipping.expect_origin(shipping.deployer, text, text) is
  'Refuses an origin that is neither registered nor on the list. An operator''s token adds it to the list of the remote.';

create function shipping.add_origin(token text, address text, remote text default null) returns void
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
comment on function shipping.add_origin(text, text, text) is
  'With an operator''s token: files of a remote, or with null of any, may be served below this address.';
select private.expose('shipping.add_origin', 'anon', 'authenticated');

create function shipping.remove_origin(token text, address text, remote text default null) returns void
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
comment on function shipping.remove_origin(text, text, text) is
  'With an operator''s token: takes an address off the list. What is registered there already stays.';
select private.expose('shipping.remove_origin', 'anon', 'authenticated');

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
comment on function shipping.read_origins(text) is 'With an operator''s token: the list of origins.';
select private.expose('shipping.read_origins', 'anon', 'authenticated');

create function shipping.expect_shell(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
end;
$$;
comment on function shipping.expect_shell(text) is 'Raises an exception unless the token is a shell''s.';

create trigger revoke_tokens after delete on private.staff
  for each row execute function shipping.revoke_tokens_of_account();
create trigger revoke_tokens_of_former_operator after update of is_operator on private.staff
  for each row when (old.is_operator and not new.is_operator) execute function shipping.revoke_tokens_of_account();
