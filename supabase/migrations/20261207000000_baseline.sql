-- Generated: the database that 63 former migrations, 20261201000000 to 20261206020000, made. docs/run.md says how a database
-- that has these goes on.

-- Refuses a database whose tables another history made.
do $$
declare
  is_replaced boolean := false;
begin
  if to_regclass('public.posts') is null then
    return;
  end if;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    select exists (
      select from supabase_migrations.schema_migrations where version between '20261101080000' and '20261206020000'
    ) into is_replaced;
  end if;
  raise exception using message = case
    when is_replaced then
      'This database has migrations that 20261207000000_baseline.sql replaced. Repair its history first: docs/run.md has the steps.'
    else
      'This database has a table public.posts that these migrations did not make. '
      || 'Use an empty database, or move that table into another schema.'
  end;
end;
$$;

-- A body may call what comes after it.
set check_function_bodies = off;

create schema private;
comment on schema private is 'Helpers and settings that the API does not expose.';

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  sign_up text not null default 'invited'
    constraint settings_sign_up check (sign_up in ('open', 'invited', 'closed')),
  ai_calls_of_account integer not null default 50
    constraint settings_ai_calls_of_account check (ai_calls_of_account >= 0),
  ai_calls_in_all integer not null default 200 constraint settings_ai_calls_in_all check (ai_calls_in_all >= 0)
);
comment on table private.settings is
  'One row. sign_up: invited makes staff of those with an invitation, open of every new account, closed refuses new accounts. Change it with: update private.settings set sign_up = ''closed''.';
comment on column private.settings.ai_calls_of_account is
  'AI calls that each account may make on one day. A change applies to the next call; 0 allows none.';
comment on column private.settings.ai_calls_in_all is 'AI calls that all accounts together may make on one day.';

insert into private.settings default values;

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  is_operator boolean not null default false,
  role text not null default 'publisher'
    constraint staff_role check (role in ('publisher', 'editor', 'author'))
);
comment on table private.staff is 'Accounts that may use the admin area.';
comment on column private.staff.is_operator is
  'Operators decide who owns a remote and who else is an operator. The first account is one. Name another with: update private.staff set is_operator = true where user_id = ''…''.';
comment on column private.staff.role is 'Only operators change it, by set_role or an invitation. An operator is a publisher.';

create table private.invitations (
  email text constraint invitations_email_lower check (email = lower(email)),
  created_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  token_hash bytea constraint invitations_token_hash_key unique,
  note text constraint invitations_note_length check (char_length(note) <= 200),
  invited_by uuid references auth.users (id) on delete set null,
  by_start boolean not null default false,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete cascade,
  role text not null default 'publisher'
    constraint invitations_role check (role in ('publisher', 'editor', 'author'))
);
comment on table private.invitations is
  'Each invitation makes one account staff: the one that shows the token. Make one with: select private.invite(''anna@example.org'').';
comment on column private.invitations.email is 'The only address that may accept it; null: anybody with the link.';
comment on column private.invitations.token_hash is 'SHA-256 of the token. Null in rows of an earlier version, which nobody can accept.';
comment on column private.invitations.invited_by is 'Null: the operator invited.';
comment on column private.invitations.by_start is 'A start of the platform made it while nobody was staff; the next start replaces it.';
comment on column private.invitations.role is 'The role of the account that accepts it.';

create unique index invitations_open_email on private.invitations (email) where accepted_at is null;

create index invitations_invited_by on private.invitations (invited_by);

create index invitations_accepted_by on private.invitations (accepted_by);

create view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at, s.is_operator, s.role
from private.staff s join auth.users u on u.id = s.user_id;
comment on view private.staff_accounts is 'For the operator: the accounts that may use the admin area.';

alter table private.settings enable row level security;

alter table private.staff enable row level security;

alter table private.invitations enable row level security;

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid())) and private.shows_second_factor();
$$;
comment on function private.is_staff() is 'Whether the caller is staff, and showed its second factor if it has one. Policies call it as (select private.is_staff()), so that it runs once for each statement.';

create function public.is_staff() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.is_staff();
$$;
comment on function public.is_staff() is 'Whether the caller may use the admin area. For the interface only: policies decide by themselves.';

create function private.account_is_staff(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = account);
$$;
comment on function private.account_is_staff(uuid) is 'Whether an account is staff. The caller may be anybody.';

create function public.account_is_staff(account uuid) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.account_is_staff(account);
$$;
comment on function public.account_is_staff(uuid) is
  'Whether an account is staff: for servers that know its id from a token. An id cannot be guessed, and the answer says nothing else.';

create function private.expect_staff() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
end;
$$;
comment on function private.expect_staff() is 'Refuses a caller who is not staff.';

create function private.is_operator() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()) and is_operator)
    and private.shows_second_factor();
$$;
comment on function private.is_operator() is 'Whether the caller is an operator, and showed its second factor if it has one.';

create function public.is_operator() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.is_operator();
$$;
comment on function public.is_operator() is 'Whether the caller is an operator. For the interface only: functions decide by themselves.';

create function private.name_first_operator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_operator := new.is_operator or not exists (select from private.staff);
  return new;
end;
$$;
comment on function private.name_first_operator() is 'Makes the first staff account an operator.';

create trigger name_first_operator before insert on private.staff
  for each row execute function private.name_first_operator();

create function private.keep_operators() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The database's owner has no account and may do everything.
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
  'Only operators remove operators, and nobody removes the last one.';

create trigger keep_operators before delete on private.staff
  for each row execute function private.keep_operators();

create function private.admit_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule text := (select sign_up from private.settings);
begin
  if rule = 'closed' then
    -- PT403 makes the auth service and the data API answer 403 with this message.
    raise exception using errcode = 'PT403', message = 'Sign-up is closed.';
  end if;
  if rule = 'open' then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_account() is
  'Applies private.settings.sign_up to a new account. The auth service passes the message of PT403 on to clients that name no version of its API; to all others it says "Database error saving new user".';

create trigger admit_account after insert on auth.users
  for each row execute function private.admit_account();

create function private.invite_first(address text default null) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.invitations in share row exclusive mode;
  delete from private.invitations where by_start and accepted_at is null;
  if exists (select from private.staff) then
    return null;
  end if;
  return private.create_invitation(address, null, null, true, 'publisher');
end;
$$;
comment on function private.invite_first(text) is
  'For the start of the platform: replaces the invitation of earlier starts while nobody is staff; null when somebody is.';

create function private.invitation_of(token text) returns private.invitations
language sql stable security definer set search_path = ''
as $$
  select * from private.invitations where token_hash = sha256(convert_to(token, 'UTF8'));
$$;

create function private.state_of(invitation private.invitations) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when invitation.id is null then 'unknown'
    when invitation.accepted_at is not null then 'used'
    when invitation.expires_at <= now() then 'expired'
    when (select sign_up from private.settings) = 'closed' then 'closed'
    when invitation.invited_by is not null and not private.account_is_staff(invitation.invited_by) then 'unknown'
    else 'valid'
  end;
$$;

create function private.read_invitation(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  invitation constant private.invitations := private.invitation_of(token);
  state constant text := private.state_of(invitation);
begin
  return jsonb_build_object('state', state, 'email', case when state = 'valid' then invitation.email end);
end;
$$;
comment on function private.read_invitation(text) is
  'The state of the invitation with this token (valid, used, expired, closed or unknown) and its address.';

create function public.read_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_invitation(token);
$$;
comment on function public.read_invitation(text) is 'The state of the invitation with this token, and its address.';

create function private.accept_invitation(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  own_email constant text := (select lower(email) from auth.users where id = caller);
  invitation private.invitations;
  state text;
begin
  if own_email is null then
    raise exception using errcode = '42501', message = 'Sign in to accept an invitation.';
  end if;
  perform private.hold_rights((private.invitation_of(token)).invited_by);
  -- A second call at the same time waits here and then finds the invitation used.
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) for update;
  state := private.state_of(invitation);
  if state = 'used' and invitation.accepted_by = caller and private.is_staff() then
    return 'accepted';
  end if;
  if state <> 'valid' then
    return state;
  end if;
  if invitation.email <> own_email then
    return 'other_address';
  end if;
  if not private.knows_password(caller, invitation.created_at) then
    return 'new_password';
  end if;
  update private.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  insert into private.staff as stored (user_id, role) values (caller, invitation.role)
  -- Where sign-up is open, the account is a publisher already.
  on conflict (user_id) do update set role = excluded.role where excluded.role <> 'publisher' and not stored.is_operator;
  return 'accepted';
end;
$$;
comment on function private.accept_invitation(text) is
  'Uses an invitation up and makes the caller staff. Returns accepted; new_password when the account''s password is older than the invitation or the session began without it; other_address; or the state that read_invitation returns.';

create function public.accept_invitation(token text) returns text
language sql security invoker set search_path = ''
as $$
  select private.accept_invitation(token);
$$;
comment on function public.accept_invitation(text) is 'Makes the caller staff by the token of an invitation.';

create function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'may_name_operators', private.is_operator(),
    'may_invite', private.role_of_caller() = 'publisher',
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at, is_operator, role from private.staff_accounts
        order by email, id limit least(take, 1000) offset skip
      ) page
    ),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(open)), '[]')
      from (
        select i.id, i.email, i.note, u.email as invited_by, i.expires_at, i.role
        from private.invitations i left join auth.users u on u.id = i.invited_by
        where i.accepted_at is null order by i.expires_at desc, i.id
      ) open
    )
  );
end;
$$;

create function public.read_accounts(skip integer, take integer) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_accounts(skip, take);
$$;
comment on function public.read_accounts(integer, integer) is
  'For staff: the sign-up rule, the number of staff, a page of them by address, all open invitations, and whether the caller may name operators.';

create function private.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  delete from private.invitations where id = invitation and accepted_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This invitation is used or revoked already.';
  end if;
end;
$$;

create function public.revoke_invitation(invitation uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.revoke_invitation(invitation);
$$;
comment on function public.revoke_invitation(uuid) is 'For publishers: makes an open invitation void.';

create function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  perform private.expect_fresh_sign_in();
  -- Calls run one after the other, and each checks again: while it waited, the caller may have been removed or become
  -- the last one.
  lock table private.staff in share row exclusive mode;
  perform private.expect_publisher();
  if not exists (select from private.staff where user_id = account) then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  end if;
  if (select count(*) from private.staff) = 1 then
    raise exception using errcode = 'PT409', message = 'The last one who is staff cannot be removed.';
  end if;
  delete from private.staff where user_id = account;
  -- Invitations by this account or for it would bring it back.
  delete from private.invitations i
  where i.accepted_at is null
    and (i.invited_by = account or i.email = (select lower(u.email) from auth.users u where u.id = account));
end;
$$;

create function public.remove_staff(account uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.remove_staff(account);
$$;
comment on function public.remove_staff(uuid) is
  'For publishers, soon after a sign-in: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Always later than before: forms compare it to notice that somebody else saved.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end;
$$;

create function private.refuse_forged_user_id() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and new.user_id is distinct from old.user_id
    and new.user_id is distinct from (select auth.uid()) then
    raise exception using errcode = '42501', message = 'A row cannot be given to another user.';
  end if;
  return new;
end;
$$;

create table private.passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  set_at timestamptz not null default clock_timestamp()
);
comment on table private.passwords is 'When each account''s present password was set.';
comment on column private.passwords.set_at is 'A missing row counts as long ago.';

alter table private.passwords enable row level security;

create function private.note_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if nullif(new.encrypted_password, '') is null then
    delete from private.passwords where user_id = new.id;
  else
    insert into private.passwords (user_id) values (new.id)
    on conflict (user_id) do update set set_at = clock_timestamp();
  end if;
  return null;
end;
$$;
comment on function private.note_password() is 'Notes when a password was set, for accept_invitation.';

create trigger note_first_password after insert on auth.users
  for each row execute function private.note_password();

create trigger note_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.note_password();

create function private.knows_password(account uuid, invited_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Where tokens say how a session began: by this password, and not by a link in a mail.
  select coalesce(
    (
      select p.set_at > invited_at and (
        jsonb_typeof(auth.jwt() -> 'amr') is distinct from 'array'
        or exists (
          select from jsonb_array_elements(auth.jwt() -> 'amr') m
          where m ->> 'method' = 'password'
            and to_timestamp((m ->> 'timestamp')::double precision) >= date_trunc('second', p.set_at)
        )
      )
      from private.passwords p where p.user_id = account
    ),
    false
  );
$$;
comment on function private.knows_password(uuid, timestamptz) is
  'Whether the password of the calling account was set after the invitation, and whoever calls signed in with it.';

create function private.hold_rights(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.staff in row exclusive mode;
  perform from private.staff s where s.user_id = account for share;
end;
$$;
comment on function private.hold_rights(uuid) is
  'Every function that grants something calls it for the account that grants, before it checks the rights of this account.';

create function private.without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.bylines b
      where b.post = of_post and b.account = of_account and b.name = state ->> 'author'
    ) then jsonb_set(state, '{author}', '""')
    else state
  end;
$$;
comment on function private.without_bylines(jsonb, uuid, uuid) is 'A state of a post in the trail, without the name of an account.';

create function private.erase_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := (select lower(u.email) from auth.users u where u.id = account);
  posts constant uuid[] := array(select b.post from private.bylines b where b.account = erase_account.account);
begin
  update public.posts p set author = ''
  from private.bylines b where b.account = erase_account.account and b.post = p.id and b.name = p.author;
  update public.drafts d set content = private.without_bylines(d.content, d.record_id, account)
  where d.relation = 'posts' and d.record_id = any (posts);
  -- After the posts, whose change is in the trail with the name.
  update public.trail t set
    before = private.without_bylines(t.before, t.row_id, account), after = private.without_bylines(t.after, t.row_id, account)
  where t.relation = 'posts' and t.row_id = any (posts);
  update public.trail t set
    before = private.draft_without_bylines(t.before, t.record_id, account),
    after = private.draft_without_bylines(t.after, t.record_id, account)
  where t.relation = 'drafts' and t.record_id = any (posts);
  delete from private.invitations i
  where i.email = address or i.accepted_by = account or (i.invited_by = account and i.accepted_at is null);
  if to_regprocedure('shipping.forget_account(uuid)') is not null then
    execute 'select shipping.forget_account($1)' using account;
  end if;
  -- These refer to accounts without a foreign key. Projects may lack a table.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = account::text or lower(e.payload ->> 'actor_username') = address;
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id = account;
  end if;
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
end;
$$;
comment on function private.erase_account(uuid) is
  'Deletes an account and what names its person. Rows that it wrote stay: bylines are emptied, the trail keeps an id that refers to nothing.';

create function private.expect_not_last_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.staff s where s.user_id = account and s.is_operator)
    and not exists (select from private.staff s where s.user_id <> account and s.is_operator) then
    raise exception using errcode = 'PT409', message = 'The last operator cannot be deleted. Make another account an operator first.';
  end if;
end;
$$;

create function private.expect_own_or_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is distinct from account and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators and the account itself may do this.';
  end if;
  if not exists (select from auth.users u where u.id = account) then
    raise exception using errcode = 'PT404', message = 'There is no such account.';
  end if;
end;
$$;

create function private.delete_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  perform private.expect_fresh_sign_in();
  -- As remove_staff does: grants and removals run one after the other, and each checks again.
  lock table private.staff in share row exclusive mode;
  perform private.expect_own_or_operator(account);
  perform private.expect_not_last_operator(account);
  -- Without its role, as what it wrote is changed below.
  delete from private.staff where user_id = account;
  perform private.erase_account(account);
end;
$$;

create function public.delete_account(account uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.delete_account(account);
$$;
comment on function public.delete_account(uuid) is
  'For operators and the account itself, soon after a sign-in: deletes an account, its sessions, its rights and what names its person. What it wrote stays.';

create function private.forget_address(address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  account uuid;
  is_known boolean;
begin
  lock table private.staff in share row exclusive mode;
  is_known := exists (select from private.invitations i where i.email = wanted);
  for account in select u.id from auth.users u where lower(u.email) = wanted loop
    is_known := true;
    perform private.expect_not_last_operator(account);
    perform private.erase_account(account);
  end loop;
  if not is_known then
    raise exception using errcode = 'PT404', message = format('Nobody has the address "%s": neither an account nor an invitation.', address);
  end if;
  delete from private.invitations i where i.email = wanted;
  -- Refused sign-ups and sign-ins name an address that has no account.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e where lower(e.payload ->> 'actor_username') = wanted;
  end if;
end;
$$;
comment on function private.forget_address(text) is
  'For the database''s owner: deletes the accounts and invitations with an address, and what names their person.';

create function private.export_account(account uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
        'email_confirmed_at', u.email_confirmed_at, 'metadata', u.raw_user_meta_data,
        'password_set_at', (select p.set_at from private.passwords p where p.user_id = u.id)
      ),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data)), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip)), '[]')
        from auth.sessions s where s.user_id = u.id
      ),
      'staff', (
        select jsonb_build_object('since', s.created_at, 'is_operator', s.is_operator, 'role', s.role)
        from private.staff s where s.user_id = u.id
      ),
      'teams', (
        select coalesce(jsonb_agg(m.team), '[]') from shipping.team_members m where m.account = u.id
      ),
      'invitations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', i.email, 'note', i.note, 'created_at', i.created_at, 'accepted_at', i.accepted_at, 'role', i.role
        )), '[]')
        from private.invitations i where lower(u.email) = i.email or u.id in (i.invited_by, i.accepted_by)
      ),
      'posts', (
        select coalesce(jsonb_agg(jsonb_build_object('post', b.post, 'author', b.name)), '[]')
        from private.bylines b where b.account = u.id
      ),
      'records', (
        select coalesce(jsonb_agg(o.record), '[]') from private.owners o where o.account = u.id
      ),
      'publication_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('record', r.record, 'requested_at', r.requested_at)), '[]')
        from private.publication_requests r where r.account = u.id
      ),
      'workflows', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'user_id'), '[]') from public.workflows w where w.user_id = u.id
      ),
      'prompts', (
        select coalesce(jsonb_agg(to_jsonb(p) - 'user_id'), '[]') from public.prompts p where p.user_id = u.id
      ),
      'ai_calls', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['receipt', 'user_id', 'subject'] order by c.day), '[]') from private.ai_calls c where c.user_id = u.id
      ),
      'moves', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', h.time, 'remote', h.remote, 'version', h.version, 'action', h.action, 'author', h.author, 'reason', h.reason
        ) order by h.id), '[]')
        from shipping.release_history h
        where h.author_account = u.id or h.author <> shipping.without_name(h.author, shipping.names_of(u.id))
      ),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('remote', p.remote, 'version', p.version, 'at', p.published_at)), '[]')
        from shipping.releases p
        where p.published_by_account = u.id or p.published_by <> shipping.without_name(p.published_by, shipping.names_of(u.id))
      ),
      'tokens', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'team', t.team, 'created_at', t.created_at)), '[]')
        from shipping.deploy_tokens t
        where t.created_by_account = u.id or t.created_by <> shipping.without_name(t.created_by, shipping.names_of(u.id))
      ),
      'writes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', t.happened_at, 'operation', t.operation, 'table', t.relation, 'row', t.row_id, 'title', t.title
        ) order by t.id), '[]')
        from public.trail t where t.actor_id = u.id
      )
    )
    from auth.users u where u.id = account
  );
end;
$$;

create function public.export_account(account uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.export_account(account);
$$;
comment on function public.export_account(uuid) is
  'For operators and the account itself: everything that the database stores about the person, without hashes and tokens.';

create function private.sign_up_is_open() returns boolean
language sql stable security definer set search_path = ''
as $$
  select s.sign_up <> 'closed' from private.settings s;
$$;
comment on function private.sign_up_is_open() is 'Whether private.settings.sign_up takes new accounts.';

create function public.sign_up_is_open() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.sign_up_is_open();
$$;
comment on function public.sign_up_is_open() is 'Whether new accounts are taken.';

create function private.shows_second_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.jwt()) ->> 'aal' = 'aal2' then
    return true;
  end if;
  -- An auth service without second factors has no such table.
  if to_regclass('auth.mfa_factors') is null then
    return true;
  end if;
  return not exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status = 'verified'
  );
end;
$$;
comment on function private.shows_second_factor() is
  'Whether the caller''s session showed a second factor, or the account has none. A factor counts once it is verified.';

create function private.expect_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- A refreshed token belongs to the session of its sign-in.
  if not exists (
    select from auth.sessions s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.user_id = (select auth.uid())
      and s.created_at > now() - interval '15 minutes'
  ) then
    raise exception using errcode = 'PT401', hint = 'reauthenticate',
      message = 'Your sign-in is older than 15 minutes. Sign in again to do this.';
  end if;
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
end;
$$;
comment on function private.expect_fresh_sign_in() is
  'Refuses a session whose sign-in is older than 15 minutes, or without the second factor of its account.';

create function public.expect_fresh_sign_in() returns void
language sql stable security invoker set search_path = ''
as $$
  select private.expect_fresh_sign_in();
$$;
comment on function public.expect_fresh_sign_in() is
  'For the interface, before it changes a second factor: refuses a session whose sign-in is older than 15 minutes.';

create function private.expect_fresh_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions s where s.user_id = new.user_id and s.created_at > now() - interval '15 minutes'
  ) then
    raise exception using errcode = 'PT401', hint = 'reauthenticate',
      message = 'Your sign-in is older than 15 minutes. Sign in again to do this.';
  end if;
  return new;
end;
$$;
comment on function private.expect_fresh_factor() is
  'Refuses the first verification of a factor unless its account signed in within 15 minutes.';

create function private.guard_factors() returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regclass('auth.mfa_factors') is null then
    return;
  end if;
  create or replace trigger expect_fresh_factor before update of status on auth.mfa_factors
    for each row when (new.status = 'verified' and old.status is distinct from new.status)
    execute function private.expect_fresh_factor();
exception when insufficient_privilege then
  raise warning 'auth.mfa_factors takes no trigger: a session of any age may add a second factor.';
end;
$$;
comment on function private.guard_factors() is 'Has factors ask for a fresh sign-in, where the auth service has factors.';

select private.guard_factors();

create function private.wants_strong_password(address text, account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff s where s.user_id = account) or exists (
    select from private.invitations i
    where i.accepted_at is null and i.expires_at > now() and (
      i.email is null or i.email = lower(btrim(address))
      or i.email = (select lower(u.email) from auth.users u where u.id = account)
    )
  );
$$;
comment on function private.wants_strong_password(text, uuid) is
  'For the embedded backend, before it stores a password: whether the account is staff, or an open invitation is for it, for the address or for anybody.';

create function private.site_time_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.time_zone from public.site s), 'UTC');
$$;
comment on function private.site_time_zone() is 'The time zone of the site; UTC while there is no site.';

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint categories_name_not_blank check (name ~ '\S'),
  slug text not null unique
    constraint categories_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.categories is 'Categories of posts.';
comment on column public.categories.slug is 'One segment of an address: /category/{slug}.';

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint posts_title_not_blank check (title ~ '\S'),
  slug text not null unique
    constraint posts_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  content text not null constraint posts_content_not_blank check (content ~ '\S'),
  excerpt text,
  category_id uuid references public.categories (id) on delete restrict,
  published_at timestamptz,
  author text not null default '',
  comment_count integer not null default 0 constraint posts_comment_count_not_negative check (comment_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture uuid,
  ai text not null default 'none'
    constraint posts_ai check (ai in ('none', 'assisted', 'generated'))
);
comment on table public.posts is 'Blog posts, public from published_at on.';
comment on column public.posts.content is 'Markdown.';
comment on column public.posts.published_at is 'Null for a draft, in the future for a scheduled post.';
comment on column public.posts.author is 'Display name at the time of writing.';
comment on column public.posts.picture is 'A picture of the library.';
comment on column public.posts.ai is
  'generated: a model wrote the text. assisted: a model wrote it, and somebody reviewed it and answers for it. none: no function wrote it.';

create index posts_newest on public.posts (published_at desc, id);

create index posts_of_category on public.posts (category_id, published_at desc, id);

alter table public.categories enable row level security;

alter table public.posts enable row level security;

create policy "Everybody reads categories" on public.categories
  for select to anon, authenticated using (true);

create policy "Staff add categories" on public.categories
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change categories" on public.categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete categories" on public.categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read published posts" on public.posts
  for select to anon using (published_at <= now());

create policy "Signed-in users read published posts, staff all posts" on public.posts
  for select to authenticated using (published_at <= now() or (select private.is_staff()));

create policy "Staff add posts" on public.posts
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change posts" on public.posts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete posts" on public.posts
  for delete to authenticated using ((select private.is_staff()));

create table private.post_counts (
  month date not null,
  category_id uuid,
  posts bigint not null
);
comment on table private.post_counts is
  'Number of posts by month of publication (UTC) and category, kept by triggers. The number is the sum over the rows of a month and category: writers insert rows and never wait for a lock.';

create index post_counts_of_category on private.post_counts (category_id, month);

alter table private.post_counts enable row level security;

create function private.month_of(moment timestamptz) returns date
language sql immutable parallel safe set search_path = ''
as $$
  select date_trunc('month', moment at time zone 'UTC')::date;
$$;

create function private.count_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.post_counts where true;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.post_counts
    select private.month_of(p.published_at), p.category_id, -count(*) from old_posts p
    where p.published_at is not null group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.post_counts
    select private.month_of(p.published_at), p.category_id, count(*) from new_posts p
    where p.published_at is not null group by 1, 2;
  end if;
  -- Sums up rows. SKIP LOCKED leaves rows of concurrent transactions to the next call, so that there is no deadlock.
  with several as (
    select c.month, c.category_id from private.post_counts c group by 1, 2 having count(*) > 1
  ),
  joined as (
    delete from private.post_counts where ctid = any (array(
      select c.ctid from private.post_counts c
      join several s on s.month = c.month and s.category_id is not distinct from c.category_id
      for update of c skip locked
    ))
    returning month, category_id, posts
  )
  insert into private.post_counts
  select j.month, j.category_id, sum(j.posts) from joined j group by 1, 2 having sum(j.posts) <> 0;
  return null;
end;
$$;
comment on function private.count_posts() is 'Keeps private.post_counts.';

create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_posts for each statement execute function private.count_posts();

create trigger count_updated_posts after update on public.posts
  referencing old table as old_posts new table as new_posts for each statement execute function private.count_posts();

create trigger count_deleted_posts after delete on public.posts
  referencing old table as old_posts for each statement execute function private.count_posts();

create trigger count_truncated_posts after truncate on public.posts
  for each statement execute function private.count_posts();

create function private.public_posts_by_month(category uuid) returns table (month date, posts bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Some posts of this month may be scheduled.
  return query execute format(
    'select c.month, sum(c.posts)::bigint from private.post_counts c where c.month < $1 %1$s group by c.month
     union all
     select $1, count(*) from public.posts p
     where p.published_at >= $1::timestamp at time zone ''UTC'' and p.published_at <= now() %1$s',
    case when category is not null then 'and category_id = $2' end
  ) using private.month_of(now()), category;
end;
$$;
comment on function private.public_posts_by_month(uuid) is
  'Number of public posts by month of publication (UTC), in one category or, for null, in all.';

create function private.post_at(category uuid, place bigint) returns table (published_at timestamptz, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  reached record;
begin
  select m.month, m.newer into reached from (
    select b.month, b.posts, sum(b.posts) over (order by b.month desc) - b.posts as newer
    from private.public_posts_by_month(category) b
  ) m
  where m.newer <= place and place < m.newer + m.posts;
  return query execute format(
    'select p.published_at, p.id from public.posts p where p.published_at < $1 and p.published_at <= now() %s
     order by p.published_at desc, p.id offset $2 limit 1',
    case when category is not null then 'and p.category_id = $3' end
  ) using (reached.month + interval '1 month') at time zone 'UTC', place - reached.newer, category;
end;
$$;
comment on function private.post_at(uuid, bigint) is
  'The public post at an offset, newest first, in one category or, for null, in all. No row beyond the end.';

create function public.count_posts(category_slug text default null) returns bigint
language plpgsql stable security invoker set search_path = ''
as $$
declare
  category constant uuid := (select c.id from public.categories c where c.slug = category_slug);
begin
  if category is null and category_slug is not null then
    return 0;
  end if;
  return (select sum(m.posts) from private.public_posts_by_month(category) m);
end;
$$;
comment on function public.count_posts(text) is 'Number of public posts, in a category or in all.';

create function public.newest_posts(skip bigint, take integer, category_slug text default null)
returns setof public.posts
language plpgsql stable security invoker set search_path = ''
as $$
declare
  category constant uuid := (select c.id from public.categories c where c.slug = category_slug);
  first_one record;
begin
  if category is null and category_slug is not null then
    return;
  end if;
  if skip <= 0 then
    select now() as published_at, null::uuid as id into first_one;
  else
    select f.published_at, f.id into first_one from private.post_at(category, skip) f;
  end if;
  return query execute format(
    'select p.* from public.posts p
     where p.published_at <= $1 and (p.published_at < $1 or $2 is null or p.id >= $2) %s
     order by p.published_at desc, p.id limit $3',
    case when category is not null then 'and p.category_id = $4' end
  ) using first_one.published_at, first_one.id, least(greatest(take, 0), 1000), category;
end;
$$;
comment on function public.newest_posts(bigint, integer, text) is
  'Public posts of a category or of all, newest first: skips as many as skip says and returns at most take, never more than 1000. A large offset is as fast as a small one.';

create table public.workshop_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique constraint workshop_categories_name_not_blank check (name ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workshop_categories is 'Categories of workshops.';

create table public.workshops (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint workshops_title_not_blank check (title ~ '\S'),
  subtitle text not null default '',
  description text not null default '',
  content text not null default '',
  learning_objectives text not null default '',
  max_participants integer not null default 0
    constraint workshops_max_participants_not_negative check (max_participants >= 0),
  duration time(0) not null default '00:00:00' constraint workshops_duration_below_a_day check (duration < '24:00:00'),
  workshop_category_id uuid references public.workshop_categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture uuid
);
comment on table public.workshops is 'Workshops on offer; all of them are public.';
comment on column public.workshops.content is 'Markdown.';
comment on column public.workshops.learning_objectives is 'Markdown.';
comment on column public.workshops.duration is 'HH:MM:SS, up to 23:59:59.';
comment on column public.workshops.picture is 'A picture of the library.';

create index workshops_newest on public.workshops (created_at desc, id);

create index workshops_of_category on public.workshops (workshop_category_id);

create trigger touch_updated_at before update on public.workshops
  for each row execute function private.touch_updated_at();

alter table public.workshop_categories enable row level security;

alter table public.workshops enable row level security;

create policy "Everybody reads workshop categories" on public.workshop_categories
  for select to anon, authenticated using (true);

create policy "Staff add workshop categories" on public.workshop_categories
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change workshop categories" on public.workshop_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete workshop categories" on public.workshop_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Everybody reads workshops" on public.workshops
  for select to anon, authenticated using (true);

create policy "Staff add workshops" on public.workshops
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change workshops" on public.workshops
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete workshops" on public.workshops
  for delete to authenticated using ((select private.is_staff()));

create table public.course_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique constraint course_categories_name_not_blank check (name ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.course_categories is 'Categories of courses.';

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint courses_title_not_blank check (title ~ '\S'),
  slug text not null unique
    constraint courses_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  description text not null default '',
  thumbnail_url text constraint courses_thumbnail_url_http check (thumbnail_url ~* '^https?://\S+$'),
  course_category_id uuid references public.course_categories (id) on delete restrict,
  difficulty_level text not null default 'beginner'
    constraint courses_difficulty_level check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
  is_published boolean not null default false,
  enrollment_count integer not null default 0
    constraint courses_enrollment_count_not_negative check (enrollment_count >= 0),
  total_duration text not null default '00:00:00',
  module_count integer not null default 0,
  lesson_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture uuid
);
comment on table public.courses is 'Online courses; the published ones are public.';
comment on column public.courses.total_duration is
  'HH:MM:SS, hours may exceed 23. Text, since time and interval print other forms from 24 hours on. Derived: a trigger replaces a value that is sent.';
comment on column public.courses.module_count is 'Derived: a trigger replaces a value that is sent.';
comment on column public.courses.lesson_count is 'Derived: a trigger replaces a value that is sent.';
comment on column public.courses.picture is 'A picture of the library. It is shown in place of thumbnail_url.';

create table public.modules (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null constraint modules_title_not_blank check (title ~ '\S'),
  description text not null default '',
  order_position integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.modules is 'Chapters of a course, public with it.';
comment on column public.modules.order_position is 'From 0, within the course.';

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  module_id uuid not null references public.modules (id) on delete cascade,
  title text not null constraint lessons_title_not_blank check (title ~ '\S'),
  content text not null default '',
  video_url text,
  duration time(0) not null default '00:00:00' constraint lessons_duration_below_a_day check (duration < '24:00:00'),
  lesson_type text not null default 'text' constraint lessons_lesson_type check (lesson_type in ('text', 'video')),
  order_position integer not null default 0,
  updated_at timestamptz not null default now(),
  captions text
    constraint lessons_captions_webvtt check (captions ~ E'^\uFEFF?WEBVTT([ \t\r\n]|$)'),
  transcript text
);
comment on table public.lessons is 'Lessons of a module, public with its course.';
comment on column public.lessons.content is 'Markdown.';
comment on column public.lessons.duration is 'HH:MM:SS, up to 23:59:59.';
comment on column public.lessons.order_position is 'From 0, within the module.';
comment on column public.lessons.captions is 'WebVTT, for a video file. Players of other services have captions of their own.';
comment on column public.lessons.transcript is 'Markdown: what is said and shown in the video.';

create index courses_newest on public.courses (created_at desc, id);

create index courses_of_category on public.courses (course_category_id);

create index modules_of_course on public.modules (course_id, order_position);

create index lessons_of_module on public.lessons (module_id, order_position);

create trigger touch_updated_at before update of
  title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count
  on public.courses for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update of title, description
  on public.modules for each row execute function private.touch_updated_at();

alter table public.course_categories enable row level security;

alter table public.courses enable row level security;

alter table public.modules enable row level security;

alter table public.lessons enable row level security;

create policy "Everybody reads course categories" on public.course_categories
  for select to anon, authenticated using (true);

create policy "Staff add course categories" on public.course_categories
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change course categories" on public.course_categories
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete course categories" on public.course_categories
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read published courses" on public.courses
  for select to anon using (is_published);

create policy "Signed-in users read published courses, staff all courses" on public.courses
  for select to authenticated using (is_published or (select private.is_staff()));

create policy "Staff add courses" on public.courses
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change courses" on public.courses
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete courses" on public.courses
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read modules of published courses" on public.modules
  for select to anon
  using (exists (select from public.courses c where c.id = course_id and c.is_published));

create policy "Signed-in users read modules of published courses, staff all modules" on public.modules
  for select to authenticated
  using (
    (select private.is_staff()) or exists (select from public.courses c where c.id = course_id and c.is_published)
  );

create policy "Staff add modules" on public.modules
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change modules" on public.modules
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete modules" on public.modules
  for delete to authenticated using ((select private.is_staff()));

create policy "Visitors read lessons of published courses" on public.lessons
  for select to anon using (exists (select from public.modules m where m.id = module_id));

create policy "Signed-in users read lessons of published courses, staff all lessons" on public.lessons
  for select to authenticated
  using ((select private.is_staff()) or exists (select from public.modules m where m.id = module_id));

create policy "Staff add lessons" on public.lessons
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change lessons" on public.lessons
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete lessons" on public.lessons
  for delete to authenticated using ((select private.is_staff()));

create function private.derive_course_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select
    to_char(coalesce(sum(l.duration::interval), interval '0'), 'HH24:MI:SS'),
    count(distinct m.id),
    count(l.id)
  into new.total_duration, new.module_count, new.lesson_count
  from public.modules m left join public.lessons l on l.module_id = m.id
  where m.course_id = new.id;
  return new;
end;
$$;
comment on function private.derive_course_totals() is
  'Replaces the totals that were sent. It counts while the course is locked, so that it sees concurrent changes.';

create trigger derive_course_totals before insert or update on public.courses
  for each row execute function private.derive_course_totals();

create function private.refresh_courses_of_modules() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default where id in (select course_id from changed);
  return null;
end;
$$;

create function private.refresh_courses_of_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.courses set total_duration = default
  where id in (select m.course_id from public.modules m join changed on changed.module_id = m.id);
  return null;
end;
$$;

create trigger refresh_courses_after_insert after insert on public.modules referencing new table as changed
  for each statement execute function private.refresh_courses_of_modules();

create trigger refresh_courses_after_update_to after update on public.modules referencing new table as changed
  for each statement execute function private.refresh_courses_of_modules();

create trigger refresh_courses_after_update_from after update on public.modules referencing old table as changed
  for each statement execute function private.refresh_courses_of_modules();

create trigger refresh_courses_after_delete after delete on public.modules referencing old table as changed
  for each statement execute function private.refresh_courses_of_modules();

create trigger refresh_courses_after_insert after insert on public.lessons referencing new table as changed
  for each statement execute function private.refresh_courses_of_lessons();

create trigger refresh_courses_after_update_to after update on public.lessons referencing new table as changed
  for each statement execute function private.refresh_courses_of_lessons();

create trigger refresh_courses_after_update_from after update on public.lessons referencing old table as changed
  for each statement execute function private.refresh_courses_of_lessons();

create trigger refresh_courses_after_delete after delete on public.lessons referencing old table as changed
  for each statement execute function private.refresh_courses_of_lessons();

create function public.reorder_course(course uuid, structure jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  -- Lock order: modules, lessons, course, as in single edits, so that there is no deadlock. For the same reason the
  -- updates below leave out rows that were inserted after these locks.
  own_modules constant uuid[] := array(
    select m.id from public.modules m where m.course_id = course order by m.id for no key update
  );
  own_lessons constant uuid[] := array(
    select l.id from public.lessons l where l.module_id = any (own_modules) order by l.id for no key update
  );
begin
  perform from public.courses c where c.id = course for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such course.';
  end if;

  if exists (
    select from jsonb_path_query(structure, '$[*].id') as listed (id) group by listed.id having count(*) > 1
  ) or exists (
    select from jsonb_path_query(structure, '$[*].lessons[*]') as listed (id) group by listed.id having count(*) > 1
  ) then
    raise exception using errcode = 'PT400', message = 'A module or lesson is listed twice.';
  end if;

  update public.modules m set order_position = placed.position
  from (
    select o.id, row_number() over (order by listed.place nulls last, o.order_position, o.id) - 1 as position
    from public.modules o
    left join jsonb_array_elements(structure) with ordinality as listed (module, place)
      on (listed.module ->> 'id')::uuid = o.id
    where o.id = any (own_modules)
  ) placed
  where placed.id = m.id and m.order_position <> placed.position;

  update public.lessons l set module_id = placed.module_id, order_position = placed.position
  from (
    select
      target.id,
      target.module_id,
      row_number() over (
        partition by target.module_id order by target.place nulls last, target.order_position, target.id
      ) - 1 as position
    from (
      select o.id, o.order_position, coalesce(listed.module_id, o.module_id) as module_id, listed.place
      from public.lessons o
      left join (
        select m.id as module_id, (lesson.id #>> '{}')::uuid as lesson_id, lesson.place
        from jsonb_array_elements(structure) as module (value)
        join unnest(own_modules) as m (id) on m.id = (module.value ->> 'id')::uuid
        cross join jsonb_array_elements(coalesce(module.value -> 'lessons', '[]')) with ordinality as lesson (id, place)
      ) listed on listed.lesson_id = o.id
      where o.id = any (own_lessons)
    ) target
  ) placed
  where placed.id = l.id and (l.module_id, l.order_position) is distinct from (placed.module_id, placed.position);
end;
$$;
comment on function public.reorder_course(uuid, jsonb) is
  'Orders a course by structure: [{"id": module, "lessons": [lesson, …]}, …]. Positions become 0 to n-1. Modules and lessons that structure lacks follow the listed ones; ids that are deleted or belong to another course are ignored.';

create function private.course_of_module(module uuid) returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
declare
  course constant uuid := (select m.course_id from public.modules m where m.id = module);
begin
  if course is null then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  return course;
end;
$$;
comment on function private.course_of_module(uuid) is 'The course that a module belongs to; PT404 when the caller sees no such module.';

create function private.module_of_lesson(lesson uuid) returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
declare
  module constant uuid := (select l.module_id from public.lessons l where l.id = lesson);
begin
  if module is null then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  return module;
end;
$$;
comment on function private.module_of_lesson(uuid) is 'The module that a lesson belongs to; PT404 when the caller sees no such lesson.';

create function public.create_module(course uuid, title text, description text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(create_module.course, '[]');
  insert into public.modules (course_id, title, description, order_position)
  values (
    create_module.course, create_module.title, create_module.description,
    (select count(*) from public.modules m where m.course_id = create_module.course)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_module(uuid, text, text) is 'Adds a module at the end of a course. Returns its id.';

create function public.delete_module(module uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  course constant uuid := private.course_of_module(module);
  place integer;
begin
  -- The lock order of reorder_course, which then locks the course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  perform from public.modules m where m.id = module for update;
  perform public.reorder_course(course, '[]');
  delete from public.modules m where m.id = module returning m.order_position into place;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  update public.modules m set order_position = m.order_position - 1
  where m.course_id = course and m.order_position > place;
end;
$$;
comment on function public.delete_module(uuid) is 'Deletes a module with its lessons; those behind it move up.';

create function public.delete_lesson(lesson uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  gone public.lessons;
begin
  perform public.reorder_course(private.course_of_module(private.module_of_lesson(lesson)), '[]');
  delete from public.lessons l where l.id = lesson returning l.* into gone;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  update public.lessons l set order_position = l.order_position - 1
  where l.module_id = gone.module_id and l.order_position > gone.order_position;
end;
$$;
comment on function public.delete_lesson(uuid) is 'Deletes a lesson; those behind it move up.';

create function private.copy_lessons(from_module uuid, to_module uuid) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  select
    to_module, l.title, l.content, l.video_url, l.captions, l.transcript, l.duration, l.lesson_type, l.order_position
  from public.lessons l where l.module_id = from_module;
$$;
comment on function private.copy_lessons(uuid, uuid) is 'Stores copies of all lessons of one module in another.';

create function public.duplicate_lesson(lesson uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.lessons;
  copy uuid;
begin
  perform public.reorder_course(private.course_of_module(private.module_of_lesson(lesson)), '[]');
  select l.* into original from public.lessons l where l.id = lesson;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  update public.lessons l set order_position = l.order_position + 1
  where l.module_id = original.module_id and l.order_position > original.order_position;
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  values (
    original.module_id, original.title || ' (Kopie)', original.content, original.video_url, original.captions,
    original.transcript, original.duration, original.lesson_type, original.order_position + 1
  )
  returning id into copy;
  return copy;
end;
$$;
comment on function public.duplicate_lesson(uuid) is 'Stores a copy of a lesson right behind it. Returns its id.';

create function public.duplicate_module(module uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.modules;
  copy uuid;
begin
  perform public.reorder_course(private.course_of_module(module), '[]');
  select m.* into original from public.modules m where m.id = module;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such module.';
  end if;
  update public.modules m set order_position = m.order_position + 1
  where m.course_id = original.course_id and m.order_position > original.order_position;
  insert into public.modules (course_id, title, description, order_position)
  values (original.course_id, original.title || ' (Kopie)', original.description, original.order_position + 1)
  returning id into copy;
  perform private.copy_lessons(module, copy);
  return copy;
end;
$$;
comment on function public.duplicate_module(uuid) is
  'Stores a copy of a module and its lessons right behind it. Returns its id.';

create function public.duplicate_course(course uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.courses;
  original_module public.modules;
  module_copy uuid;
  copy uuid;
begin
  -- The lock keeps lessons from moving between two modules while these are copied one after the other.
  perform public.reorder_course(course, '[]');
  select c.* into original from public.courses c where c.id = course;
  -- The first free slug: slug-kopie, slug-kopie-2, … The unique index serializes two copies at the same time.
  for number in 1 .. 1000 loop
    insert into public.courses (
      title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published
    )
    values (
      original.title || ' (Kopie)',
      original.slug || '-kopie' || case when number = 1 then '' else '-' || number end,
      original.description, original.thumbnail_url, original.course_category_id, original.difficulty_level, false
    )
    on conflict (slug) do nothing
    returning id into copy;
    exit when copy is not null;
  end loop;
  for original_module in select m.* from public.modules m where m.course_id = course order by m.order_position loop
    insert into public.modules (course_id, title, description, order_position)
    values (copy, original_module.title, original_module.description, original_module.order_position)
    returning id into module_copy;
    perform private.copy_lessons(original_module.id, module_copy);
  end loop;
  return copy;
end;
$$;
comment on function public.duplicate_course(uuid) is
  'Stores a copy of a course with all its modules and lessons, as a draft. Returns its id.';

create trigger touch_updated_at before update of
  title, content, video_url, captions, transcript, duration, lesson_type
  on public.lessons for each row execute function private.touch_updated_at();

create function public.create_lesson(
  module uuid, title text, lesson_type text, duration time, content text, video_url text default null,
  captions text default null, transcript text default null
) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(private.course_of_module(create_lesson.module), '[]');
  insert into public.lessons (
    module_id, title, lesson_type, duration, content, video_url, captions, transcript, order_position
  )
  values (
    create_lesson.module, create_lesson.title, create_lesson.lesson_type, create_lesson.duration,
    create_lesson.content, create_lesson.video_url, create_lesson.captions, create_lesson.transcript,
    (select count(*) from public.lessons l where l.module_id = create_lesson.module)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_lesson(uuid, text, text, time, text, text, text, text) is
  'Adds a lesson at the end of a module. Returns its id.';

create table public.matrix_categories (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_categories_code_not_blank check (code ~ '\S'),
  constraint matrix_categories_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_categories is 'First axis of the matrix: the topic of a workshop.';

create table public.matrix_target_groups (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_target_groups_code_not_blank check (code ~ '\S'),
  constraint matrix_target_groups_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_target_groups is 'Second axis of the matrix: the audience of a workshop.';

create table public.matrix_levels (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_levels_code_not_blank check (code ~ '\S'),
  constraint matrix_levels_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_levels is 'Third axis of the matrix: the difficulty of a workshop.';

create table public.matrix_dimensions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_dimensions_name_not_blank check (name ~ '\S')
);
comment on table public.matrix_dimensions is 'Kinds of learning goals, such as knowledge and skills.';

create table public.matrix_workshops (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint matrix_workshops_title_not_blank check (title ~ '\S'),
  duration_hours real not null constraint matrix_workshops_duration_hours_positive check (duration_hours > 0),
  price_chf integer not null constraint matrix_workshops_price_chf_not_negative check (price_chf >= 0),
  prerequisites text,
  category_id uuid not null references public.matrix_categories (id) on delete restrict,
  target_group_id uuid not null references public.matrix_target_groups (id) on delete restrict,
  level_id uuid not null references public.matrix_levels (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint matrix_workshops_duration_hours_at_most check (duration_hours <= 10000)
);
comment on table public.matrix_workshops is 'The workshops of the matrix; apart from public.workshops.';
comment on column public.matrix_workshops.price_chf is 'Whole francs.';

create table public.matrix_workshop_learning_objectives (
  id uuid primary key default gen_random_uuid(),
  matrix_workshop_id uuid not null references public.matrix_workshops (id) on delete cascade,
  dimension_id uuid not null references public.matrix_dimensions (id) on delete restrict,
  objective text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (matrix_workshop_id, dimension_id),
  constraint matrix_objectives_objective_not_blank check (objective ~ '\S')
);
comment on table public.matrix_workshop_learning_objectives is 'Learning goals and success criteria, one per dimension.';
comment on column public.matrix_workshop_learning_objectives.objective is 'Markdown.';

create index matrix_workshops_of_category on public.matrix_workshops (category_id);

create index matrix_workshops_of_target_group on public.matrix_workshops (target_group_id);

create index matrix_workshops_of_level on public.matrix_workshops (level_id);

create index matrix_objectives_of_dimension on public.matrix_workshop_learning_objectives (dimension_id);

alter table public.matrix_categories enable row level security;

alter table public.matrix_target_groups enable row level security;

alter table public.matrix_levels enable row level security;

alter table public.matrix_dimensions enable row level security;

alter table public.matrix_workshops enable row level security;

alter table public.matrix_workshop_learning_objectives enable row level security;

create policy "Everybody reads matrix categories" on public.matrix_categories
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix target groups" on public.matrix_target_groups
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix levels" on public.matrix_levels
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix dimensions" on public.matrix_dimensions
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix workshops" on public.matrix_workshops
  for select to anon, authenticated using (true);

create policy "Everybody reads matrix learning objectives" on public.matrix_workshop_learning_objectives
  for select to anon, authenticated using (true);

do $$
declare
  relation text;
  noun text;
begin
  foreach relation in array array[
    'categories', 'workshop_categories', 'course_categories', 'matrix_categories', 'matrix_target_groups',
    'matrix_levels', 'matrix_dimensions', 'matrix_workshops', 'matrix_workshop_learning_objectives'
  ] loop
    execute format(
      'create trigger touch_updated_at before update on public.%1$I
         for each row execute function private.touch_updated_at()', relation
    );
    continue when relation not like 'matrix%';
    noun := replace(relation, '_', ' ');
    execute format(
      'create policy %2$I on public.%1$I for insert to authenticated with check ((select private.is_staff()));
       create policy %3$I on public.%1$I for update to authenticated
         using ((select private.is_staff())) with check ((select private.is_staff()));
       create policy %4$I on public.%1$I for delete to authenticated using ((select private.is_staff()))',
      relation, 'Staff add ' || noun, 'Staff change ' || noun, 'Staff delete ' || noun
    );
  end loop;
end;
$$;

create function private.append_to_order() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  if new.sort_order is null then
    execute format('select coalesce(max(t.sort_order), 0) + 1 from public.%I t', tg_table_name) into new.sort_order;
  end if;
  return new;
end;
$$;
comment on function private.append_to_order() is 'A row that is inserted without sort_order comes last.';

create trigger append_to_order before insert on public.matrix_categories
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_target_groups
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_levels
  for each row execute function private.append_to_order();

create trigger append_to_order before insert on public.matrix_dimensions
  for each row execute function private.append_to_order();

create function public.reorder_matrix(axis text, ids uuid[]) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  known bigint;
begin
  if axis <> all (array['matrix_categories', 'matrix_target_groups', 'matrix_levels', 'matrix_dimensions']) then
    raise exception using errcode = 'PT400',
      message = 'The axis must be matrix_categories, matrix_target_groups, matrix_levels or matrix_dimensions.';
  elsif (select count(distinct i) from unnest(ids) i) <> cardinality(ids) then
    raise exception using errcode = 'PT400', message = 'An id is listed twice.';
  end if;
  -- Locked in the order of ids, so that two calls do not deadlock.
  execute format(
    'select count(*) from (select t.id from public.%I t order by t.id for no key update) locked', axis
  ) into known;
  if known = 0 then
    raise exception using errcode = 'PT404', message = 'There is nothing to order.';
  end if;
  execute format(
    'update public.%1$I t set sort_order = placed.position
     from (
       select o.id, row_number() over (order by listed.place nulls last, o.sort_order, o.id) as position
       from public.%1$I o left join unnest($1) with ordinality as listed (id, place) on listed.id = o.id
     ) placed
     where placed.id = t.id and t.sort_order <> placed.position', axis
  ) using ids;
end;
$$;
comment on function public.reorder_matrix(text, uuid[]) is
  'Orders an axis or the dimensions of the matrix by ids. sort_order becomes 1 to n; rows that ids lack follow the listed ones, unknown ids are ignored.';

create function private.touch_matrix_workshops() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.matrix_workshops w set updated_at = default
  where w.id in (select c.matrix_workshop_id from changed c);
  return null;
end;
$$;
comment on function private.touch_matrix_workshops() is 'Gives workshops whose objectives changed another updated_at.';

create trigger touch_workshops_after_insert after insert on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();

create trigger touch_workshops_after_update after update on public.matrix_workshop_learning_objectives
  referencing new table as changed for each statement execute function private.touch_matrix_workshops();

create trigger touch_workshops_after_delete after delete on public.matrix_workshop_learning_objectives
  referencing old table as changed for each statement execute function private.touch_matrix_workshops();

create function public.save_matrix_workshop(record uuid, base timestamptz, columns jsonb) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  saved uuid;
begin
  -- A write of an objective locks it before its workshop, by the trigger: the same order here.
  perform from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id = record order by o.id for no key update;
  if record is null then
    insert into public.matrix_workshops (
      title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id
    )
    select c.title, c.duration_hours, c.price_chf, c.prerequisites, c.category_id, c.target_group_id, c.level_id
    from jsonb_populate_record(null::public.matrix_workshops, columns) c
    returning id into saved;
  else
    update public.matrix_workshops w
    set (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id) = (
      select c.title, c.duration_hours, c.price_chf, c.prerequisites, c.category_id, c.target_group_id, c.level_id
      from jsonb_populate_record(null::public.matrix_workshops, columns) c
    )
    where w.id = record and (base is null or w.updated_at = base)
    returning w.id into saved;
  end if;
  if saved is null and exists (select from public.matrix_workshops w where w.id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif saved is null then
    raise exception using errcode = 'PT404', message = 'There is no such workshop.';
  end if;
  delete from public.matrix_workshop_learning_objectives o
  where o.matrix_workshop_id = saved and o.dimension_id not in (
    select g.dimension_id
    from jsonb_to_recordset(columns -> 'matrix_workshop_learning_objectives') as g (dimension_id uuid)
    where g.dimension_id is not null
  );
  insert into public.matrix_workshop_learning_objectives as o (matrix_workshop_id, dimension_id, objective)
  select saved, g.dimension_id, g.objective
  from jsonb_to_recordset(columns -> 'matrix_workshop_learning_objectives') as g (dimension_id uuid, objective text)
  on conflict (matrix_workshop_id, dimension_id) do update set objective = excluded.objective
    where o.objective <> excluded.objective;
  return saved;
end;
$$;
comment on function public.save_matrix_workshop(uuid, timestamptz, jsonb) is
  'Stores a workshop of the matrix with its objectives in one transaction: a new one for record null. 409 if its updated_at is no longer base, unless base is null. columns: its columns, and as matrix_workshop_learning_objectives [{"dimension_id", "objective"}, …], which replaces all that it had.';

create function private.uses_of(kind text) returns table (relation text, key text, is_required boolean)
language sql immutable set search_path = ''
as $$
  select u.relation, u.key, u.is_required
  from (values
    ('categories', 'posts', 'category_id', false),
    ('workshop_categories', 'workshops', 'workshop_category_id', false),
    ('course_categories', 'courses', 'course_category_id', false),
    ('matrix_categories', 'matrix_workshops', 'category_id', true),
    ('matrix_target_groups', 'matrix_workshops', 'target_group_id', true),
    ('matrix_levels', 'matrix_workshops', 'level_id', true),
    ('matrix_dimensions', 'matrix_workshop_learning_objectives', 'dimension_id', false)
  ) u (kind, relation, key, is_required)
  where u.kind = uses_of.kind;
$$;
comment on function private.uses_of(text) is
  'The table and column that refer to a kind of category. is_required: no row can be without. No row for an unknown kind.';

create function public.count_uses(kind text, ids uuid[]) returns table (id uuid, uses bigint)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  used record;
begin
  select u.relation, u.key into used from private.uses_of(kind) u;
  if used.relation is null then
    raise exception using errcode = 'PT400', message = 'There is no such kind of category.';
  end if;
  return query execute format(
    'select t.%2$I, count(*) from public.%1$I t where t.%2$I = any ($1) group by t.%2$I', used.relation, used.key
  ) using ids;
end;
$$;
comment on function public.count_uses(text, uuid[]) is
  'How many rows use each category. kind: its table, an axis or the dimensions of the matrix included. No row for one without uses.';

create function private.join_goals(dimension uuid, replacement uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  update public.matrix_workshop_learning_objectives o set objective = o.objective || e'\n\n' || gone.objective
  from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and o.dimension_id = replacement
    and o.matrix_workshop_id = gone.matrix_workshop_id;
  delete from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and (
    replacement is null or exists (
      select from public.matrix_workshop_learning_objectives o
      where o.dimension_id = replacement and o.matrix_workshop_id = gone.matrix_workshop_id
    )
  );
end;
$$;
comment on function private.join_goals(uuid, uuid) is
  'Appends objectives of a dimension to those of another where a workshop has both; deletes all for null.';

create function public.delete_category(kind text, category uuid, replacement uuid default null) returns bigint
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  used record;
  present uuid[];
  moved bigint;
begin
  select u.relation, u.key, u.is_required into used from private.uses_of(kind) u;
  if used.relation is null then
    raise exception using errcode = 'PT400', message = 'There is no such kind of category.';
  elsif replacement = category then
    raise exception using errcode = 'PT400', message = 'Nothing can be moved to what is deleted.';
  end if;
  -- The lock order of a save: first the row, then by its foreign key the category.
  execute format(
    'select count(*) from (select t.id from public.%1$I t where t.%2$I = $1 order by t.id for no key update) locked',
    used.relation, used.key
  ) into moved using category;
  execute format(
    'select array_agg(l.id) from (select t.id from public.%I t where t.id in ($1, $2) order by t.id for update) l', kind
  ) into present using category, replacement;
  if category = any (present) is not true then
    raise exception using errcode = 'PT404', message = 'It is deleted already.';
  elsif replacement is not null and replacement <> all (present) then
    raise exception using errcode = 'PT409', message = 'What should take its place was deleted meanwhile. Choose another.';
  end if;
  if kind = 'matrix_dimensions' then
    perform private.join_goals(category, replacement);
  elsif used.is_required and replacement is null then
    execute format('select count(*) from public.%I t where t.%I = $1', used.relation, used.key)
      into moved using category;
    if moved > 0 then
      raise exception using errcode = 'PT409', message = 'It is in use. Choose what takes its place.';
    end if;
  end if;
  execute format('update public.%1$I t set %2$I = $2 where t.%2$I = $1', used.relation, used.key)
    using category, replacement;
  get diagnostics moved = row_count;
  execute format('delete from public.%I t where t.id = $1', kind) using category;
  return moved;
end;
$$;
comment on function public.delete_category(text, uuid, uuid) is
  'Deletes a category, a value of an axis or a dimension of the matrix, and moves what uses it to another one, or to none where that is possible. Returns how many rows it moved. Objectives of a dimension are appended to those that a workshop has in the other one, and deleted when there is none.';

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint ads_title_not_blank check (title ~ '\S'),
  subtitle text not null constraint ads_subtitle_not_blank check (subtitle ~ '\S'),
  description text not null constraint ads_description_not_blank check (description ~ '\S'),
  cta_text text not null default 'Get Started Today' constraint ads_cta_text_not_blank check (cta_text ~ '\S'),
  cta_url text not null
    constraint ads_cta_url_relative_or_http check (
      cta_url !~ '[\\[:cntrl:]]'
      and (
        cta_url ~* '^https?://\S+$'
        or (cta_url <> '' and cta_url ~ '^[^:/?#[:space:]]*([/?#]\S*)?$' and cta_url !~ '^[^?#]*//')
      )
    ),
  type text not null default 'team' constraint ads_type_not_blank check (type ~ '\S'),
  offer_id uuid,
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ads is 'Advertisement banners; the active ones are public.';
comment on column public.ads.cta_url is
  'An http or https address, or one of this site: without // in its path, backslashes or control characters. shared/format/address.ts checks the same.';
comment on column public.ads.type is 'team promotes a workshop, everything else a course. Not enumerated: individual and other are both in use.';
comment on column public.ads.offer_id is
  'A workshop for type team, else a course; null for no offer. No foreign key, since it refers to two tables: a missing offer counts as none.';

create index ads_newest on public.ads (created_at desc, id);

create trigger touch_updated_at before update on public.ads
  for each row execute function private.touch_updated_at();

alter table public.ads enable row level security;

create policy "Visitors read active ads" on public.ads
  for select to anon using (is_active);

create policy "Signed-in users read active ads, staff all ads" on public.ads
  for select to authenticated using (is_active or (select private.is_staff()));

create policy "Staff add ads" on public.ads
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change ads" on public.ads
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete ads" on public.ads
  for delete to authenticated using ((select private.is_staff()));

create view public.shown_ads with (security_invoker = true) as
select
  a.id, a.type, a.subtitle, a.description, a.cta_text, a.cta_url,
  case
    when a.type = 'team' then (select w.title from public.workshops w where w.id = a.offer_id)
    else (select c.title from public.courses c where c.id = a.offer_id and c.is_published)
  end as offer_title
from public.ads a
where a.is_active;
comment on view public.shown_ads is 'Active ads, the same for everybody. offer_title is null without a public offer.';

create table private.dismissed_links (
  remote text not null,
  address text not null,
  dismissed_at timestamptz not null default now(),
  primary key (remote, address)
);
comment on table private.dismissed_links is 'Links that remotes offer and staff did not take.';

alter table private.dismissed_links enable row level security;

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

create table public.workflows (
  id uuid primary key default gen_random_uuid(),
  workflow_type text not null
    constraint workflows_type check (workflow_type in ('perplexity_web_search', 'gemini_blog_ideas')),
  status text not null default 'pending'
    constraint workflows_status check (status in ('pending', 'processing', 'completed', 'failed')),
  input_data jsonb not null default '{}',
  output_data jsonb,
  error_message text,
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  start_before timestamptz default now() + interval '24 hours'
);
comment on table public.workflows is 'Runs of the AI functions, with input and output.';
comment on column public.workflows.started_at is
  'Time at which a function claimed the run. A claim updates it from null, so that a second call of the function does nothing.';
comment on column public.workflows.start_before is
  'Time at which a pending run fails; null for never. Set by the database.';
comment on column public.workflows.user_id is 'Account that started the run; null once it is deleted.';

create index workflows_newest on public.workflows (created_at desc, id);

create index workflows_unfinished on public.workflows (status) where status in ('pending', 'processing');

create index workflows_of_user on public.workflows (user_id);

create trigger touch_updated_at before update on public.workflows
  for each row execute function private.touch_updated_at();

create trigger refuse_forged_user_id before update of user_id on public.workflows
  for each row execute function private.refuse_forged_user_id();

create function public.fail_stale_workflows() returns integer
language sql volatile security invoker set search_path = ''
as $$
  with failed as (
    update public.workflows
    set status = 'failed',
      error_message = case
        when status = 'pending' and started_at is null then 'The run was not started within 24 hours and was given up.'
        else 'The run took longer than 10 minutes and was given up.'
      end
    where status in ('pending', 'processing')
      and (
        started_at < now() - interval '10 minutes'
        -- It is processing, but no function claimed it.
        or (status = 'processing' and started_at is null and updated_at < now() - interval '10 minutes')
        or (status = 'pending' and started_at is null and start_before < now())
      )
    returning 1
  )
  select count(*)::integer from failed;
$$;
comment on function public.fail_stale_workflows() is
  'Sets runs to failed that were claimed or processing for more than 10 minutes, or pending for 24 hours; returns how many. A trigger on workflows, the waiting interface and, where pg_cron exists, a schedule call it.';

create function private.fail_stale_workflows() returns trigger
language plpgsql security invoker set search_path = ''
as $$
begin
  perform public.fail_stale_workflows();
  return null;
end;
$$;

create trigger fail_stale_workflows after insert or update on public.workflows
  for each statement when (pg_trigger_depth() = 0) execute function private.fail_stale_workflows();

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('fail-stale-workflows', '* * * * *', 'select public.fail_stale_workflows()');
  end if;
end;
$$;

alter table public.workflows enable row level security;

create policy "Staff read all workflows" on public.workflows
  for select to authenticated using ((select private.is_staff()));

create policy "Staff start workflows of their own" on public.workflows
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));

create policy "Staff change workflows" on public.workflows
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete workflows" on public.workflows
  for delete to authenticated using ((select private.is_staff()));

create table private.article_claims (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  asked bytea not null,
  claimed_at timestamptz not null default now(),
  post_id uuid references public.posts (id) on delete cascade,
  constraint article_claims_once unique (user_id, asked)
);
comment on table private.article_claims is
  'Claims of generate-article: an account and a hash of the request''s body. A failure deletes the claim, and so does deleting the draft.';
comment on column private.article_claims.receipt is 'Only the function that holds the claim knows it.';
comment on column private.article_claims.post_id is 'The draft; null while the article is written.';

create index article_claims_of_post on private.article_claims (post_id);

alter table private.article_claims enable row level security;

create function private.claim_article(idea jsonb) returns table (receipt uuid, id uuid, slug text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := (select auth.uid());
  hash constant bytea := sha256(convert_to(idea::text, 'UTF8'));
  held private.article_claims;
begin
  perform private.expect_staff();
  loop
    insert into private.article_claims as claim (user_id, asked) values (caller, hash)
    on conflict on constraint article_claims_once do update
      set receipt = gen_random_uuid(), claimed_at = now()
      -- The function that held the claim has died. Workflows have the same limit.
      where claim.post_id is null and claim.claimed_at < now() - interval '10 minutes'
    returning claim.* into held;
    if found then
      return query select held.receipt, null::uuid, null::text;
      return;
    end if;
    select c.* into held from private.article_claims c where c.user_id = caller and c.asked = hash;
    if held.post_id is not null then
      return query select null::uuid, p.id, p.slug from public.posts p where p.id = held.post_id;
      return;
    elsif held.receipt is not null then
      raise exception using errcode = 'PT409', message = 'This article is already being written.';
    end if;
    -- Another transaction deleted the claim; try again.
  end loop;
end;
$$;

create function public.claim_article(idea jsonb) returns table (receipt uuid, id uuid, slug text)
language sql volatile security invoker set search_path = ''
as $$
  select * from private.claim_article(idea);
$$;
comment on function public.claim_article(jsonb) is
  'Claims an idea for the caller. Returns a receipt, or the draft if there is one; PT409 while the article is written.';

create function private.article_of_claim(receipt uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claim private.article_claims;
begin
  select c.* into claim from private.article_claims c
  where c.receipt = article_of_claim.receipt and c.user_id = (select auth.uid())
  for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'Writing this article took too long, and it was given up.';
  end if;
  return claim.post_id;
end;
$$;
comment on function private.article_of_claim(uuid) is
  'The draft of a claim of the caller, null for none yet. Locks the claim until the transaction ends.';

create function private.settle_article_claim(receipt uuid, article uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.article_claims c set post_id = article
  where c.receipt = settle_article_claim.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;

create function public.store_article(receipt uuid, draft jsonb) returns table (id uuid, slug text)
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  article uuid := private.article_of_claim(store_article.receipt);
  number integer := 1;
begin
  while article is null loop
    insert into public.posts (title, slug, content, excerpt, category_id, author)
    select d.title, d.slug || case number when 1 then '' else '-' || number end, d.content, d.excerpt, d.category_id, d.author
    from jsonb_to_record(draft)
      as d (title text, slug text, content text, excerpt text, category_id uuid, author text)
    on conflict (slug) do nothing
    returning posts.id into article;
    number := number + 1;
  end loop;
  perform private.settle_article_claim(store_article.receipt, article);
  return query select p.id, p.slug from public.posts p where p.id = article;
end;
$$;
comment on function public.store_article(uuid, jsonb) is
  'Stores the draft of a claim of the caller. A repeated call returns the same draft. A taken slug gets a number. PT409 without the claim.';

create function private.free_article(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.article_claims c
  where c.receipt = free_article.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;

create function public.free_article(receipt uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.free_article(receipt);
$$;
comment on function public.free_article(uuid) is 'Deletes a claim of the caller that has no draft.';

create table public.prompts (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint prompts_name_not_blank check (name ~ '\S'),
  prompt_text text not null constraint prompts_prompt_text_not_blank check (prompt_text ~ '\S'),
  workflow_type text not null
    constraint prompts_type check (workflow_type in ('perplexity_web_search', 'gemini_blog_ideas')),
  is_active boolean not null default false,
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.prompts is 'Instructions for the AI functions.';
comment on column public.prompts.user_id is 'Account that wrote the prompt; null once it is deleted.';

create unique index prompts_one_active_per_type on public.prompts (workflow_type) where is_active;

create index prompts_newest on public.prompts (created_at desc, id);

create index prompts_of_user on public.prompts (user_id);

create trigger touch_updated_at before update on public.prompts
  for each row execute function private.touch_updated_at();

create trigger refuse_forged_user_id before update of user_id on public.prompts
  for each row execute function private.refuse_forged_user_id();

alter table public.prompts enable row level security;

create policy "Staff read all prompts" on public.prompts
  for select to authenticated using ((select private.is_staff()));

create policy "Staff add prompts of their own" on public.prompts
  for insert to authenticated with check ((select private.is_staff()) and user_id = (select auth.uid()));

create policy "Staff change prompts" on public.prompts
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete prompts" on public.prompts
  for delete to authenticated using ((select private.is_staff()));

create function public.activate_prompt(prompt_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  chosen_type text := (select p.workflow_type from public.prompts p where p.id = prompt_id);
begin
  if chosen_type is null then
    raise exception using errcode = 'PT404', message = 'There is no such prompt.';
  end if;
  -- Two activations lock the rows in the same order.
  perform from public.prompts p where p.workflow_type = chosen_type order by p.id for update;
  update public.prompts p set is_active = false where p.workflow_type = chosen_type and p.is_active and p.id <> prompt_id;
  update public.prompts p set is_active = true where p.id = prompt_id and not p.is_active;
end;
$$;
comment on function public.activate_prompt(uuid) is 'Makes a prompt the only active one of its workflow type.';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  published_at timestamptz,
  primary key (kind, id)
);
comment on table private.search_documents is 'Words of posts, workshops, courses and matrix workshops, kept by triggers.';
comment on column private.search_documents.published_at is 'For posts; null for a draft.';

create index search_words_of_posts on private.search_documents using gin (words) where kind = 'post';

create index search_words_of_others on private.search_documents using gin (words) where kind <> 'post';

alter table private.search_documents enable row level security;

create function private.plain_text(markdown text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select trim(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(markdown, '^\s*(```|~~~).*$', '', 'gn'),
          '!?\[([^\]]*)\]\([^)]*\)', '\1', 'g'
        ),
        '^\s*(#{1,6}|>|[-*+]|\d+\.)\s+', '', 'gn'
      ),
      '</?[a-zA-Z][^>]*>|\*\*|__|[*`]', '', 'g'
    ),
    -- Blanks, table rules and the two characters that mark hits in excerpts.
    '([\s|\uE000\uE001]|-{3,})+', ' ', 'g'
  ));
$$;
comment on function private.plain_text(text) is 'Markdown without its markup, good enough for an excerpt.';

create function private.index_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  weights constant "char"[] := '{A,B,C,D}';
  record_text text;
  all_words tsvector := '';
  publication timestamptz;
begin
  if tg_op = 'DELETE' then
    delete from private.search_documents d where d.kind = tg_argv[0] and d.id = old.id;
    return null;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    record_text := private.plain_text(coalesce(to_jsonb(new) ->> tg_argv[i], ''));
    -- Stems match other forms of a word, whole words match a prefix.
    all_words := all_words
      || setweight(to_tsvector('german', record_text) || to_tsvector('simple', record_text), weights[i]);
  end loop;
  if tg_table_name = 'posts' then
    publication := new.published_at;
  end if;
  insert into private.search_documents (kind, id, words, published_at)
  values (tg_argv[0], new.id, all_words, publication)
  on conflict (kind, id) do update set words = excluded.words, published_at = excluded.published_at;
  return null;
end;
$$;
comment on function private.index_words() is 'Arguments: the kind of record, then its columns, the weightiest first.';

create trigger index_words after insert or delete or update of title, excerpt, content, author, published_at on public.posts
  for each row execute function private.index_words('post', 'title', 'excerpt', 'content', 'author');

create trigger index_words after insert or delete or update of title, subtitle, description on public.workshops
  for each row execute function private.index_words('workshop', 'title', 'subtitle', 'description');

create trigger index_words after insert or delete or update of title, description on public.courses
  for each row execute function private.index_words('course', 'title', 'description');

create trigger index_words after insert or delete or update of title on public.matrix_workshops
  for each row execute function private.index_words('matrix_workshop', 'title');

create function private.word_terms(word text) returns tsquery
language sql stable set search_path = ''
as $$
  with recursive spellings (spelling, rest, met) as (
    select '', word, 0
    union all
    -- Each doubles the spellings. After four the rest of the word stays as it is.
    select s.spelling || part[1] || reading, part[3], s.met + 1
    from spellings s
    cross join lateral regexp_match(s.rest, '^(.*?)(ae|oe|ue)(.*)$') part
    cross join lateral (values (part[2]), (translate(left(part[2], 1), 'aou', 'äöü'))) as readings (reading)
    where s.met < 4 and s.rest ~ '(ae|oe|ue)'
  ),
  spelled as (
    select '''' || replace(replace(spelling || rest, '\', '\\'), '''', '''''') || ''':*' as prefix from spellings
    where met = 4 or rest !~ '(ae|oe|ue)'
  ),
  ways as (
    select to_tsquery('simple', prefix) as way from spelled
    union
    select to_tsquery('german', prefix) from spelled where to_tsvector('german', word) <> ''
  )
  select string_agg(way::text, ' | ')::tsquery from ways where numnode(way) > 0;
$$;
comment on function private.word_terms(text) is 'The query for one word: its stem, its prefix, and both for each spelling of its umlauts.';

create function private.search_terms(query text) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  terms tsquery;
  asked record;
begin
  for asked in
    select w.lexeme as word, to_tsvector('german', w.lexeme) = '' as is_filler
    from unnest(to_tsvector('simple', left(query, 200))) as w
    order by is_filler, w.positions[1]
    limit 8
  loop
    -- Stop words are used only when the query has no other words.
    exit when asked.is_filler and terms is not null;
    terms := case when terms is null then private.word_terms(asked.word) else terms && private.word_terms(asked.word) end;
  end loop;
  return terms;
end;
$$;
comment on function private.search_terms(text) is 'All words of a query, each also as a prefix; null for a query without words.';

create function private.search_candidates(terms tsquery) returns table (kind text, id uuid, rank real)
language sql stable security definer set search_path = ''
set enable_seqscan = off
as $$
  with found as (
    (
      select d.kind, d.id, d.words from private.search_documents d
      where d.kind = 'post' and d.words @@ terms and d.published_at <= now()
      order by d.published_at desc
      limit 500
    )
    union all
    select d.kind, d.id, d.words from private.search_documents d
    where d.kind <> 'post' and d.words @@ terms
  )
  -- Ranked by OR: for AND, ts_rank weighs little but the distance of the words.
  select f.kind, f.id, ts_rank(f.words, replace(terms::text, '&', '|')::tsquery) from found f;
$$;
comment on function private.search_candidates(tsquery) is
  'Records with these words: the newest 500 public posts and all others, public or not. Only for public.search, which filters by the caller''s rights.';

create function private.search_excerpt(body text, terms tsquery) returns text
language sql stable set search_path = ''
as $$
  with plain as (select private.plain_text(body) as words),
  options as (
    select 'StartSel=' || U&'\E000' || ', StopSel=' || U&'\E001' || ', MaxWords=32, MinWords=16, MaxFragments=2, FragmentDelimiter=" … "' as text
  ),
  stemmed as (
    select ts_headline('german', plain.words, terms, options.text) as excerpt from plain, options
  )
  -- Only the simple dictionary marks a prefix.
  select case
    when strpos(stemmed.excerpt, U&'\E000') > 0 then stemmed.excerpt
    else ts_headline('simple', plain.words, terms, options.text)
  end
  from stemmed, plain, options;
$$;
comment on function private.search_excerpt(text, tsquery) is 'Plain text around the hits, each hit between U+E000 and U+E001.';

create function public.search(query text, max_hits integer default 20)
returns table (kind text, id uuid, slug text, title text, excerpt text, rank real)
language sql stable security invoker set search_path = ''
as $$
  with asked as materialized (
    select private.search_terms(query) as terms
  ),
  candidates as materialized (
    select c.kind, c.id, c.rank from asked cross join lateral private.search_candidates(asked.terms) c
  ),
  hits as (
    select c.kind, p.id, p.slug, p.title, c.rank
    from candidates c join public.posts p on p.id = c.id
    where c.kind = 'post' and p.published_at <= now()
    union all
    select c.kind, w.id, null, w.title, c.rank
    from candidates c join public.workshops w on w.id = c.id
    where c.kind = 'workshop'
    union all
    select c.kind, o.id, o.slug, o.title, c.rank
    from candidates c join public.courses o on o.id = c.id
    where c.kind = 'course' and o.is_published
    union all
    select c.kind, m.id, null, m.title, c.rank
    from candidates c join public.matrix_workshops m on m.id = c.id
    where c.kind = 'matrix_workshop'
  ),
  best as (
    select * from hits order by hits.rank desc, hits.title limit least(greatest(max_hits, 0), 100)
  ),
  -- Reads the texts of the best hits only.
  read as (
    select b.*, case b.kind
      when 'post' then (select concat_ws(' … ', p.excerpt, p.content) from public.posts p where p.id = b.id)
      when 'workshop' then (select concat_ws(' … ', w.subtitle, w.description) from public.workshops w where w.id = b.id)
      when 'course' then (select o.description from public.courses o where o.id = b.id)
      else ''
    end as body
    from best b
  )
  select r.kind, r.id, r.slug, r.title, private.search_excerpt(r.body, asked.terms), r.rank
  from read r cross join asked
  order by r.rank desc, r.title;
$$;
comment on function public.search(text, integer) is
  'Full-text search over published posts, workshops, published courses and matrix workshops, best hits first. Excerpts are plain text with each hit between U+E000 and U+E001. slug is null for workshops of both kinds.';

create table private.content_topics (
  topic text primary key,
  version uuid not null default gen_random_uuid()
);
comment on table private.content_topics is 'Cache tags and their versions: topics of the content, and the registry.';

create unlogged table private.changed_topics (
  transaction xid8 not null default pg_catalog.pg_current_xact_id(),
  topic text not null,
  public_from timestamptz not null,
  primary key (transaction, topic)
);
comment on table private.changed_topics is 'Topics that open transactions have changed.';
comment on column private.changed_topics.public_from is 'Time from which visitors can see the change.';

alter table private.content_topics enable row level security;

alter table private.changed_topics enable row level security;

create function private.note_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  visible constant text :=
    'select r.id, md5((to_jsonb(r) - ''updated_at'')::text) as row, p.public_from
     from %s r cross join lateral (select %s as public_from) p where p.public_from is not null';
  visible_from timestamptz := '-infinity';
begin
  if tg_op <> 'TRUNCATE' then
    execute format(
      case tg_op
        when 'INSERT' then 'select min(after.public_from) from (%2$s) after'
        when 'DELETE' then 'select min(before.public_from) from (%1$s) before'
        else
          'select least(min(before.public_from), min(after.public_from))
           from (%1$s) before full join (%2$s) after using (id) where before.row is distinct from after.row'
      end,
      format(visible, 'old_rows', tg_argv[1]),
      format(visible, 'new_rows', tg_argv[1])
    ) into visible_from;
  end if;
  if visible_from is not null then
    insert into private.changed_topics as noted (topic, public_from) values (tg_argv[0], visible_from)
    on conflict (transaction, topic) do update set public_from = excluded.public_from
      where excluded.public_from < noted.public_from;
  end if;
  return null;
end;
$$;
comment on function private.note_change() is
  'Arguments: the topic, and as SQL the time from which a row r is public, null for never. A change of updated_at alone is ignored.';

create function private.draw_versions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
  drawn uuid;
  told jsonb := '{}';
begin
  for changed in
    with taken as (
      delete from private.changed_topics c where c.transaction = pg_catalog.pg_current_xact_id()
      returning c.topic, c.public_from
    )
    -- Rows that become public while this transaction ends count as public.
    select t.topic from taken t where t.public_from <= clock_timestamp() + interval '10 seconds' order by t.topic
  loop
    update private.content_topics t set version = default where t.topic = changed returning t.version into drawn;
    told := told || jsonb_build_object(changed, drawn);
  end loop;
  -- Notifies also when a change becomes public later, so that listeners learn the time.
  perform pg_catalog.pg_notify('content', told::text);
  begin
    if told <> '{}' and to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
      execute 'select realtime.send($1, ''changed'', ''content'', true)' using told;
    end if;
  exception when others then
    raise warning 'A change of the content was not broadcast: %', sqlerrm;
  end;
  return null;
end;
$$;
comment on function private.draw_versions() is 'At the end of a transaction: updates the version of each changed topic and sends a notification.';

create constraint trigger draw_versions after insert on private.changed_topics
  deferrable initially deferred for each row execute function private.draw_versions();

create function private.watch_content(relation regclass, topic text, public_from text default '''-infinity''::timestamptz')
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.content_topics (topic) values (watch_content.topic) on conflict do nothing;
  -- Triggers run in the order of their names: those that lock rows run before these.
  execute format(
    'create trigger watch_insert after insert on %1$s referencing new table as new_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_update after update on %1$s referencing old table as old_rows new table as new_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_delete after delete on %1$s referencing old table as old_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_truncate after truncate on %1$s
       for each statement execute function private.note_change(%2$L, %3$L)',
    relation, topic, public_from
  );
end;
$$;
comment on function private.watch_content(regclass, text, text) is
  'For migrations: adds triggers that count changes of a table for a topic. public_from: the time from which a row r is public, as SQL.';

select private.watch_content('public.categories', 'categories');

select private.watch_content('public.posts', 'posts', 'r.published_at');

select private.watch_content('public.ads', 'ads', 'case when r.is_active then ''-infinity''::timestamptz end');

select private.watch_content('public.workshop_categories', 'workshops');

select private.watch_content('public.workshops', 'workshops');

select private.watch_content('public.course_categories', 'courses');

select private.watch_content('public.courses', 'courses', 'case when r.is_published then ''-infinity''::timestamptz end');

select private.watch_content('public.modules', 'courses', $$
  (select '-infinity'::timestamptz from public.courses c where c.id = r.course_id and c.is_published)
$$);

select private.watch_content('public.lessons', 'courses', $$
  (select '-infinity'::timestamptz from public.modules m join public.courses c on c.id = m.course_id
   where m.id = r.module_id and c.is_published)
$$);

select private.watch_content('public.matrix_categories', 'matrix');

select private.watch_content('public.matrix_target_groups', 'matrix');

select private.watch_content('public.matrix_levels', 'matrix');

select private.watch_content('public.matrix_dimensions', 'matrix');

select private.watch_content('public.matrix_workshops', 'matrix');

select private.watch_content('public.matrix_workshop_learning_objectives', 'matrix');

create function private.content_versions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.content_versions() is 'For public.content_versions, whose callers have no rights on these tables.';

create function public.content_versions() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.content_versions();
$$;
comment on function public.content_versions() is
  'An opaque version for each topic. Equal versions mean that visitors see no difference.';

do $$
begin
  if to_regclass('realtime.messages') is not null then
    execute 'create policy content_is_heard on realtime.messages for select to anon, authenticated
      using (extension = ''broadcast'' and (select realtime.topic()) = ''content'')';
  end if;
end;
$$;

create table public.trail (
  id bigint generated always as identity primary key,
  act uuid not null,
  happened_at timestamptz not null default now(),
  actor_id uuid,
  operation text not null constraint trail_operation check (operation in ('insert', 'update', 'delete')),
  relation text not null,
  row_id uuid not null,
  record_id uuid not null,
  parent_id uuid,
  title text not null,
  before jsonb,
  after jsonb
);
comment on table public.trail is 'Audit log: every write of a content table, kept as private.retention says.';
comment on column public.trail.act is 'Change set: the same for all writes of one transaction.';
comment on column public.trail.actor_id is
  'The account that wrote; null for SQL and secret keys. The account may be deleted: then nothing says whose it was.';
comment on column public.trail.record_id is
  'The record on whose page the entry shows: the course of a module or lesson, the workshop of a learning objective, the record of a draft or sign-off, else the row itself.';
comment on column public.trail.parent_id is
  'The course of a module, the module of a lesson, the matrix workshop of a learning objective, the record of a draft or sign-off.';
comment on column public.trail.title is 'Title or name of the row at the time of the write.';
comment on column public.trail.before is 'The changed columns of an update, the whole row of a deletion. Without derived columns.';
comment on column public.trail.after is 'The changed columns of an update, the whole row of an insert.';

create index trail_of_record on public.trail (record_id, id);

create index trail_of_row on public.trail (row_id, id);

create index trail_of_act on public.trail (act, id);

create index trail_oldest on public.trail (happened_at);

create index trail_deletions on public.trail (id) where operation = 'delete';

alter table public.trail enable row level security;

create policy "Staff read the trail" on public.trail
  for select to authenticated using ((select private.is_staff()));

create function private.current_act() returns uuid
language sql stable set search_path = ''
as $$
  -- Transaction ids start anew when a dump is loaded into another server.
  select md5(pg_catalog.pg_current_xact_id()::text || '/' || extract(epoch from now())::text)::uuid;
$$;
comment on function private.current_act() is 'An id that all writes of one transaction have in common, and no other write.';

create function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
  own_id constant uuid := (stored ->> 'id')::uuid;
  parent constant uuid := coalesce(
    stored ->> 'module_id', stored ->> 'course_id', stored ->> 'matrix_workshop_id', stored ->> 'record_id'
  )::uuid;
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
      when tg_table_name in ('modules', 'matrix_workshop_learning_objectives') or stored ? 'record_id' then parent
      -- A lesson that is deleted by cascade finds its module in the trail only: deletions are recorded before they
      -- happen.
      when tg_table_name = 'lessons' then coalesce(
        (select m.course_id from public.modules m where m.id = parent),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
      else own_id
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label', stored #>> '{content,title}',
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
$$;
comment on function private.record_in_trail() is
  'Records a write in public.trail. Arguments: the derived columns, which are left out.';

do $$
declare
  relation text;
  derived text;
begin
  foreach relation in array array[
    'categories', 'posts', 'ads', 'prompts', 'workshop_categories', 'workshops', 'course_categories', 'courses',
    'modules', 'lessons'
  ] loop
    derived := case relation
      when 'courses' then '''updated_at'', ''total_duration'', ''module_count'', ''lesson_count''' else '''updated_at'''
    end;
    execute format(
      'create trigger record_in_trail after insert or update on public.%I
         for each row execute function private.record_in_trail(%s)', relation, derived
    );
    execute format(
      'create trigger record_deletion_in_trail before delete on public.%I
         for each row execute function private.record_in_trail(%s)', relation, derived
    );
  end loop;
end;
$$;

create trigger record_in_trail after insert on public.workflows
  for each row execute function private.record_in_trail('updated_at');

create trigger record_deletion_in_trail before delete on public.workflows
  for each row execute function private.record_in_trail('updated_at');

create function private.lock_course(course uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- The lock order of reorder_course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  -- An insert of a lesson locks its module, by the foreign key, and then the course. Restoring may delete a module.
  perform from public.modules m where m.course_id = course order by m.id for update;
  perform from public.courses c where c.id = course for no key update;
end;
$$;

create function private.live_row(relation text, row_id uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  found_row jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1 for no key update', relation)
    into found_row using row_id;
  return found_row;
end;
$$;
comment on function private.live_row(text, uuid) is 'The present state of a row, which it locks; null when there is none.';

create function private.row_at(of_relation text, of_row uuid, live jsonb, entry bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  next_operation constant text := (
    select t.operation from public.trail t
    where t.relation = of_relation and t.row_id = of_row and t.id > entry order by t.id limit 1
  );
begin
  if next_operation is null then
    return live;
  elsif next_operation = 'insert' then
    return null;
  end if;
  -- The first change of a column after the entry holds the value that it had.
  return coalesce(live, '{}') || (
    select jsonb_object_agg(found.key, found.value)
    from (
      select distinct on (b.key) b.key, b.value
      from public.trail t cross join jsonb_each(t.before) b
      where t.relation = of_relation and t.row_id = of_row and t.id > entry
      order by b.key, t.id
    ) found
  );
end;
$$;
comment on function private.row_at(text, uuid, jsonb, bigint) is
  'State of a row right after an entry of the trail, computed from its present state; null when it did not exist then. Entry 0 is before all entries that are kept.';

create function private.reference_exists(relation text, key text, state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case key
    when 'category_id' then
      case relation
        when 'matrix_workshops' then exists (select from public.matrix_categories c where c.id = (state ->> key)::uuid)
        else exists (select from public.categories c where c.id = (state ->> key)::uuid)
      end
    when 'target_group_id' then exists (select from public.matrix_target_groups g where g.id = (state ->> key)::uuid)
    when 'level_id' then exists (select from public.matrix_levels l where l.id = (state ->> key)::uuid)
    when 'dimension_id' then exists (select from public.matrix_dimensions d where d.id = (state ->> key)::uuid)
    when 'matrix_workshop_id' then exists (select from public.matrix_workshops w where w.id = (state ->> key)::uuid)
    when 'workshop_category_id' then exists (select from public.workshop_categories c where c.id = (state ->> key)::uuid)
    when 'course_category_id' then exists (select from public.course_categories c where c.id = (state ->> key)::uuid)
    when 'user_id' then exists (select from auth.users u where u.id = (state ->> key)::uuid)
    when 'offer_id' then
      case when state ->> 'type' = 'team' then exists (select from public.workshops w where w.id = (state ->> key)::uuid)
      else exists (select from public.courses c where c.id = (state ->> key)::uuid) end
    else true
  end;
$$;

create function private.address_in_words(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when cleaned ~* '^https?://' then cleaned
    when cleaned ~ '^//' then coalesce('https://' || nullif(ltrim(cleaned, '/'), ''), '/')
    else coalesce(
      nullif(
        regexp_replace(substring(cleaned from '^[^?#]*'), '//+', '/', 'g')
          || coalesce(substring(cleaned from '[?#].*$'), ''),
        ''
      ),
      '/'
    )
  end
  from regexp_replace(translate(address, '\', '/'), '[[:cntrl:]]', '', 'g') as cleaned;
$$;
comment on function private.address_in_words(text) is
  'An address that ads_cta_url_relative_or_http refuses, written as browsers read it.';

create function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := wanted;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.%I = $1 and t.id <> $2)', relation, key)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := wanted || case when key in ('slug', 'code') then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_text(text, text, uuid, text) is
  'A slug, code or name for this row, with a number if another row has it.';

create function private.fit_value(relation text, row_id uuid, key text, value text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key in ('slug', 'code')
      or key = 'name' and relation in ('workshop_categories', 'course_categories', 'matrix_dimensions')
      then private.free_text(relation, key, row_id, value)
    when key = 'cta_url' then private.address_in_words(value)
    else value
  end;
$$;
comment on function private.fit_value(text, uuid, text, text) is 'A text of a row as today''s constraints allow it.';

create function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  fitted text;
begin
  adjusted := '{}';
  foreach key in array array[
    'category_id', 'target_group_id', 'level_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'
  ] loop
    continue when state ->> key is null or private.reference_exists(relation, key, state);
    if relation = 'matrix_workshops' then
      -- The row keeps the value that it has, as it cannot be without.
      state := state - key;
      adjusted := adjusted || (relation || '.' || key);
    else
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  foreach key in array array['slug', 'code', 'name', 'cta_url'] loop
    continue when state ->> key is null;
    fitted := private.fit_value(relation, row_id, key, state ->> key);
    if fitted <> state ->> key then
      state := jsonb_set(state, array[key], to_jsonb(fitted));
      adjusted := adjusted || key;
    end if;
  end loop;
  if relation = 'prompts' and (state ->> 'is_active')::boolean and exists (
    select from public.prompts p where p.is_active and p.workflow_type = state ->> 'workflow_type' and p.id <> row_id
  ) then
    state := jsonb_set(state, '{is_active}', 'false');
    adjusted := adjusted || array['is_active'];
  end if;
end;
$$;
comment on function private.fit_row(text, uuid, jsonb) is
  'A state as today''s constraints allow it: dangling references are null, those of a matrix workshop as they are now, a taken slug, code or name gets a number, an address is normalized, a prompt does not replace the active one. adjusted: the columns that differ.';

create function private.put_row(relation text, row_id uuid, wanted jsonb) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  live constant jsonb := private.live_row(relation, row_id);
  fitted constant record := private.fit_row(relation, row_id, wanted);
  -- Leaves out derived columns, and columns that the table no longer has.
  columns constant text[] := array(
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', relation)::regclass and a.attnum > 0 and not a.attisdropped
      and fitted.state ? a.attname
      and a.attname <> all (array['updated_at', 'total_duration', 'module_count', 'lesson_count'])
      and (live is null or a.attname <> all (array['id', 'created_at']))
      and (live is null or live -> a.attname is distinct from fitted.state -> a.attname)
  );
  list constant text := (select string_agg(quote_ident(c), ', ') from unnest(columns) c);
begin
  if list is null then
    return fitted.adjusted;
  elsif live is null then
    execute format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', relation, list
    ) using fitted.state;
  else
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      relation, list
    ) using fitted.state, row_id;
  end if;
  return fitted.adjusted;
end;
$$;
comment on function private.put_row(text, uuid, jsonb) is
  'Updates a row to a state, or inserts it with its id. Returns the columns that had to be adjusted.';

create function private.put_outline(course uuid, entry bigint) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  known record;
  state jsonb;
  superfluous uuid[] := '{}';
begin
  for known in
    select r.relation, r.id from (
      select 'modules' as relation, m.id from public.modules m where m.course_id = course
      union
      select 'lessons', l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = course
      union
      select t.relation, t.row_id from public.trail t
      where t.record_id = course and t.id > entry and t.relation in ('modules', 'lessons')
    ) r
    -- Modules come first, since lessons refer to them.
    order by r.relation desc, r.id
  loop
    state := private.row_at(known.relation, known.id, private.live_row(known.relation, known.id), entry);
    if state is null then
      superfluous := superfluous || known.id;
    else
      perform private.put_row(known.relation, known.id, state);
    end if;
  end loop;
  delete from public.lessons l where l.id = any (superfluous);
  delete from public.modules m where m.id = any (superfluous);
end;
$$;
comment on function private.put_outline(uuid, bigint) is
  'Restores modules and lessons of a course to their state right after an entry; deletes later ones.';

create function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_relation constant text := (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1);
  live jsonb;
  state jsonb;
  adjusted text[];
begin
  perform private.expect_staff();
  if of_relation = 'courses' then
    perform private.lock_course(record);
  elsif of_relation = 'matrix_workshops' then
    -- The lock order of save_matrix_workshop.
    perform from public.matrix_workshop_learning_objectives o
      where o.matrix_workshop_id = record order by o.id for no key update;
  end if;
  live := case when of_relation is not null then private.live_row(of_relation, record) end;
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  if exists (select from public.trail t where (t.record_id = record or t.row_id = record) and t.id > seen) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  state := private.row_at(of_relation, record, live, entry);
  if state is null then
    raise exception using errcode = 'PT404', message = 'There was no such record then.';
  end if;
  -- The position belongs to the course, the axis, or the menu.
  if of_relation in ('modules', 'lessons') then
    state := state - array['module_id', 'course_id', 'order_position'];
  elsif of_relation = 'links' then
    state := state - 'position';
  else
    state := state - 'sort_order';
  end if;
  adjusted := private.put_row(of_relation, record, state);
  if of_relation = 'courses' then
    perform private.put_outline(record, entry);
  elsif of_relation = 'matrix_workshops' then
    adjusted := adjusted || private.put_goals(record, entry);
  end if;
  return adjusted;
end;
$$;

create function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  missing text;
begin
  select p.name into missing
  from (values
    (1, 'modules', 'course_id', 'course'), (2, 'lessons', 'module_id', 'module'),
    (3, 'matrix_workshops', 'category_id', 'category'), (4, 'matrix_workshops', 'target_group_id', 'target group'),
    (5, 'matrix_workshops', 'level_id', 'level'),
    (6, 'matrix_workshop_learning_objectives', 'matrix_workshop_id', 'workshop'),
    (7, 'matrix_workshop_learning_objectives', 'dimension_id', 'dimension')
  ) p (place, relation, key, name)
  where p.relation = deleted.relation and not case p.name
    when 'course' then exists (select from public.courses c where c.id = deleted.parent_id)
    when 'module' then exists (select from public.modules m where m.id = deleted.parent_id)
    else private.reference_exists(deleted.relation, p.key, deleted.before)
  end
  order by p.place limit 1;
  if missing is not null then
    raise exception using errcode = 'PT409', message = format('Its %s is in the trash: restore that first.', missing);
  end if;
  if deleted.relation = 'matrix_workshop_learning_objectives' and exists (
    select from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id = deleted.parent_id and o.dimension_id = (deleted.before ->> 'dimension_id')::uuid
  ) then
    raise exception using errcode = 'PT409', message = 'Its workshop has another objective in this dimension.';
  end if;
  -- Moves the rows behind it.
  update public.modules m set order_position = m.order_position + 1
  where deleted.relation = 'modules' and m.course_id = deleted.parent_id
    and m.order_position >= (deleted.before ->> 'order_position')::integer;
  update public.lessons l set order_position = l.order_position + 1
  where deleted.relation = 'lessons' and l.module_id = deleted.parent_id
    and l.order_position >= (deleted.before ->> 'order_position')::integer;
end;
$$;
comment on function private.expect_place(public.trail) is
  'Expects what a deleted row refers to and cannot be without; makes room for a module or lesson at its old position.';

create function private.restore_deleted(deleted uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last public.trail;
  gone public.trail;
  adjusted text[] := '{}';
begin
  perform private.expect_staff();
  -- The advisory lock serializes two restores of the same row.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(deleted::text, 0));
  select t.* into last from public.trail t where t.row_id = deleted order by t.id desc limit 1;
  if last.id is null or last.operation = 'delete' and last.happened_at <= now() - interval '30 days' then
    raise exception using errcode = 'PT404', message = 'It is not in the trash any more.';
  elsif last.operation <> 'delete' then
    raise exception using errcode = 'PT409', message = 'It is back already.';
  end if;
  if last.relation in ('modules', 'lessons') then
    perform private.lock_course(last.record_id);
  end if;
  perform private.expect_place(last);
  for gone in
    select t.* from public.trail t
    where t.act = last.act and t.operation = 'delete' and (
      t.id = last.id or t.parent_id = deleted or (t.record_id = deleted and t.relation = 'lessons')
      or t.before ->> 'dimension_id' = deleted::text
    )
    order by t.id <> last.id, t.id
  loop
    if gone.relation = 'matrix_workshop_learning_objectives' and not (
      private.reference_exists(gone.relation, 'matrix_workshop_id', gone.before)
      and private.reference_exists(gone.relation, 'dimension_id', gone.before)
    ) then
      adjusted := adjusted || array['dimension_id'];
    else
      adjusted := adjusted || private.put_row(gone.relation, gone.row_id, gone.before);
    end if;
  end loop;
  perform private.take_back_moves(last);
  if last.relation in ('modules', 'lessons') then
    perform public.reorder_course(last.record_id, '[]');
  end if;
  return adjusted;
end;
$$;

create function public.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_version(record, entry, seen);
$$;
comment on function public.restore_version(uuid, bigint, bigint) is
  'Restores a record, a course with its modules and lessons, a matrix workshop with its objectives, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';

create function public.restore_deleted(deleted uuid) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_deleted(deleted);
$$;
comment on function public.restore_deleted(uuid) is
  'Restores a row that was deleted in the last 30 days, with its id, the rows that were deleted with it, and for a category what was moved then. 409 when it is restored already or its parent is missing. Returns the columns that had to be adjusted.';

create function private.person(account uuid) returns table (address text, name text)
language sql stable security definer set search_path = ''
as $$
  select
    u.email::text,
    coalesce(
      nullif(trim(u.raw_user_meta_data ->> 'display_name'), ''), nullif(trim(u.raw_user_meta_data ->> 'full_name'), '')
    )
  from auth.users u where u.id = account and (select private.is_staff());
$$;
comment on function private.person(uuid) is
  'For staff: the address of an account and the name that it gave itself, which is no proof. No row once the account is deleted.';

create function public.history(record uuid, before_entry bigint default null, size integer default 20)
returns table (
  act uuid, happened_at timestamptz, actor_id uuid, actor_address text, actor_name text, last_entry bigint,
  entry_count bigint, entries jsonb
)
language sql stable security invoker set search_path = ''
as $$
  with acts as (
    select t.act, max(t.id) as last_entry, count(*) as entry_count
    from public.trail t
    where t.record_id = record or t.row_id = record
    group by t.act
    having before_entry is null or max(t.id) < before_entry
    order by last_entry desc
    limit least(greatest(size, 0), 100)
  )
  select
    a.act, newest.happened_at, newest.actor_id, actor.address, actor.name, a.last_entry, a.entry_count, listed.entries
  from acts a
  join public.trail newest on newest.id = a.last_entry
  left join lateral private.person(newest.actor_id) actor on true
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', e.id, 'operation', e.operation, 'relation', e.relation, 'title', e.title,
        'changed', case when e.operation = 'update' then (select jsonb_agg(k order by k) from jsonb_object_keys(e.before) k) else '[]' end
      ) order by e.id
    ) as entries
    from (
      select t.* from public.trail t
      where t.act = a.act and (t.record_id = record or t.row_id = record)
      order by t.id limit 50
    ) e
  ) listed
  order by a.last_entry desc;
$$;
comment on function public.history(uuid, bigint, integer) is
  'The change sets of a record, newest first; those of a course include its modules and lessons. entries: the first 50 writes of each change set, without the texts. For older ones set before_entry to the last_entry of the oldest known one. actor_address: null once the account actor_id is deleted.';

create function public.trash(page integer default 1, size integer default 100)
returns table (
  row_id uuid, relation text, title text, happened_at timestamptz, actor_id uuid, actor_address text,
  module_count bigint, lesson_count bigint, total bigint
)
language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.trash(integer, integer) is
  'Rows that were deleted in the last 30 days and not restored, newest first. Modules, lessons and learning objectives that were deleted with their parent belong to it. total counts all pages.';

create table private.bylines (
  post uuid not null,
  account uuid not null references auth.users (id) on delete cascade,
  name text not null,
  primary key (post, account, name)
);
comment on table private.bylines is 'Authors of posts that are the name of the account that wrote them.';
comment on column private.bylines.post is 'Also one in the trash.';

create index bylines_account on private.bylines (account);

alter table private.bylines enable row level security;

create function private.is_name_of(account uuid, text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u where u.id = account and lower(trim($2)) = any (array[
      lower(trim(u.raw_user_meta_data ->> 'display_name')), lower(trim(u.raw_user_meta_data ->> 'full_name')),
      lower(u.email), lower(split_part(u.email, '@', 1))
    ])
  );
$$;
comment on function private.is_name_of(uuid, text) is 'Whether a text is a name that the interface makes from an account.';

create function private.note_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(new);
  author constant text := coalesce(stored ->> 'author', stored #>> '{content,author}');
begin
  if private.is_name_of((select auth.uid()), author) then
    insert into private.bylines (post, account, name)
    values (coalesce(stored ->> 'record_id', stored ->> 'id')::uuid, (select auth.uid()), author)
    on conflict do nothing;
  end if;
  return null;
end;
$$;

create trigger note_byline after insert or update of author on public.posts
  for each row execute function private.note_byline();

do $$
declare
  relation text;
begin
  foreach relation in array array[
    'matrix_categories', 'matrix_target_groups', 'matrix_levels', 'matrix_dimensions', 'matrix_workshops',
    'matrix_workshop_learning_objectives'
  ] loop
    execute format(
      'create trigger record_in_trail after insert or update on public.%1$I
         for each row execute function private.record_in_trail(''updated_at'');
       create trigger record_deletion_in_trail before delete on public.%1$I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
  end loop;
end;
$$;

create function private.put_goals(workshop uuid, entry bigint) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  goals constant text := 'matrix_workshop_learning_objectives';
  known uuid;
  live jsonb;
  state jsonb;
  wanted jsonb := '[]';
  adjusted text[] := '{}';
begin
  for known in
    select o.id from public.matrix_workshop_learning_objectives o where o.matrix_workshop_id = workshop
    union
    select t.row_id from public.trail t where t.record_id = workshop and t.id > entry and t.relation = goals
  loop
    live := private.live_row(goals, known);
    state := private.row_at(goals, known, live, entry);
    continue when state is null;
    if not private.reference_exists(goals, 'dimension_id', state) then
      adjusted := array['dimension_id'];
      continue when live is null;
      state := jsonb_set(state, '{dimension_id}', live -> 'dimension_id');
    end if;
    wanted := wanted || state;
  end loop;
  -- A workshop has one objective for each dimension: those that leave theirs make room first.
  delete from public.matrix_workshop_learning_objectives o
  where o.matrix_workshop_id = workshop and not exists (
    select from jsonb_array_elements(wanted) w
    where (w ->> 'id')::uuid = o.id and (w ->> 'dimension_id')::uuid = o.dimension_id
  );
  for state in select w from jsonb_array_elements(wanted) w loop
    if exists (
      select from public.matrix_workshop_learning_objectives o
      where o.matrix_workshop_id = workshop and o.dimension_id = (state ->> 'dimension_id')::uuid
        and o.id <> (state ->> 'id')::uuid
    ) then
      adjusted := array['dimension_id'];
    else
      perform private.put_row(goals, (state ->> 'id')::uuid, state);
    end if;
  end loop;
  return adjusted;
end;
$$;
comment on function private.put_goals(uuid, bigint) is
  'Restores the learning objectives of a matrix workshop to their state right after an entry. Returns dimension_id when one was left out, as its dimension is gone.';

create function private.take_back_moves(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  used record;
begin
  select u.relation, u.key into used from private.uses_of(deleted.relation) u;
  if used.relation is null then
    return;
  end if;
  -- One statement for all rows: a category may have thousands.
  execute format(
    'update public.%1$I t set %2$I = $2 from public.trail e
     where e.act = $1 and e.operation = ''update'' and e.relation = %1$L and e.row_id = t.id
       and e.before ->> %2$L = $2::text and t.%2$I::text is not distinct from e.after ->> %2$L',
    used.relation, used.key
  ) using deleted.act, deleted.row_id;
  update public.matrix_workshop_learning_objectives o set objective = e.before ->> 'objective'
  from public.trail e
  where deleted.relation = 'matrix_dimensions' and e.act = deleted.act and e.operation = 'update'
    and e.relation = used.relation and e.row_id = o.id and o.objective = e.after ->> 'objective';
end;
$$;
comment on function private.take_back_moves(public.trail) is
  'Gives a restored category what was moved when it was deleted, where nobody has changed that since.';

create schema shipping;
comment on schema shipping is 'Teams, their tokens and the registry of remotes, which the API does not expose.';

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

create index deploy_tokens_team_index on shipping.deploy_tokens (team);

alter table shipping.teams enable row level security;

alter table shipping.team_members enable row level security;

alter table shipping.deploy_tokens enable row level security;

create type shipping.deployer as (kind text, teams text[], may text[], name text, account uuid);
comment on type shipping.deployer is
  'The caller: kind (operator, team or shell), teams, rights, the name for the history, and the account of a session.';

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
    elsif found.kind = 'pictures' then
      raise exception using errcode = '42501', message = 'This token is for the sizes of pictures only.';
    elsif found.kind = 'sources' then
      raise exception using errcode = '42501', message = 'This token is for reading sources only.';
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
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
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

create function public.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language sql security invoker set search_path = ''
as $$
  select shipping.create_deploy_token(token, kind, team, may, days);
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team, of a shell, for pictures or for sources, which is shown only once. Days: 1 to 366; null: 90 for a team, else 366.';

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
  perform shipping.expect_fresh_operator(token);
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

create index deploy_tokens_created_by_account on shipping.deploy_tokens (created_by_account);

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
  if who.account is not null then
    perform private.expect_fresh_sign_in();
  end if;
  return who;
end;
$$;
comment on function shipping.expect_fresh_operator(text) is
  'Refuses a caller who is not an operator, and a session whose sign-in is older than 15 minutes; holds the caller''s rights.';

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

create trigger revoke_tokens after delete on private.staff
  for each row execute function shipping.revoke_tokens_of_account();

create trigger revoke_tokens_of_former_operator after update of is_operator on private.staff
  for each row when (old.is_operator and not new.is_operator) execute function shipping.revoke_tokens_of_account();

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

create function shipping.is_origin(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    address ~ '^(https://[A-Za-z0-9.-]+|http://(127\.0\.0\.1|localhost|\[::1\]))(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?$'
      and address !~ '/\.\.?(/|$)',
    false
  );
$$;

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

create table shipping.releases (
  remote text not null,
  version text not null,
  document jsonb not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  published_by_account uuid,
  primary key (remote, version)
);
comment on table shipping.releases is 'Releases of remotes, with the hashes of their files. A release is immutable.';

create table shipping.remotes (
  name text primary key constraint remotes_name check (name ~ '^mf-[a-z0-9-]{1,57}$'),
  team text references shipping.teams (name) on delete set null,
  slot integer unique,
  origin text constraint remotes_origin check (origin ~ '^https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)*/?$'),
  live text,
  previous text[] not null default '{}',
  canary text,
  canary_percent integer constraint remotes_canary_percent check (canary_percent between 1 and 100),
  is_retired boolean not null default false,
  is_coming boolean not null default false,
  started_from text,
  canary_since timestamptz,
  canary_margin integer constraint remotes_canary_margin check (canary_margin between 0 and 100),
  foreign key (name, live) references shipping.releases (remote, version),
  foreign key (name, canary) references shipping.releases (remote, version),
  constraint remotes_canary
    check ((canary is null) = (canary_percent is null) and (canary is null or live is not null)),
  constraint remotes_canary_counted
    check ((canary is null) = (canary_since is null) and (canary is null) = (canary_margin is null))
);
comment on table shipping.remotes is 'Remotes: their team, their live release and their canary.';
comment on column shipping.remotes.team is 'Null: only operators ship it.';
comment on column shipping.remotes.slot is 'Port offset on one machine: it is served at the port of the shell plus this.';
comment on column shipping.remotes.origin is 'Origin of its files, if not on that port.';
comment on column shipping.remotes.previous is 'Releases that were live before and worked, newest first.';
comment on column shipping.remotes.is_coming is 'Its first promotion is pending: its machine serves it already.';
comment on column shipping.remotes.started_from is 'Hash of the sources that a start of the platform published last.';
comment on column shipping.remotes.canary_since is 'Start of the canary. Counts with another start belong to another canary.';
comment on column shipping.remotes.canary_margin is
  'Percentage points by which the failure rate of a canary may exceed that of the live release; beyond, the canary ends by itself.';

create index remotes_team on shipping.remotes (team);

create index remotes_live on shipping.remotes (name, live);

create index remotes_canary_index on shipping.remotes (name, canary);

create table shipping.release_history (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  action text not null constraint release_history_action check (action in ('promote', 'canary', 'rollback', 'retire')),
  percent integer constraint release_history_percent check (percent between 0 and 100),
  time timestamptz not null default clock_timestamp(),
  author text not null,
  reason text not null,
  author_account uuid
);
comment on table shipping.release_history is 'Every transition, with author and reason. Entries are neither changed nor deleted.';
comment on column shipping.release_history.author_account is
  'The account of a session; its address is read when the history is. Without a foreign key: the id outlives the account.';

create index release_history_remote on shipping.release_history (remote, id desc);

create table shipping.version_counts (
  remote text not null,
  version text not null,
  renders bigint not null default 0,
  failures bigint not null default 0,
  reports bigint not null default 0,
  since timestamptz not null,
  pattern text not null default '',
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint version_counts_sums check (failures between 0 and renders and reports >= 0),
  primary key (remote, version, pattern)
);
comment on table shipping.version_counts is
  'Counts of all shells for each remote with a canary: for the canary and the live release, since the canary began.';
comment on column shipping.version_counts.renders is 'Pages. A client counts once a minute for each pattern.';
comment on column shipping.version_counts.failures is 'Pages that failed because of the release''s code.';
comment on column shipping.version_counts.reports is 'Failures that browsers reported. Anybody can send them, so they decide nothing.';
comment on column shipping.version_counts.pattern is 'The route pattern of the pages; empty for reports, and for shells of an earlier version.';

create table shipping.registry_version (
  only_row boolean primary key default true constraint registry_version_only_row check (only_row),
  version uuid not null default gen_random_uuid(),
  served_at text constraint registry_version_served_at check (served_at ~ '^https?://[A-Za-z0-9.-]+:[0-9]{1,5}$'),
  bucket_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table shipping.registry_version is 'One row, with another version after each transition: a reader compares one value.';
comment on column shipping.registry_version.served_at is
  'Origin of the shell on whose machine remotes without an origin are served, each at this port plus its slot; null: at each shell''s own.';
comment on column shipping.registry_version.bucket_key is 'Signs the cookies that assign visitors to a canary. Random; only shells receive it.';

insert into shipping.registry_version default values;

alter table shipping.releases enable row level security;

alter table shipping.remotes enable row level security;

alter table shipping.release_history enable row level security;

alter table shipping.version_counts enable row level security;

alter table shipping.registry_version enable row level security;

insert into private.content_topics (topic) values ('registry');

create function shipping.note_registry_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into private.changed_topics (topic, public_from) values ('registry', '-infinity') on conflict do nothing;
  return null;
end;
$$;
comment on function shipping.note_registry_change() is 'Notes each transition of the registry as a change of its topic.';

create trigger note_registry_change after update on shipping.registry_version
  for each statement execute function shipping.note_registry_change();

create function shipping.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Other tables with this trigger have no author.
  if tg_op = 'UPDATE' and tg_table_name = 'release_history' then
    if shipping.only_forgets(old.author, new.author) then
      old.author := new.author;
      if new = old then
        return new;
      end if;
    end if;
  end if;
  raise exception using errcode = '42501', message = format('What is in %s stays as it is.', tg_table_name);
end;
$$;
comment on function shipping.refuse_change() is 'Allows forgetting the name of an author, and no other change.';

create trigger refuse_change before update or delete on shipping.release_history
  for each row execute function shipping.refuse_change();

create function shipping.refuse_change_of_release() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and shipping.only_forgets(old.published_by, new.published_by) then
    old.published_by := new.published_by;
    if new = old then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'What is in releases stays as it is.';
end;
$$;
comment on function shipping.refuse_change_of_release() is
  'Allows forgetting the name of its author, and no other change.';

create trigger refuse_change before update or delete on shipping.releases
  for each row execute function shipping.refuse_change_of_release();

create function shipping.pattern_segments(pattern text) returns text[]
language sql immutable set search_path = ''
as $$
  -- Patterns match case-insensitively.
  select string_to_array(lower(pattern collate pg_catalog.pg_c_utf8), '/');
$$;

create function shipping.patterns_meet(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select (cardinality(a) >= cardinality(b) or a[cardinality(a)] = '*')
    and (cardinality(b) >= cardinality(a) or b[cardinality(b)] = '*')
    and not exists (
      select from generate_series(1, least(cardinality(a), cardinality(b))) i
      where a[i] <> b[i] and a[i] !~ '^[:*]' and b[i] !~ '^[:*]'
    )
  from (select shipping.pattern_segments(one) as a, shipping.pattern_segments(other) as b) split;
$$;
comment on function shipping.patterns_meet(text, text) is 'Whether an address exists that both patterns match.';

create function shipping.pattern_rank(pattern text) returns integer
language sql immutable set search_path = ''
as $$
  select sum(1 + case when segment = '*' then -2 when segment like ':%' then 3 when segment = '' then 1 else 10 end)::integer
  from unnest(shipping.pattern_segments(pattern)) segment;
$$;
comment on function shipping.pattern_rank(text) is 'Rank of a pattern in React Router: of two that match an address, the one with the higher rank wins.';

create function shipping.patterns_clash(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select shipping.patterns_meet(one, other) and shipping.pattern_rank(one) = shipping.pattern_rank(other);
$$;
comment on function shipping.patterns_clash(text, text) is
  'Whether an address exists that both patterns match with the same rank.';

create function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports', '/preview/*'
  ];
$$;
comment on function shipping.shell_addresses() is 'Addresses of the shell itself, as in shell/registry/schema.ts.';

create function shipping.claimed(kind text) returns table (owner text, pattern text)
language sql stable security definer set search_path = ''
as $$
  select distinct r.name, claim.pattern
  from shipping.remotes r
  join shipping.releases p on p.remote = r.name and p.version in (r.live, r.canary)
  cross join lateral jsonb_array_elements_text(coalesce(p.document -> kind, '[]')) claim (pattern)
  where not r.is_retired;
$$;
comment on function shipping.claimed(text) is 'Routes or resources of live releases and canaries, with their remotes.';

create function shipping.expect_no_clash(remote text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  clash text;
begin
  with pages as materialized (select * from shipping.claimed('routes')),
    resources as materialized (select * from shipping.claimed('resources')),
    own as (select owner, pattern from pages union select owner, pattern from resources),
    clashes as (
      select format('%s claims %s, but the shell itself answers %s', o.owner, o.pattern, s.address) as clash
      from own o join unnest(shipping.shell_addresses()) s (address) on shipping.patterns_meet(s.address, o.pattern)
      where o.owner = remote and not private.is_page_pattern(o.pattern)
      union all
      select format('%s claims %s, which %s owns%s', o.owner, o.pattern, other.owner,
        case when other.pattern <> o.pattern then ' as ' || other.pattern else '' end)
      from (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) o join (
        select 'page' as what, p.* from pages p union all select 'resource', r.* from resources r
      ) other on other.what = o.what and other.owner <> o.owner and shipping.patterns_clash(o.pattern, other.pattern)
      where o.owner = remote
      union all
      select format('%s claims %s, but %s''s page %s is answered there', r.owner, r.pattern, p.owner, p.pattern)
      from resources r join pages p on remote in (r.owner, p.owner) and shipping.patterns_meet(r.pattern, p.pattern)
      where not private.is_page_pattern(p.pattern)
      union all
      select format('%s claims %s, but the page “%s” has the address /%s', o.owner, o.pattern, g.title, g.slug)
      from own o join public.pages g on private.has_address_of_page(o.pattern, g.slug)
      where o.owner = remote
    )
  select c.clash into clash from clashes c limit 1;
  if clash is not null then
    raise exception using errcode = 'PT409', message = clash;
  end if;
end;
$$;
comment on function shipping.expect_no_clash(text) is
  'Refuses a remote that claims an address of the shell, of another remote or of a page.';

create function shipping.are_texts(document jsonb, form text) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(document) = 'array' and not exists (
    select from jsonb_array_elements(case when jsonb_typeof(document) = 'array' then document else '[]' end) item
    where jsonb_typeof(item) <> 'string' or item #>> '{}' !~ form
  );
$$;

create function shipping.is_release_file(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    document ->> 'path' ~ '^(web|server)(/[A-Za-z0-9_~@+-][A-Za-z0-9_.~@+-]*)+$'
      and document ->> 'integrity' ~ '^sha384-[A-Za-z0-9+/]{64}$'
      and (
        not document ? 'size' or jsonb_typeof(document -> 'size') = 'number' and document ->> 'size' ~ '^[0-9]{1,9}$'
      ),
    false
  );
$$;

create function shipping.is_object(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(document) = 'object', false);
$$;

create function shipping.fault_of(release jsonb) returns text
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
  if release ? 'query' and not shipping.are_lists(release -> 'query') then return 'query: expected an object with lists of keys'; end if;
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
  if release ? 'protocol' and (jsonb_typeof(release -> 'protocol') <> 'number' or release ->> 'protocol' !~ '^[1-9]\d{0,8}$') then
    return 'protocol: expected a whole number above 0';
  end if;
  if release ? 'reads' and not shipping.are_reads(release -> 'reads') then
    return 'reads: expected tables and embedded with lists of names, and functions with calls and columns';
  end if;
  return null;
end;
$$;
comment on function shipping.fault_of(jsonb) is 'The first violation of the schema of a release, which is that of shell/registry/schema.ts; null for none.';

create function shipping.one_line(said text) returns text
language sql immutable set search_path = ''
as $$
  select left(btrim(regexp_replace(coalesce(said, ''), '[[:cntrl:]\s]+', ' ', 'g')), 500);
$$;
comment on function shipping.one_line(text) is 'A text for one line of a terminal, without control characters.';

create function shipping.begin_move() returns void
language sql security definer set search_path = ''
as $$
  update shipping.registry_version set version = gen_random_uuid();
$$;
comment on function shipping.begin_move() is 'Serializes transitions: the next one waits for the row lock and reads the result of this one.';

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

create function shipping.next_slot(remote text) returns integer
language sql stable security definer set search_path = ''
as $$
  -- The first remotes have fixed slots: shell/registry/schema.ts.
  select coalesce(
    array_position(array['mf-blog', 'mf-learning', 'mf-matrix', 'mf-admin'], remote),
    greatest(4, (select max(slot) from shipping.remotes)) + 1
  );
$$;

create function shipping.live_remote(remote text) returns shipping.remotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  found shipping.remotes;
begin
  select * into found from shipping.remotes r where r.name = remote and r.live is not null;
  if found.name is null or found.is_retired then
    raise exception using errcode = 'PT404', message = format(
      '%s %s; expected one that is live: %s', remote, case when found.is_retired then 'is retired' else 'was never live' end,
      coalesce((select string_agg(r.name, ', ' order by r.name) from shipping.remotes r where r.live is not null and not r.is_retired), 'there is none')
    );
  end if;
  return found;
end;
$$;
comment on function shipping.live_remote(text) is 'A live remote; refuses any other.';

create function shipping.expect_published(remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from shipping.releases p where p.remote = expect_published.remote and p.version = expect_published.version) then
    raise exception using errcode = 'PT404', message = format('%s has no published version "%s".', remote, version);
  end if;
end;
$$;

create function shipping.note_move(
  who shipping.deployer, remote text, version text, action text, percent integer, author text, reason text
) returns void
language sql security definer set search_path = ''
as $$
  insert into shipping.release_history (remote, version, action, percent, author, author_account, reason)
  values (
    remote, version, action, percent,
    -- The authenticated name comes first, then the name that the caller gave.
    concat_ws(', ', case when who.account is null then who.name end, nullif(shipping.one_line(author), '')),
    who.account, shipping.one_line(reason)
  );
$$;

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

create function public.add_team(token text, team text, owns text[], members text[]) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.add_team(token, team, owns, members);
$$;
comment on function public.add_team(text, text, text[], text[]) is
  'For operators: creates a team or extends it: by remotes, which leave their team, and by members, named by address.';

create function shipping.keep_release(who shipping.deployer, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  remote constant text := release ->> 'name';
  named constant text := format('%s@%s', remote, release ->> 'version');
  fault constant text := shipping.fault_of(release);
  known jsonb;
begin
  if fault is not null then
    raise exception using errcode = 'PT400', message = format('This is no release: %s.', fault);
  end if;
  -- Transitions take this lock first, too. The version of the registry stays as long as no live release changes.
  perform from shipping.registry_version for update;
  insert into shipping.remotes (name) values (remote) on conflict do nothing;
  insert into shipping.releases (remote, version, document, published_by)
  values (remote, release ->> 'version', release, who.name) on conflict do nothing;
  select p.document into known
  from shipping.releases p where p.remote = keep_release.release ->> 'name' and p.version = release ->> 'version';
  -- Provenance does not count: the first one stays. Releases of an earlier version hold a signature.
  if known - array['provenance', 'signature'] <> release - array['provenance', 'signature'] then
    raise exception using errcode = 'PT409', message = format('%s is published already, as something else.', named);
  end if;
end;
$$;
comment on function shipping.keep_release(shipping.deployer, jsonb) is
  'Stores an immutable release. The same release again changes nothing.';

create function shipping.publish_release(token text, release jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, 'publish', release ->> 'name');
  perform shipping.keep_release(who, release);
end;
$$;

create function public.publish_release(token text, release jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.publish_release(token, release);
$$;
comment on function public.publish_release(text, jsonb) is 'For teams: publishes an immutable release. The same release again changes nothing.';

create function shipping.prepare_remote(token text, remote text, is_coming boolean) returns void
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

create function public.prepare_remote(token text, remote text, is_coming boolean) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.prepare_remote(token, remote, is_coming);
$$;
comment on function public.prepare_remote(text, text, boolean) is
  'For teams: has the machine that serves remotes serve one before its first promotion, or ends that.';

create function shipping.serve_remotes(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.expect_operators_token(token);
  update shipping.registry_version v set version = gen_random_uuid(), served_at = address
  where v.served_at is distinct from address;
end;
$$;

create function public.serve_remotes(token text, address text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.serve_remotes(token, address);
$$;
comment on function public.serve_remotes(text, text) is
  'For operators: the origin of the shell on whose machine remotes without an origin are served.';

create function shipping.check_addresses(token text, remote text, version text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  perform shipping.expect_published(remote, version);
  begin
    update shipping.remotes r set live = check_addresses.version, is_retired = false where r.name = remote;
    perform shipping.expect_no_clash(remote);
    raise exception using errcode = 'KI000';
  exception when sqlstate 'KI000' then
    -- The savepoint took the update back.
    null;
  end;
end;
$$;
comment on function shipping.check_addresses(text, text, text) is
  'Promotes a release in a savepoint that is rolled back, and refuses what promoting would refuse because of its addresses.';

create function public.check_addresses(token text, remote text, version text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.check_addresses(token, remote, version);
$$;
comment on function public.check_addresses(text, text, text) is
  'For teams, shells and operators: refuses a published version that claims an address of the shell or of another remote.';

create function shipping.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  perform shipping.expect_tried(who, remote, version);
  if origin is not null or started_from is not null then
    perform shipping.expect_token(who);
  end if;
  if origin is not null then
    perform shipping.expect_origin(who, remote, origin);
  end if;
  select * into before from shipping.remotes r where r.name = remote;
  update shipping.remotes r set
    live = version,
    previous = case
      when r.live is null or r.live = version then r.previous
      else (array[r.live] || array_remove(r.previous, version))[:5]
    end,
    canary = null, canary_percent = null, is_retired = false, is_coming = false,
    slot = coalesce(r.slot, shipping.next_slot(r.name)),
    origin = coalesce(promote_release.origin, r.origin),
    started_from = coalesce(promote_release.started_from, r.started_from)
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  if before.is_retired or before.live is distinct from version or before.canary is not null then
    perform shipping.note_move(who, remote, version, 'promote', null, author, reason);
  end if;
end;
$$;

create function public.promote_release(
  token text, remote text, version text, author text, reason text, origin text, started_from text
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.promote_release(token, remote, version, author, reason, origin, started_from);
$$;
comment on function public.promote_release(text, text, text, text, text, text, text) is
  'For teams: makes a published release live for everybody. Null leaves origin and started_from as they are.';

create function shipping.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'canary', remote);
  perform shipping.begin_move();
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
  end if;
  if percent > 25 and who.kind <> 'operator' then
    raise exception using errcode = '42501',
      message = format('%s may make a canary for at most 25 percent; expected a share up to 25, or an operator.', who.name);
  end if;
  if margin not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a margin from 0 to 100 of 100 renders.';
  end if;
  before := shipping.live_remote(remote);
  if before.live = version then
    raise exception using errcode = 'PT409', message = format('%s@%s is live for everybody already', remote, version);
  end if;
  if percent = 0 and before.canary is distinct from version then
    raise exception using errcode = 'PT409',
      message = format('%s@%s is no canary; the canary is %s', remote, version, coalesce(before.canary, 'none'));
  end if;
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  update shipping.remotes r set
    canary = case when percent > 0 then version end,
    canary_percent = nullif(percent, 0),
    canary_margin = case
      when percent = 0 then null
      when r.canary = version then coalesce(canary_release.margin, r.canary_margin)
      else coalesce(canary_release.margin, 5)
    end
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  perform shipping.note_move(who, remote, version, 'canary', percent, author, reason);
end;
$$;

create function public.canary_release(
  token text, remote text, version text, percent integer, author text, reason text, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.canary_release(token, remote, version, percent, author, reason, margin);
$$;
comment on function public.canary_release(text, text, text, integer, text, text, integer) is
  'For teams: makes a published release live for a share of the visitors; 0 ends that. Margin: see remotes.canary_margin; null keeps it, at first 5.';

create function shipping.roll_back_remote(token text, remote text, author text, reason text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  before := shipping.live_remote(remote);
  if before.previous = '{}' then
    raise exception using errcode = 'PT409',
      message = format('%s has no earlier version than %s to go back to', remote, before.live);
  end if;
  update shipping.remotes r set live = r.previous[1], previous = r.previous[2:], canary = null, canary_percent = null
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  perform shipping.note_move(who, remote, before.previous[1], 'rollback', null, author, reason);
  return before.previous[1];
end;
$$;

create function public.roll_back_remote(token text, remote text, author text, reason text) returns text
language sql security invoker set search_path = ''
as $$
  select shipping.roll_back_remote(token, remote, author, reason);
$$;
comment on function public.roll_back_remote(text, text, text, text) is
  'For teams: makes the release live that was live before. Returns its version.';

create function shipping.retire_remote(token text, remote text, author text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  before shipping.remotes;
begin
  perform shipping.expect_right(who, 'promote', remote);
  perform shipping.begin_move();
  before := shipping.live_remote(remote);
  update shipping.remotes r set is_retired = true, canary = null, canary_percent = null where r.name = remote;
  perform shipping.note_move(who, remote, before.live, 'retire', null, author, reason);
end;
$$;

create function public.retire_remote(token text, remote text, author text, reason text) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.retire_remote(token, remote, author, reason);
$$;
comment on function public.retire_remote(text, text, text, text) is
  'For teams: takes a remote out of the platform until it is promoted again.';

create function shipping.take_over_remote(who shipping.deployer, remote text, entry jsonb, retired boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  release jsonb;
  wanted constant integer := (entry ->> 'slot')::integer;
begin
  for release in
    select entry -> 'live' union all select jsonb_array_elements(entry -> 'previous') union all
    select entry #> '{canary,release}' where entry ? 'canary'
  loop
    if release ->> 'name' is distinct from remote then
      raise exception using errcode = 'PT400', message = format('%s has a release of another remote.', remote);
    end if;
    perform shipping.keep_release(who, release);
  end loop;
  update shipping.remotes r set
    live = entry #>> '{live,version}',
    previous = array(
      select earlier ->> 'version' from jsonb_array_elements(entry -> 'previous') with ordinality as p (earlier, place) order by place
    ),
    canary = entry #>> '{canary,release,version}',
    canary_percent = (entry #>> '{canary,percent}')::integer,
    canary_margin = (entry #>> '{canary,margin}')::integer,
    is_retired = retired,
    slot = case
      when exists (select from shipping.remotes other where other.slot = wanted and other.name <> remote) then shipping.next_slot(remote)
      else wanted
    end,
    origin = entry ->> 'origin',
    started_from = entry ->> 'startedFrom'
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  insert into shipping.release_history (remote, version, action, percent, time, author, reason)
  select
    take_over_remote.remote, move ->> 'version', move ->> 'action', (move ->> 'percent')::integer, (move ->> 'time')::timestamptz,
    -- The database saw none of this: it has it from whoever says so.
    concat_ws(', ', nullif(shipping.one_line(move ->> 'author'), ''), format('as %s says', who.name)),
    shipping.one_line(move ->> 'reason')
  from jsonb_array_elements(entry -> 'history') with ordinality as h (move, place) order by place desc;
end;
$$;

create function shipping.take_over_registry(token text, registry jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_operators_token(token);
  remote text;
  entry jsonb;
  retired boolean;
  taken text[] := '{}';
begin
  perform shipping.begin_move();
  for remote, entry, retired in
    select key, value, false from jsonb_each(registry -> 'remotes')
    union all select key, value, true from jsonb_each(registry -> 'retired')
    order by 1
  loop
    -- What is live here, or was, is newer than any file.
    continue when exists (select from shipping.remotes r where r.name = remote and r.live is not null);
    if entry ? 'origin' then
      perform shipping.expect_origin(who, remote, entry ->> 'origin');
    end if;
    perform shipping.take_over_remote(who, remote, entry, retired);
    taken := taken || remote;
  end loop;
  return taken;
end;
$$;

create function public.take_over_registry(token text, registry jsonb) returns text[]
language sql security invoker set search_path = ''
as $$
  select shipping.take_over_registry(token, registry);
$$;
comment on function public.take_over_registry(text, jsonb) is
  'For operators: remotes with their history, from a registry that was a file. Returns those that were never live here; all others stay as they are.';

create function shipping.history_of(remote text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'version', h.version, 'action', h.action, 'percent', h.percent,
    'author', shipping.author_of(h.author_account, h.author), 'reason', h.reason,
    'time', to_char(h.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )) order by h.id desc), '[]')
  from (select * from shipping.release_history e where e.remote = history_of.remote order by e.id desc limit 500) h;
$$;

create function shipping.registry_document(with_history boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries as (
    select r.*, jsonb_strip_nulls(jsonb_build_object(
      'slot', r.slot,
      'origin', r.origin,
      'startedFrom', r.started_from,
      'live', (select p.document from shipping.releases p where p.remote = r.name and p.version = r.live),
      'previous', (
        select coalesce(jsonb_agg(p.document order by place), '[]')
        from unnest(r.previous) with ordinality as earlier (version, place)
        join shipping.releases p on p.remote = r.name and p.version = earlier.version
      ),
      'canary', (
        select jsonb_build_object(
          'percent', r.canary_percent,
          'margin', r.canary_margin,
          'since', to_char(r.canary_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'release', p.document
        )
        from shipping.releases p where p.remote = r.name and p.version = r.canary
      ),
      'statements', shipping.statements_of(r.name, array[r.live, r.canary] || r.previous),
      'history', case when with_history then shipping.history_of(r.name) else '[]' end
    )) as entry
    from shipping.remotes r
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'schema', 1,
    'bucketKey', case when not with_history then (select bucket_key from shipping.registry_version) end,
    'servedAt', (select served_at from shipping.registry_version),
    'remotes', coalesce(jsonb_object_agg(name, entry) filter (where live is not null and not is_retired), '{}'),
    'retired', coalesce(jsonb_object_agg(name, entry) filter (where is_retired), '{}'),
    'coming', jsonb_object_agg(name, jsonb_build_object('slot', slot)) filter (where is_coming)
  ))
  from entries;
$$;
comment on function shipping.registry_document(boolean) is 'The registry as shell/registry/schema.ts describes it.';

create function shipping.read_registry(token text, known uuid) returns jsonb
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

create function public.read_registry(token text, known uuid) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.read_registry(token, known);
$$;
comment on function public.read_registry(text, uuid) is
  'For teams, shells and operators: the registry, its version and the end of the token, or null while the version is the known one.';

create function shipping.begin_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.canary is not distinct from old.canary then
    return new;
  end if;
  delete from shipping.version_counts c where c.remote = new.name;
  -- The registry's document has milliseconds.
  new.canary_since := case when new.canary is not null then date_trunc('milliseconds', clock_timestamp()) end;
  new.canary_margin := case when new.canary is not null then coalesce(new.canary_margin, 5) end;
  return new;
end;
$$;
comment on function shipping.begin_counts() is 'Deletes the counts when the canary changes or ends. Another share keeps them.';

create trigger begin_counts before insert or update of canary on shipping.remotes
  for each row execute function shipping.begin_counts();

create function shipping.failing_canaries() returns table (remote text, version text, reason text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (r.name) r.name, r.canary, format(
    'went back by itself: %s%s of %s pages failed, of %s beside it %s of %s; the margin is %s of 100',
    case when c.pattern <> '' then format('at %s ', c.pattern) end,
    c.failures, c.renders, r.live, coalesce(l.failures, 0), coalesce(l.renders, 0), r.canary_margin
  )
  from shipping.remotes r
  join shipping.version_counts c on c.remote = r.name and c.version = r.canary
  left join shipping.version_counts l on l.remote = r.name and l.version = r.live and l.pattern = c.pattern
  cross join lateral (
    select 100.0 * c.failures / nullif(c.renders, 0) - coalesce(100.0 * l.failures / nullif(l.renders, 0), 0) as more
  ) than
  where c.renders >= 50
    -- Without visitors of the live release nothing says that the pattern failed by the canary.
    and (l.renders >= 50 or r.canary_percent = 100)
    and than.more > r.canary_margin
  order by r.name, than.more desc, c.pattern;
$$;
comment on function shipping.failing_canaries() is
  'Canaries with a pattern of at least 50 pages, in the live release too, whose failure rate exceeds that of the live release by more than the margin.';

create function shipping.store_counts(token text, counts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
  failing record;
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
  -- Serialized with transitions.
  perform from shipping.registry_version for update;
  insert into shipping.version_counts as c (remote, version, pattern, since, renders, failures, reports)
  select r.name, told.version, coalesce(told.pattern, ''), r.canary_since, sum(told.renders), sum(told.failures), sum(told.reports)
  from jsonb_to_recordset(counts) as told (
    remote text, version text, pattern text, since timestamptz, renders integer, failures integer, reports integer
  )
  join shipping.remotes r on r.name = told.remote and r.canary_since = told.since and told.version in (r.live, r.canary)
  where told.renders >= 0 and told.failures between 0 and told.renders and told.reports >= 0
      and (
      coalesce(told.pattern, '') = ''
      or exists (
        select from shipping.releases p
        where p.remote = told.remote and p.version = told.version and p.document -> 'routes' ? told.pattern
      )
    )
  group by r.name, told.version, coalesce(told.pattern, ''), r.canary_since
  on conflict (remote, version, pattern) do update set
    renders = c.renders + excluded.renders,
    failures = c.failures + excluded.failures,
    reports = c.reports + excluded.reports;
  for failing in select * from shipping.failing_canaries() loop
    perform shipping.begin_move();
    update shipping.remotes r set canary = null, canary_percent = null where r.name = failing.remote;
    perform shipping.note_move(who, failing.remote, failing.version, 'canary', 0, null, failing.reason);
  end loop;
end;
$$;

create function public.store_counts(token text, counts jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.store_counts(token, counts);
$$;
comment on function public.store_counts(text, jsonb) is
  'For shells: adds counts since the last call, as [{remote, version, pattern, since, renders, failures, reports}]. Counts of another canary are ignored.';

create function shipping.read_counts(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'remote', c.remote, 'version', c.version, 'pattern', c.pattern,
      'since', to_char(c.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'renders', c.renders, 'failures', c.failures, 'reports', c.reports
    ) order by c.remote, c.version, c.pattern), '[]')
    from shipping.version_counts c
  );
end;
$$;

create function public.read_counts(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.read_counts(token);
$$;
comment on function public.read_counts(text) is 'For teams, shells and operators: the counts of present canaries and of the live releases beside them.';

create function shipping.versions_overview(remote shipping.remotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with known as (
    select p.version, p.published_at,
      (select max(h.time) from shipping.release_history h where h.remote = p.remote and h.version = p.version) as moved_at
    from shipping.releases p where p.remote = remote.name
  )
  select jsonb_build_object(
    -- `pnpm remote prune` keeps the files of these releases.
    'checked', coalesce((
      select jsonb_agg(jsonb_build_object('version', k.version, 'published_at', k.published_at) order by k.published_at desc)
      from (
        select * from known k
        where (k.version is distinct from remote.live and (k.moved_at > now() - interval '90 days' or k.version = any (remote.previous)))
          or (k.version = remote.live and remote.is_retired)
        order by k.published_at desc limit 20
      ) k
    ), '[]'),
    'unchecked', (
      select jsonb_build_object('version', k.version, 'published_at', k.published_at) from known k
      where k.moved_at is null
        and k.published_at > coalesce((select live.published_at from known live where live.version = remote.live), '-infinity')
      order by k.published_at desc limit 1
    )
  );
$$;
comment on function shipping.versions_overview(shipping.remotes) is
  'Releases that can go live: those that were live or a canary, which passed the checks that run code; and the newest that was only published.';

create function shipping.remotes_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', r.name,
    'team', r.team,
    'is_retired', r.is_retired,
    'live', r.live,
    'since', at.time,
    'by', shipping.author_of(at.author_account, at.author),
    'before', r.previous[1],
    'canary', case when r.canary is not null then jsonb_build_object(
      'version', r.canary, 'percent', r.canary_percent, 'margin', r.canary_margin
    ) end,
    'counts', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'remote'), '[]') from shipping.version_counts c where c.remote = r.name
    ),
    'newest_move', (select max(h.id) from shipping.release_history h where h.remote = r.name)
  ) || shipping.versions_overview(r) order by r.name), '[]')
  from shipping.remotes r
  left join lateral (
    select h.time, h.author, h.author_account from shipping.release_history h
    where h.remote = r.name and h.action <> 'canary' order by h.id desc limit 1
  ) at on true;
$$;

create function shipping.moves_overview(of_remote text, skip integer, take integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from shipping.release_history h where of_remote is null or h.remote = of_remote),
    'entries', (
      select coalesce(jsonb_agg(
        to_jsonb(page) - 'author_account' || jsonb_build_object('author', shipping.author_of(page.author_account, page.author))
        order by page.id desc
      ), '[]')
      from (
        select h.* from shipping.release_history h where of_remote is null or h.remote = of_remote
        order by h.id desc limit least(take, 1000) offset skip
      ) page
    )
  );
$$;

create function shipping.teams_overview() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', t.name,
    'remotes', array(select r.name from shipping.remotes r where r.team = t.name order by r.name),
    'members', array(
      select u.email from shipping.team_members m join auth.users u on u.id = m.account where m.team = t.name order by u.email
    )
  ) order by t.name), '[]')
  from shipping.teams t;
$$;

create function shipping.tokens_overview() returns jsonb
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
comment on function shipping.tokens_overview() is 'At most 200 tokens without their hashes, valid ones first.';

create function shipping.platform_overview(of_remote text, skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators may do this.';
  end if;
  return jsonb_build_object(
    'remotes', shipping.remotes_overview(),
    'history', shipping.moves_overview(of_remote, skip, take),
    'teams', shipping.teams_overview(),
    'tokens', shipping.tokens_overview()
  );
end;
$$;

create function public.platform_overview(skip integer, take integer, of_remote text default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.platform_overview(of_remote, skip, take);
$$;
comment on function public.platform_overview(integer, integer, text) is
  'For operators: remotes with canaries and counts, a page of the history of one remote or of all, teams and tokens.';

create function shipping.move_remote(
  remote text, newest_move bigint, action text, reason text, version text, percent integer, margin integer
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  newest shipping.release_history;
begin
  perform shipping.expect_fresh_operator(null);
  if shipping.one_line(reason) = '' then
    raise exception using errcode = 'PT400', message = 'Say why, in a few words.';
  end if;
  -- A concurrent transition ends before this line and is seen below.
  perform shipping.begin_move();
  select * into newest from shipping.release_history h where h.remote = move_remote.remote order by h.id desc limit 1;
  if newest.id is distinct from newest_move then
    raise exception using errcode = 'PT409', message = format(
      '%s was moved meanwhile: %s %s, by %s. Nothing was done; look at what is live now.',
      remote, newest.action, newest.version, shipping.author_of(newest.author_account, newest.author)
    );
  end if;
  case action
    when 'promote' then perform shipping.promote_release(null, remote, version, null, reason, null, null);
    when 'canary' then perform shipping.canary_release(null, remote, version, percent, null, reason, margin);
    when 'rollback' then perform shipping.roll_back_remote(null, remote, null, reason);
    when 'retire' then perform shipping.retire_remote(null, remote, null, reason);
    else raise exception using errcode = 'PT400', message = 'Expected promote, canary, rollback or retire.';
  end case;
end;
$$;

create function public.move_remote(
  remote text, newest_move bigint, action text, reason text,
  version text default null, percent integer default null, margin integer default null
) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.move_remote(remote, newest_move, action, reason, version, percent, margin);
$$;
comment on function public.move_remote(text, bigint, text, text, text, integer, integer) is
  'For operators with an account: promote, canary, rollback or retire; PT409 when the remote''s history has an entry newer than newest_move.';

create function shipping.was_shipped(remote text, version text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from shipping.release_history h
    where h.remote = was_shipped.remote and h.version = was_shipped.version and h.action in ('promote', 'canary', 'rollback')
  ) or exists (
    select from shipping.remotes r
    where r.name = was_shipped.remote and was_shipped.version = any (array[r.live, r.canary] || r.previous)
  );
$$;
comment on function shipping.was_shipped(text, text) is 'Whether a version was live or a canary before.';

create function shipping.expect_shipped(who shipping.deployer, remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if who.account is not null and not shipping.was_shipped(remote, version) then
    raise exception using errcode = '42501', message = format(
      '%s@%s was never live nor a canary; expected a token, as the command line sends it.', remote, version
    );
  end if;
end;
$$;
comment on function shipping.expect_shipped(shipping.deployer, text, text) is
  'Refuses a session that ships a version that was neither live nor a canary before.';

create function shipping.expect_tried(who shipping.deployer, remote text, version text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  moves constant shipping.release_history[] := array(
    select h from shipping.release_history h where h.remote = expect_tried.remote and h.version = expect_tried.version
  );
  began timestamptz;
begin
  if who.kind = 'operator' or exists (select from unnest(moves) m where m.action in ('promote', 'rollback')) then
    return;
  end if;
  select min(m.time) into began from unnest(moves) m where m.action = 'canary';
  if began > now() - interval '10 minutes' then
    raise exception using errcode = 'PT409', message = format(
      'The canary %s@%s began less than 10 minutes ago; expected a promotion from %s on, or one by an operator.',
      remote, version, to_char(began at time zone 'UTC' + interval '10 minutes', 'YYYY-MM-DD HH24:MI:SS "UTC"')
    );
  end if;
end;
$$;
comment on function shipping.expect_tried(shipping.deployer, text, text) is
  'Refuses a team that promotes a version for the first time within 10 minutes of its first canary, which nobody watched.';

create function shipping.without_name(said text, names text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  listed text := format(', %s, ', said);
  name text;
begin
  foreach name in array names loop
    listed := replace(listed, format(', %s, ', name), ', former member, ');
  end loop;
  return substr(listed, 3, length(listed) - 4);
end;
$$;

create function shipping.only_forgets(before text, after text) returns boolean
language sql immutable set search_path = ''
as $$
  select position('former member' in after) > 0
    and before like replace(regexp_replace(after, '([\\%_])', '\\\1', 'g'), 'former member', '%');
$$;
comment on function shipping.only_forgets(text, text) is 'Whether a text differs only in names that became former member.';

create function shipping.names_of(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from auth.users u,
      unnest(array[u.email, u.raw_user_meta_data ->> 'display_name']::text[]) name
    where u.id = account and btrim(name) <> ''
  );
$$;
comment on function shipping.names_of(uuid) is 'The address and the name of an account, as commands give them for the history.';

create function shipping.forget_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  names constant text[] := shipping.names_of(account);
begin
  update shipping.release_history h set
    author = case when h.author_account = account then 'former member' else shipping.without_name(h.author, names) end
  where (h.author_account = account and h.author <> 'former member')
    or h.author <> shipping.without_name(h.author, names);
  update shipping.releases p set
    published_by = case when p.published_by_account = account then 'former member' else shipping.without_name(p.published_by, names) end
  where (p.published_by_account = account and p.published_by <> 'former member')
    or p.published_by <> shipping.without_name(p.published_by, names);
  update shipping.deploy_tokens t set
    created_by = case when t.created_by_account = account then 'former member' else shipping.without_name(t.created_by, names) end
  where t.created_by_account = account or t.created_by <> shipping.without_name(t.created_by, names);
end;
$$;
comment on function shipping.forget_account(uuid) is
  'For the deletion of an account: removes its address and name from the history, the releases and the tokens.';

create table shipping.statements (
  id bigint generated always as identity primary key,
  remote text not null,
  version text not null,
  kind text not null constraint statements_kind check (kind in ('allow', 'revoke')),
  hash text not null constraint statements_hash check (hash ~ '^[0-9a-f]{64}$'),
  number bigint not null constraint statements_number check (number between 1 and 9007199254740991),
  signature text not null constraint statements_signature check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  added_at timestamptz not null default now(),
  foreign key (remote, version) references shipping.releases (remote, version),
  constraint statements_once unique (remote, version, kind, hash, number, signature)
);
comment on table shipping.statements is
  'Signed statements: a release may be live, or it is revoked. Shells verify the signatures. Entries are neither changed nor deleted.';
comment on column shipping.statements.hash is 'SHA-256 of the release document in its canonical form.';
comment on column shipping.statements.number is
  'Only grows for each remote. A shell serves nothing below the number of what it served as live.';
comment on column shipping.statements.signature is 'Ed25519 over the statement. Several keys sign the same number.';

alter table shipping.statements enable row level security;

create trigger refuse_change before update or delete on shipping.statements
  for each row execute function shipping.refuse_change();

create function shipping.add_statement(token text, statement jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More would make the document that every shell reads long.
  most constant integer := 40;
  who constant shipping.deployer := shipping.deployer_of(token);
  remote constant text := statement ->> 'remote';
  version constant text := statement ->> 'version';
  kind constant text := statement ->> 'kind';
begin
  perform shipping.expect_token(who);
  perform shipping.expect_right(who, case when kind = 'revoke' then 'promote' else 'publish' end, remote);
  if coalesce(
    kind not in ('allow', 'revoke') or statement ->> 'hash' !~ '^[0-9a-f]{64}$'
      or statement ->> 'signature' !~ '^[A-Za-z0-9_-]{86}$'
      or jsonb_typeof(statement -> 'number') <> 'number' or statement ->> 'number' !~ '^[1-9][0-9]{0,14}$',
    true
  ) then
    raise exception using errcode = 'PT400',
      message = 'This is no statement: expected kind (allow or revoke), hash, number and signature, as pnpm remote sign writes them.';
  end if;
  perform shipping.begin_move();
  perform shipping.expect_published(remote, version);
  if (select count(*) from shipping.statements s where s.remote = add_statement.statement ->> 'remote'
    and s.version = add_statement.statement ->> 'version') >= most then
    raise exception using errcode = 'PT409', message = format('%s@%s has %s statements already, the most that it may have.', remote, version, most);
  end if;
  insert into shipping.statements (remote, version, kind, hash, number, signature)
  values (remote, version, kind, statement ->> 'hash', (statement ->> 'number')::bigint, statement ->> 'signature')
  on conflict do nothing;
end;
$$;

create function public.add_statement(token text, statement jsonb) returns void
language sql security invoker set search_path = ''
as $$
  select shipping.add_statement(token, statement);
$$;
comment on function public.add_statement(text, jsonb) is
  'For tokens of teams: adds a signed statement, with the right to publish for one that allows a release, to promote for one that revokes it.';

create function shipping.statements_of(remote text, versions text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'version', s.version, 'kind', s.kind, 'hash', s.hash, 'number', s.number, 'signature', s.signature
  ) order by s.id)
  from shipping.statements s where s.remote = statements_of.remote and s.version = any (versions);
$$;
comment on function shipping.statements_of(text, text[]) is 'Statements about these versions in the order of their arrival; null for none.';

create function shipping.read_release(token text, remote text, version text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform shipping.deployer_of(token);
  return jsonb_strip_nulls(jsonb_build_object(
    'release', (
      select p.document from shipping.releases p where p.remote = read_release.remote and p.version = read_release.version
    ),
    'statements', shipping.statements_of(remote, array[version]),
    'highest', (select max(s.number) from shipping.statements s where s.remote = read_release.remote),
    'versions', (
      select coalesce(jsonb_agg(newest.version order by newest.published_at desc), '[]')
      from (
        select p.version, p.published_at from shipping.releases p where p.remote = read_release.remote
        order by p.published_at desc limit 20
      ) newest
    )
  ));
end;
$$;

create function public.read_release(token text, remote text, version text) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.read_release(token, remote, version);
$$;
comment on function public.read_release(text, text, text) is
  'For teams, shells and operators: a published release with its statements, the highest number of the remote, and the newest versions.';

create function shipping.are_lists(document jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select shipping.is_object(document) and not exists (
    select from jsonb_each(case when shipping.is_object(document) then document else '{}' end) list
    where not shipping.are_texts(list.value, '')
  );
$$;

create function shipping.are_reads(document jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not (
    shipping.is_object(document) and shipping.are_lists(document -> 'tables') and shipping.are_lists(document -> 'embedded')
      and shipping.is_object(document -> 'functions')
  ) then return false; end if;
  if exists (
    select from jsonb_each(document -> 'functions') called
    where jsonb_typeof(called.value -> 'calls') is distinct from 'array'
      or not coalesce(shipping.are_texts(called.value -> 'columns', ''), false)
  ) then return false; end if;
  return not exists (
    select from jsonb_each(document -> 'functions') called, jsonb_array_elements(called.value -> 'calls') given
    where not shipping.are_texts(given, '')
  );
end;
$$;
comment on function shipping.are_reads(jsonb) is 'Whether a document has the form of shared/contract/database-reads.ts.';

create table private.retention (
  subject text primary key,
  days integer not null constraint retention_days check (days > 0),
  purpose text not null,
  applied_at timestamptz not null default '-infinity'
);
comment on table private.retention is
  'How long rows are kept, and what for. Change it with: update private.retention set days = 100 where subject = ''public.trail''.';
comment on column private.retention.applied_at is 'When nothing was left to delete.';

alter table private.retention enable row level security;

insert into private.retention (subject, days, purpose) values
  ('public.trail', 400, 'Shows who changed what, and restores it.'),
  ('public.workflows', 365, 'Staff look up results of AI runs.'),
  ('private.ai_calls', 400, 'Counts against the limits of a day; cost by person and month for 13 months.'),
  ('private.invitations', 30, 'Says that a link has expired or was used; counted from its end.'),
  ('auth.audit_log_entries', 90, 'Shows sign-ins after an incident.'),
  ('auth.users', 7, 'An account that nobody admits to staff has no use.');

create table private.admitted (
  user_id uuid primary key references auth.users (id) on delete cascade
);
comment on table private.admitted is 'Accounts that are or were staff. All others end after the days of private.retention.';

alter table private.admitted enable row level security;

create function private.note_admission() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.admitted (user_id) values (new.user_id) on conflict do nothing;
  return null;
end;
$$;

create trigger note_admission after insert on private.staff
  for each row execute function private.note_admission();

create function private.delete_expired(subject text, till timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  found_rows integer := 0;
  account uuid;
begin
  case subject
  when 'public.trail' then
    delete from public.trail where id in (
      select t.id from public.trail t where t.happened_at < till order by t.happened_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
    delete from private.bylines b
    where not exists (select from public.posts p where p.id = b.post)
      and not exists (select from public.trail t where t.row_id = b.post);
  when 'public.workflows' then
    delete from public.workflows where id in (
      select w.id from public.workflows w where w.created_at < till order by w.created_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.ai_calls' then
    delete from private.ai_calls where receipt in (
      select c.receipt from private.ai_calls c where c.day < till::date limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.invitations' then
    delete from private.invitations where id in (
      select i.id from private.invitations i where coalesce(i.accepted_at, i.expires_at) < till limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.import_rows' then
    delete from private.import_rows i where (i.account, i.import, i.number) in (
      select r.account, r.import, r.number from private.import_rows r where r.staged_at < till
      order by r.staged_at limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.open_records' then
    delete from private.open_records o where (o.account, o.kind, o.record) in (
      select r.account, r.kind, r.record from private.open_records r where r.seen_at < till
      limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.previews' then
    delete from private.previews where id in (
      select p.id from private.previews p where p.expires_at < till limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'auth.audit_log_entries' then
    -- Where the auth service keeps the table to itself, it also ends the rows.
    if to_regclass('auth.audit_log_entries') is not null
      and has_table_privilege('auth.audit_log_entries', 'select')
      and has_table_privilege('auth.audit_log_entries', 'update')
      and has_table_privilege('auth.audit_log_entries', 'delete') then
      delete from auth.audit_log_entries where id in (
        select e.id from auth.audit_log_entries e where e.created_at < till limit 1000 for update skip locked
      );
      get diagnostics found_rows = row_count;
    end if;
  when 'auth.users' then
    for account in
      select u.id from auth.users u
      where u.created_at < till
        and not exists (select from private.admitted a where a.user_id = u.id)
        and not exists (
          select from private.invitations i
          where i.email = lower(u.email) and i.accepted_at is null and i.expires_at > now()
        )
      limit 1000 for update skip locked
    loop
      perform private.erase_account(account);
      found_rows := found_rows + 1;
    end loop;
  end case;
  return found_rows;
end;
$$;
comment on function private.delete_expired(text, timestamptz) is
  'Deletes at most a thousand rows of a subject of private.retention that are older, and returns how many.';

create function private.apply_retention() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due private.retention;
  deleted integer;
  total integer := 0;
begin
  -- The trail does not record what ends by time: it would keep it.
  perform set_config('private.is_retention', 'on', true);
  for due in
    select * from private.retention r where r.applied_at < now() - interval '1 hour' order by r.subject
    for no key update skip locked
  loop
    deleted := private.delete_expired(due.subject, now() - make_interval(days => due.days));
    if deleted < 1000 then
      update private.retention r set applied_at = now() where r.subject = due.subject;
    end if;
    total := total + deleted;
  end loop;
  perform set_config('private.is_retention', 'off', true);
  return total;
end;
$$;
comment on function private.apply_retention() is
  'Deletes what private.retention lets expire, at most once in an hour unless much is left. The embedded backend, a schedule of pg_cron where it exists, and the first write of a transaction call it.';

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('apply-retention', '17 * * * *', 'select private.apply_retention()');
  end if;
end;
$$;

insert into private.retention (subject, days, purpose) values
  ('private.import_rows', 1, 'Lets a person check the rows of a file before they are imported.');

create table public.site (
  id uuid primary key default '00000000-0000-4000-8000-000000000001'
    constraint site_one_row check (id = '00000000-0000-4000-8000-000000000001'),
  name text not null constraint site_name_not_blank check (name ~ '\S' and length(name) <= 80),
  short_name text not null constraint site_short_name_not_blank check (short_name ~ '\S' and length(short_name) <= 40),
  claim text not null default '',
  description text not null default '',
  logo text constraint site_logo_shape
    check (logo ~ '^data:image/(png|svg\+xml);base64,[A-Za-z0-9+/]+=*$' and length(logo) <= 300000),
  brand_color text not null constraint site_brand_color_shape check (brand_color ~* '^#[0-9a-f]{6}$'),
  accent_color text not null constraint site_accent_color_shape check (accent_color ~* '^#[0-9a-f]{6}$'),
  language text not null constraint site_language_shape check (language ~ '^[a-z]{2,3}$'),
  locale text not null constraint site_locale_shape check (locale ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  currency text not null constraint site_currency_shape check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null
    constraint site_time_zone_shape check (time_zone ~ '^(UTC|[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$')
    constraint site_time_zone_known check ((timestamptz '2000-01-01' at time zone time_zone) is not null),
  legal_name text not null default '',
  responsible_person text not null default '',
  contact_email text not null default ''
    constraint site_contact_email_shape check (contact_email ~ '^([^@[:space:]]+@[^@[:space:]]+)?$'),
  phone text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country text not null default 'CH' constraint site_country_shape check (country ~ '^[A-Z]{2}$'),
  register_entry text not null default '',
  vat_id text not null default '',
  social_links text[] not null default '{}'
    constraint site_social_links_shape check (array_to_string(social_links, ' ') ~* '^(https://\S+( https://\S+)*)?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  skipped_steps text[] not null default '{}'
  constraint site_skipped_steps_known
    check (skipped_steps <@ array['name', 'colors', 'imprint', 'post', 'invitation']),
  workshops_intro text not null
    default 'Vom ersten Ausprobieren bis zur gemeinsamen Spielregel: Wir kommen in Ihr Haus und arbeiten an Ihren Aufgaben.'
    constraint site_workshops_intro_length check (length(workshops_intro) <= 400),
  courses_intro text not null
    default 'Lektion für Lektion im eigenen Tempo: lesen, zuschauen, gleich am eigenen Kurs ausprobieren.'
    constraint site_courses_intro_length check (length(courses_intro) <= 400),
  matrix_title text not null default 'Workshop Program: AI in Adult Education'
    constraint site_matrix_title_length check (btrim(matrix_title) <> '' and length(matrix_title) <= 120)
);
comment on table public.site is 'The site: one row, which every page reads.';
comment on column public.site.logo is 'A PNG or SVG image as a data URL. Pages show it as an image, which runs no scripts.';
comment on column public.site.brand_color is 'As #rrggbb. The palette of the light and the dark scheme follows from it and from accent_color.';
comment on column public.site.language is 'Language of the texts (ISO 639), the document''s lang.';
comment on column public.site.locale is 'Language and region of formats, such as de-CH.';
comment on column public.site.currency is 'ISO 4217.';
comment on column public.site.country is 'ISO 3166; decides which templates of legal pages are offered.';
comment on column public.site.skipped_steps is 'First steps that staff declared not needed: name, colors, imprint, post, invitation.';
comment on column public.site.workshops_intro is 'Below the heading of /workshops; an empty text shows nothing.';
comment on column public.site.courses_intro is 'Below the heading of /online-courses; an empty text shows nothing.';
comment on column public.site.matrix_title is 'Heading and title of /course-matrix.';

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    constraint pages_slug_shape check (slug ~ '^[^[:space:]/?#%\\]+$' and slug not in ('.', '..')),
  title text not null constraint pages_title_not_blank check (title ~ '\S'),
  description text not null default '',
  content text not null constraint pages_content_not_blank check (content ~ '\S'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pages is 'Pages of the site at /{slug}, public from published_at on.';
comment on column public.pages.content is 'Markdown.';
comment on column public.pages.published_at is 'Null for a draft, in the future for a scheduled page.';

create table public.links (
  id uuid primary key default gen_random_uuid(),
  place text not null constraint links_place check (place in ('menu', 'footer')),
  label text not null constraint links_label_not_blank check (label ~ '\S' and length(label) <= 60),
  address text not null constraint links_address_relative_or_http check (
    address !~ '[\\[:cntrl:]]' and (address ~* '^https?://\S+$' or address ~ '^/([^/[:space:]]\S*)?$')
  ),
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  page_id uuid unique references public.pages (id) on delete cascade
);
comment on table public.links is 'Links of menu and footer, in the order of position.';
comment on column public.links.address is 'A path of this site, or an http or https address.';
comment on column public.links.page_id is 'The page of this site that the link leads to. Its address follows the page''s slug.';

create index links_in_order on public.links (place, position, id);

create trigger touch_updated_at before update on public.site
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.pages
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.links
  for each row execute function private.touch_updated_at();

alter table public.site enable row level security;

alter table public.pages enable row level security;

alter table public.links enable row level security;

create policy "Everybody reads the site" on public.site
  for select to anon, authenticated using (true);

create policy "Staff change the site" on public.site
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Visitors read published pages" on public.pages
  for select to anon using (published_at <= now());

create policy "Signed-in users read published pages, staff all pages" on public.pages
  for select to authenticated using (published_at <= now() or (select private.is_staff()));

create policy "Staff add pages" on public.pages
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change pages" on public.pages
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete pages" on public.pages
  for delete to authenticated using ((select private.is_staff()));

create policy "Staff add links" on public.links
  for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change links" on public.links
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete links" on public.links
  for delete to authenticated using ((select private.is_staff()));

create function private.put_first_site() returns void
language sql volatile set search_path = ''
as $$
  insert into public.site (
    name, short_name, claim, description, brand_color, accent_color, language, locale, currency, time_zone
  ) values (
    'KI-Lernplattform', 'KI-Lernplattform',
    'Künstliche Intelligenz in der Erwachsenenbildung: verstehen, ausprobieren, verantworten.',
    'Künstliche Intelligenz in der Erwachsenenbildung: Beiträge, Workshops und Online-Kurse für alle, die andere unterrichten.',
    '#2347c5', '#ff9a62', 'de', 'de-CH', 'CHF', 'Europe/Zurich'
  );
  insert into public.links (place, label, address, position) values
    ('menu', 'HOME', '/', 0),
    ('menu', 'WORKSHOPS', '/workshops', 1),
    ('menu', 'ONLINE COURSES', '/online-courses', 2),
    ('menu', 'COURSE MATRIX', '/course-matrix', 3),
    ('menu', 'ELEMENTE/KI', '/elemente', 4),
    ('menu', 'CHATGPT LERNZIELE/KI', '/chatgpt-lernziele', 5);
$$;
comment on function private.put_first_site() is 'What an empty database begins with.';

select private.put_first_site();

select private.watch_content('public.site', 'site');

select private.watch_content('public.links', 'site');

select private.watch_content('public.pages', 'pages', 'r.published_at');

do $$
declare
  relation text;
begin
  foreach relation in array array['site', 'pages', 'links'] loop
    execute format(
      'create trigger record_in_trail after insert or update on public.%I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
    execute format(
      'create trigger record_deletion_in_trail before delete on public.%I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
  end loop;
end;
$$;

create function public.read_site() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select to_jsonb(s) - array['id', 'created_at', 'updated_at'] || (
    select jsonb_object_agg(places.place, (
      select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'address', l.address) order by l.position, l.id), '[]')
      from public.links l
      where l.place = places.place and (
        l.page_id is null
        or exists (select from public.pages p where p.id = l.page_id and p.published_at <= now())
      )
    ))
    from unnest(array['menu', 'footer']) places (place)
  )
  from public.site s;
$$;
comment on function public.read_site() is
  'The site with the links of menu and footer, in order; those of pages once the page is public.';

create function private.fixed_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'admin', 'api', 'assets', 'auth', 'category', 'course-matrix', 'courses', 'functions', 'healthz', 'login', 'metrics',
    'online-courses', 'overrides', 'post', 'preview', 'readyz', 'reports', 'rest', 'seite-nicht-gefunden', 'suche',
    'vorschau', 'workshops'
  ];
$$;
comment on function private.fixed_addresses() is
  'First segments of addresses that the platform has or keeps free. A test compares them with what the shell serves.';

create function private.is_page_pattern(pattern text) returns boolean
language sql immutable set search_path = ''
as $$
  select pattern ~ '^/:[^/]+$';
$$;
comment on function private.is_page_pattern(text) is 'The pattern of all pages, such as /:slug, below every other one.';

create function private.has_address_of_page(pattern text, slug text) returns boolean
language sql immutable set search_path = ''
as $$
  -- /all/* matches /all, too.
  select not private.is_page_pattern(pattern) and shipping.patterns_meet('/' || slug, regexp_replace(pattern, '(.)/\*$', '\1'));
$$;
comment on function private.has_address_of_page(text, text) is 'Whether a pattern of a remote, but for that of all pages, matches a page''s address.';

create function private.fault_of_slug(slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner text;
begin
  if slug ~ '[.:*]' or slug like '\_%' then
    return format(
      'No page can be at /%s. Expected letters, digits and dashes: a dot, a colon, an asterisk or a _ at the beginning belongs to files and to the platform.',
      slug
    );
  end if;
  if lower(slug) = any (private.fixed_addresses()) then
    return format('The address /%s is the platform''s own. Expected another slug.', slug);
  end if;
  select c.owner into owner
  from (select * from shipping.claimed('routes') union select * from shipping.claimed('resources')) c
  where private.has_address_of_page(c.pattern, slug)
  limit 1;
  if owner is not null then
    return format('The address /%s belongs to %s. Expected another slug.', slug, owner);
  end if;
  return null;
end;
$$;
comment on function private.fault_of_slug(text) is 'Why no page may have this slug; null if one may.';

create function private.expect_free_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
begin
  -- A transition of the registry locks this row, too: the later of the two waits, and sees what the first one did.
  perform from shipping.registry_version for share;
  fault := private.fault_of_slug(new.slug);
  if fault is not null then
    -- The form shows the message at the field that the hint names.
    raise exception using errcode = 'PT400', message = fault, hint = 'slug';
  end if;
  return new;
end;
$$;

create trigger expect_free_address_of_new before insert on public.pages
  for each row execute function private.expect_free_address();

create trigger expect_free_address before update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.expect_free_address();

create function public.page_slugs() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by p.slug), '[]') from public.pages p where p.published_at <= now();
$$;
comment on function public.page_slugs() is 'The addresses of all public pages, so that a shell reads no other ones.';

create function private.place_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.page_id is not null then
    new.address := coalesce((select '/' || p.slug from public.pages p where p.id = new.page_id), new.address);
  end if;
  if new.position is null or (tg_op = 'UPDATE' and new.place <> old.place) then
    new.position := (select coalesce(max(l.position), -1) + 1 from public.links l where l.place = new.place);
  end if;
  return new;
end;
$$;
comment on function private.place_link() is 'A new link, and one that changes its place, comes last. The address of a page''s link is the page''s.';

create trigger place_link before insert or update on public.links
  for each row execute function private.place_link();

create function private.move_link_of_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.links l set address = '/' || new.slug where l.page_id = new.id;
  return null;
end;
$$;

create trigger move_link_of_page after update of slug on public.pages
  for each row when (old.slug is distinct from new.slug) execute function private.move_link_of_page();

create policy "Everybody reads links, but those of hidden pages" on public.links for select to anon, authenticated
  using (page_id is null or exists (select from public.pages p where p.id = page_id));

create function public.save_page(record uuid, base timestamptz, columns jsonb) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  wanted constant text := columns #>> '{links,0,place}';
  saved public.pages;
begin
  if record is null then
    insert into public.pages (slug, title, description, content, published_at)
    select c.slug, c.title, c.description, c.content, c.published_at
    from jsonb_populate_record(null::public.pages, columns) c
    returning * into saved;
  else
    update public.pages p set (slug, title, description, content, published_at) = (
      select c.slug, c.title, c.description, c.content, c.published_at
      from jsonb_populate_record(null::public.pages, columns) c
    )
    where p.id = record and (base is null or p.updated_at = base)
    returning p.* into saved;
  end if;
  if saved.id is null and exists (select from public.pages p where p.id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif saved.id is null then
    raise exception using errcode = 'PT404', message = 'There is no such page.';
  end if;
  if wanted is null then
    delete from public.links l where l.page_id = saved.id;
  else
    update public.links l set place = wanted where l.page_id = saved.id and l.place <> wanted;
    insert into public.links (page_id, place, label, address, position)
    values (saved.id, wanted, left(saved.title, 60), '/' || saved.slug, null)
    on conflict (page_id) do nothing;
  end if;
  return saved.id;
end;
$$;
comment on function public.save_page(uuid, timestamptz, jsonb) is
  'Stores a page with its link in one transaction: a new one for record null. 409 if its updated_at is no longer base, unless base is null. columns: its columns, and as links [{"place"}], or [] for none.';

create function public.reorder_links(place text, ids uuid[]) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  known bigint;
begin
  if place is null or place not in ('menu', 'footer') then
    raise exception using errcode = 'PT400', message = 'The place must be menu or footer.';
  elsif (select count(distinct i) from unnest(ids) i) <> cardinality(ids) then
    raise exception using errcode = 'PT400', message = 'A link is listed twice.';
  end if;
  -- Locked in the order of ids, so that two calls do not deadlock.
  select count(*) into known from (
    select from public.links l where l.place = reorder_links.place order by l.id for no key update
  ) locked;
  if known = 0 then
    raise exception using errcode = 'PT404', message = 'There is nothing to order.';
  end if;
  update public.links l set position = placed.position
  from (
    select o.id, row_number() over (order by listed.place nulls last, o.position, o.id) - 1 as position
    from public.links o left join unnest(ids) with ordinality as listed (id, place) on listed.id = o.id
    where o.place = reorder_links.place
  ) placed
  where placed.id = l.id and l.position <> placed.position;
end;
$$;
comment on function public.reorder_links(text, uuid[]) is
  'Orders the links of menu or footer by ids. position becomes 0 to n-1; links that ids lack follow the listed ones, other ids are ignored.';

create function private.first_steps() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return (
    select jsonb_build_object(
      'skipped', to_jsonb(s.skipped_steps),
      'done', to_jsonb(array_remove(array[
        -- The values of private.put_first_site.
        case when s.name <> 'KI-Lernplattform' then 'name' end,
        case when lower(s.brand_color) <> '#2347c5' or lower(s.accent_color) <> '#ff9a62' then 'colors' end,
        case when exists (
          select from public.pages p where p.slug = 'impressum' and p.published_at <= now()
        ) then 'imprint' end,
        case when exists (select from public.posts p where p.published_at <= now()) then 'post' end,
        case when (select count(*) > 1 from private.staff) or exists (
          select from private.invitations i
          where not i.by_start and i.accepted_at is null and i.expires_at > now()
        ) then 'invitation' end
      ], null))
    )
    from public.site s
  );
end;
$$;
comment on function private.first_steps() is 'Which first steps are done, and which are not needed.';

create function public.first_steps() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.first_steps();
$$;
comment on function public.first_steps() is 'Which first steps of a new site are done, and which are not needed. Staff only.';

create function private.skip_first_steps(steps text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  update public.site s
  set skipped_steps = (select array_agg(distinct step order by step) from unnest(s.skipped_steps || steps) step)
  where not steps <@ s.skipped_steps;
end;
$$;
comment on function private.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody.';

create function public.skip_first_steps(steps text[]) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.skip_first_steps(steps);
$$;
comment on function public.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody. Staff only.';

create function private.links_without_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('link', named.id, 'slug', named.slug, 'page', p.id)), '[]')
    from (
      select l.id, substring(l.address from '^/([^/?#]+)/?(?:[?#].*)?$') as slug
      from public.links l where l.page_id is null
    ) named
    left join public.pages p on p.slug = named.slug
    where named.slug is not null and private.fault_of_slug(named.slug) is null
      and (p.published_at <= now()) is not true
  );
end;
$$;
comment on function private.links_without_page() is
  'Links whose address is that of no public page and may be that of one, with its slug and, for a hidden page, its id.';

create function public.links_without_page() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.links_without_page();
$$;
comment on function public.links_without_page() is
  'Links whose address no public page has, though one may have it. page: the draft or scheduled page there. Staff only.';

create table private.import_rows (
  account uuid not null references auth.users (id) on delete cascade,
  import uuid not null,
  number integer not null constraint import_rows_number check (number between 1 and 20000),
  entry jsonb not null constraint import_rows_entry check (jsonb_typeof(entry) = 'object'),
  body text,
  staged_at timestamptz not null default now(),
  outcome text,
  target uuid,
  seen text,
  creates text[] not null default '{}',
  faults text[] not null default '{}',
  primary key (account, import, number)
);
comment on table private.import_rows is
  'Rows of files that an account checks and imports. An import deletes its rows; others end as private.retention says.';
comment on column private.import_rows.entry is
  'place: line or file. faults: what the browser could not read. The other keys are columns; a missing key leaves a column as it is.';
comment on column private.import_rows.body is 'The long text of a row, apart so that a check does not unpack it for each key.';
comment on column private.import_rows.outcome is 'create, update, unchanged or wrong, by the last check.';
comment on column private.import_rows.target is 'The record that has the same identity.';
comment on column private.import_rows.seen is 'Version of the target at the last check.';
comment on column private.import_rows.creates is 'Categories and the like that do not exist yet.';

create index import_rows_oldest on private.import_rows (staged_at);

alter table private.import_rows enable row level security;

create function private.stage_import(import uuid, first integer, entries jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_path_exists(entries, 'strict $[*] ? (@.type() != "object")') then
    raise exception using errcode = 'PT400', message = 'These are no rows of a file; expected a list of objects.';
  end if;
  if first < 1 or first + jsonb_array_length(entries) - 1 > 20000 then
    raise exception using errcode = 'PT400', message = 'This file has too many rows; expected at most 20,000.';
  end if;
  insert into private.import_rows (account, import, number, entry, body)
  select auth.uid(), stage_import.import, stage_import.first + e.place::integer - 1, e.entry - 'content', e.entry ->> 'content'
  from jsonb_array_elements(entries) with ordinality e (entry, place)
  on conflict on constraint import_rows_pkey do update set entry = excluded.entry, body = excluded.body, staged_at = now();
end;
$$;

create function public.stage_import(import uuid, first integer, entries jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.stage_import(import, first, entries);
$$;
comment on function public.stage_import(uuid, integer, jsonb) is
  'Stores rows of a file for a check and an import by the same account. first: the number of the first one. Several calls fill an import.';

create function private.import_report(import uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    -- Another check has the same plan if an import would do the same to the same versions.
    'plan', md5(string_agg(
      format('%s %s %s %s %s', r.number, r.outcome, r.target, r.seen, r.creates), e'\n' order by r.number
    )),
    'rows', jsonb_agg(jsonb_build_array(r.number, r.outcome, to_jsonb(r.faults)) order by r.number),
    'creates', (
      select coalesce(jsonb_agg(distinct created), '[]')
      from private.import_rows n cross join unnest(n.creates) created
      where n.account = auth.uid() and n.import = import_report.import and n.outcome in ('create', 'update')
    )
  )
  from private.import_rows r where r.account = auth.uid() and r.import = import_report.import;
$$;
comment on function private.import_report(uuid) is 'What the last check found out about the rows of an import.';

create function private.may_import(report jsonb, plan text, leave_out boolean) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(report -> 'rows') = 'null' then
    raise exception using errcode = 'PT404', message = 'The rows of this file are not there any more; expected rows that were staged today and not imported yet.';
  end if;
  return plan = report ->> 'plan' and (
    leave_out or not exists (select from jsonb_array_elements(report -> 'rows') r where r ->> 1 = 'wrong')
  );
end;
$$;
comment on function private.may_import(jsonb, text, boolean) is
  'Whether the check found what the caller has seen, and nothing wrong that the caller did not leave out.';

create function private.faults_of_file(entry jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select f.fault from jsonb_array_elements_text(
      case when jsonb_typeof(entry -> 'faults') = 'array' then entry -> 'faults' else '[]' end
    ) f (fault)
  );
$$;

create function private.moment_of(given text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when given ~ '^\s*\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)?)?\s*$'
      and pg_input_is_valid(given, 'timestamptz') then
      case
        when given ~ ':\d{2}(\.\d+)?\s?(Z|[+-]\d{2}(:?\d{2})?)\s*$' then given::timestamptz
        else given::timestamp at time zone (select s.time_zone from public.site s)
      end
  end;
$$;
comment on function private.moment_of(text) is
  'A date of a file, in the site''s time zone unless it has an offset; null for anything else, such as the words that PostgreSQL knows.';

create function private.category_named(given text, slug text) returns uuid
language sql stable set search_path = ''
as $$
  select c.id from public.categories c
  where case when category_named.slug is not null then c.slug = category_named.slug
    else lower(c.name) = lower(given) or c.slug = given end
  order by c.name = given desc, lower(c.name) = lower(given) desc, c.id
  limit 1;
$$;
comment on function private.category_named(text, text) is
  'The category with a slug. Without a slug: with that name, else with that name as its slug.';

create function private.check_posts(import uuid, update_existing boolean) returns void
language sql volatile set search_path = '' set enable_nestloop = off
as $$
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
$$;
comment on function private.check_posts(uuid, boolean) is 'Writes to the staged rows what an import would do with each.';

create function private.write_posts(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.categories (name, slug)
  select distinct on (r.entry ->> 'new_category_slug') r.entry ->> 'category', r.entry ->> 'new_category_slug'
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update') and r.creates <> '{}'
  order by r.entry ->> 'new_category_slug', r.number;

  insert into public.posts (title, slug, content, excerpt, category_id, published_at, author)
  select r.entry ->> 'title', r.entry ->> 'slug', r.body, nullif(r.entry ->> 'excerpt', ''),
    private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug'),
    private.moment_of(r.entry ->> 'published_at'), coalesce(r.entry ->> 'author', '')
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome = 'create'
  order by r.number;

  update public.posts p
  set title = r.entry ->> 'title', content = r.body,
    excerpt = case when r.entry ? 'excerpt' then nullif(r.entry ->> 'excerpt', '') else p.excerpt end,
    category_id = case when r.entry ? 'category'
      then private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug') else p.category_id end,
    published_at = case when r.entry ? 'published_at'
      then private.moment_of(r.entry ->> 'published_at') else p.published_at end,
    author = case when r.entry ? 'author' then coalesce(r.entry ->> 'author', '') else p.author end
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome = 'update' and p.id = r.target;
end;
$$;

create function private.number_of(given text) returns numeric
language sql immutable set search_path = ''
as $$
  select case when given ~ '^\s*\d{1,9}(\.\d{1,12})?\s*$' then given::numeric end;
$$;
comment on function private.number_of(text) is 'A number of a file without a sign; null for anything else.';

create function private.objectives_of(workshop uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.name, o.objective), '{}')
  from public.matrix_workshop_learning_objectives o join public.matrix_dimensions d on d.id = o.dimension_id
  where o.matrix_workshop_id = workshop;
$$;

create function private.fault_of_code(entry jsonb, axis text, found_id uuid, known text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when coalesce(entry ->> axis, '') !~ '\S' then format('%s: nothing found; expected a code%s.', axis, ' such as ' || known)
    when found_id is null and coalesce(entry ->> (axis || '_name'), '') !~ '\S' then
      format('%s: found “%s”; expected a known code%s, or a column %s_name with the name of a new one.', axis, entry ->> axis, ' (' || known || ')', axis)
  end;
$$;
comment on function private.fault_of_code(jsonb, text, uuid, text) is
  'Objection to the code of a category, target group or level; null for a known code, and for a new one with a name.';

create function private.new_of_code(entry jsonb, axis text, found_id uuid) returns text
language sql immutable set search_path = ''
as $$
  select case when found_id is null then format('%s %s (%s)', replace(axis, '_', ' '), entry ->> axis, entry ->> (axis || '_name')) end;
$$;

create function private.check_matrix(import uuid, update_existing boolean) returns void
language sql volatile set search_path = '' set enable_nestloop = off
as $$
  with staged as (
    select r.number, r.entry, r.entry ->> 'title' as title, private.number_of(r.entry ->> 'duration_hours')::real as hours,
      private.number_of(r.entry ->> 'price_chf') as price, c.id as category_id, g.id as target_group_id, l.id as level_id,
      case when r.entry ->> 'id' ~ '\S' then r.entry ->> 'id' end as given_id,
      case when pg_input_is_valid(r.entry ->> 'id', 'uuid') then (r.entry ->> 'id')::uuid end as id,
      row_number() over same as copy, first_value(coalesce(r.entry ->> 'place', r.number::text)) over same as first_place
    from private.import_rows r
    left join public.matrix_categories c on c.code = r.entry ->> 'category'
    left join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
    left join public.matrix_levels l on l.code = r.entry ->> 'level'
    where r.account = auth.uid() and r.import = check_matrix.import
    window same as (
      partition by coalesce(
        lower(r.entry ->> 'id'),
        jsonb_build_array(r.entry -> 'title', r.entry -> 'category', r.entry -> 'target_group', r.entry -> 'level')::text
      ) order by r.number
    )
  ),
  found as (
    select s.*, w.ids[1] as target, coalesce(cardinality(w.ids), 0) as target_count,
      private.faults_of_file(s.entry) as faults_of_file
    from staged s cross join lateral (
      select array_agg(m.id order by m.id) as ids from public.matrix_workshops m
      where case when s.given_id is not null then m.id = s.id
        else m.title = s.title and m.category_id = s.category_id and m.target_group_id = s.target_group_id
          and m.level_id = s.level_id end
    ) w
  ),
  compared as (
    select f.*, md5(m::text || p.objectives::text) as seen,
      coalesce(
        m.title = f.title and m.duration_hours = f.hours and m.price_chf = f.price and m.category_id = f.category_id
          and m.target_group_id = f.target_group_id and m.level_id = f.level_id
          and (not f.entry ? 'prerequisites' or coalesce(m.prerequisites, '') = coalesce(f.entry ->> 'prerequisites', ''))
          and not exists (
            select from jsonb_each_text(f.entry -> 'objectives') o
            where case when o.value ~ '\S' then o.value else '' end <> coalesce(p.objectives ->> o.key, '')
          ),
        false
      ) as is_same
    from found f left join public.matrix_workshops m on m.id = f.target
    left join lateral private.objectives_of(f.target) p (objectives) on true
  ),
  judged as (
    select c.*, case when c.faults_of_file <> '{}' then c.faults_of_file else array_remove(array[
      case when c.given_id is not null and c.id is null then
        format('id: found “%s”; expected an id as an export writes it, or an empty cell.', c.given_id) end,
      case
        when coalesce(c.title, '') !~ '\S' then 'title: nothing found; expected a text.'
        when c.copy > 1 then format('title: “%s” is the workshop of %s; expected each workshop once.', c.title, c.first_place)
        when c.target_count > 1 then
          format('title: found “%s”, which %s workshops at this place have; expected a column id that says which.', c.title, c.target_count)
        when c.target_count = 1 and not c.is_same and not update_existing then
          format('title: “%s” exists already; expected a new workshop, or the choice to update what exists.', c.title)
      end,
      case when coalesce(c.hours, 0) <= 0 or c.hours > 10000 then
        format('duration_hours: %s; expected a number of hours such as 3.5, at most 10,000.', coalesce('found “' || (c.entry ->> 'duration_hours') || '”', 'nothing found')) end,
      case when c.price is null or c.price <> trunc(c.price) then
        format('price_chf: %s; expected whole francs such as 450.', coalesce('found “' || (c.entry ->> 'price_chf') || '”', 'nothing found')) end,
      private.fault_of_code(c.entry, 'category', c.category_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_categories k)),
      private.fault_of_code(c.entry, 'target_group', c.target_group_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_target_groups k)),
      private.fault_of_code(c.entry, 'level', c.level_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_levels k))
    ], null) end as found_faults
    from compared c
  )
  update private.import_rows r
  set target = j.target, seen = j.seen, faults = j.found_faults,
    creates = case when j.found_faults = '{}' then array_remove(array[
      private.new_of_code(j.entry, 'category', j.category_id), private.new_of_code(j.entry, 'target_group', j.target_group_id),
      private.new_of_code(j.entry, 'level', j.level_id)
    ], null) || array(
      select 'dimension ' || o.key from jsonb_each_text(j.entry -> 'objectives') o
      where o.value ~ '\S' and not exists (select from public.matrix_dimensions d where d.name = o.key) order by o.key
    ) else '{}' end,
    outcome = case when j.found_faults <> '{}' then 'wrong' when j.target is null then 'create'
      when j.is_same then 'unchanged' else 'update' end
  from judged j
  where r.account = auth.uid() and r.import = check_matrix.import and r.number = j.number;
$$;
comment on function private.check_matrix(uuid, boolean) is 'Writes to the staged rows what an import would do with each.';

create function private.write_axes(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  axis record;
begin
  for axis in
    select * from (values
      ('category', 'matrix_categories'), ('target_group', 'matrix_target_groups'), ('level', 'matrix_levels')
    ) a (key, relation)
  loop
    execute format(
      'insert into public.%1$I (code, name, sort_order)
       select n.code, n.name, (select coalesce(max(k.sort_order), 0) from public.%1$I k) + row_number() over (order by n.number)
       from (
         select distinct on (r.entry ->> $1) r.entry ->> $1 as code, r.entry ->> ($1 || ''_name'') as name, r.number
         from private.import_rows r
         where r.account = auth.uid() and r.import = $2 and r.outcome in (''create'', ''update'')
           and not exists (select from public.%1$I k where k.code = r.entry ->> $1)
         order by r.entry ->> $1, r.number
       ) n', axis.relation
    ) using axis.key, import;
  end loop;
  insert into public.matrix_dimensions (name, sort_order)
  select n.name, (select coalesce(max(d.sort_order), 0) from public.matrix_dimensions d) + row_number() over (order by n.place, n.name)
  from (
    select o.key as name, min((r.entry -> 'dimension_order' ->> o.key)::integer) as place
    from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') o
    where r.account = auth.uid() and r.import = write_axes.import and r.outcome in ('create', 'update') and o.value ~ '\S'
      and not exists (select from public.matrix_dimensions d where d.name = o.key)
    group by o.key
  ) n;
end;
$$;
comment on function private.write_axes(uuid) is 'Adds the new codes and dimensions of an import after those that exist.';

create function private.write_matrix(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- A write of an objective locks it before its workshop; the same order here prevents deadlocks.
  perform from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id in (
      select r.target from private.import_rows r
      where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    ) order by o.id for no key update;
  perform private.write_axes(import);
  update private.import_rows r
  set target = coalesce(nullif(r.entry ->> 'id', '')::uuid, gen_random_uuid())
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'create';

  insert into public.matrix_workshops (
    id, title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id
  )
  select r.target, r.entry ->> 'title', private.number_of(r.entry ->> 'duration_hours')::real,
    private.number_of(r.entry ->> 'price_chf')::integer, nullif(r.entry ->> 'prerequisites', ''), c.id, g.id, l.id
  from private.import_rows r
  join public.matrix_categories c on c.code = r.entry ->> 'category'
  join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
  join public.matrix_levels l on l.code = r.entry ->> 'level'
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'create'
  order by r.number;

  update public.matrix_workshops m
  set title = r.entry ->> 'title', duration_hours = private.number_of(r.entry ->> 'duration_hours')::real,
    price_chf = private.number_of(r.entry ->> 'price_chf')::integer,
    prerequisites = case when r.entry ? 'prerequisites' then nullif(r.entry ->> 'prerequisites', '') else m.prerequisites end,
    category_id = c.id, target_group_id = g.id, level_id = l.id
  from private.import_rows r
  join public.matrix_categories c on c.code = r.entry ->> 'category'
  join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
  join public.matrix_levels l on l.code = r.entry ->> 'level'
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update' and m.id = r.target;

  delete from public.matrix_workshop_learning_objectives o
  using private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    and o.matrix_workshop_id = r.target and o.dimension_id = d.id and coalesce(given.value, '') !~ '\S';

  insert into public.matrix_workshop_learning_objectives (matrix_workshop_id, dimension_id, objective)
  select r.target, d.id, given.value
  from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update') and given.value ~ '\S'
  order by r.number, d.sort_order
  on conflict (matrix_workshop_id, dimension_id) do update set objective = excluded.objective
  where public.matrix_workshop_learning_objectives.objective <> excluded.objective;
end;
$$;

create function private.check_import(target text, import uuid, update_existing boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  case target
    when 'posts' then perform private.check_posts(import, update_existing);
    when 'matrix' then perform private.check_matrix(import, update_existing);
    else raise exception using errcode = 'PT400',
      message = format('There is no import of “%s”; expected posts or matrix.', target);
  end case;
  if private.role_of_caller() <> 'publisher' then
    perform private.refuse_rows(target, import);
  end if;
  return private.import_report(import);
end;
$$;

create function private.run_import(target text, import uuid, update_existing boolean, leave_out boolean, plan text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.expect_staff();
  if plan is not null then
    -- One import at a time: the second one sees what the first one wrote.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('import', 0));
  end if;
  report := private.check_import(target, import, update_existing);
  if not coalesce(private.may_import(report, plan, leave_out), false) then
    return report || '{"done": false}';
  end if;
  begin
    if target = 'posts' then
      perform private.write_posts(import);
    else
      perform private.write_matrix(import);
    end if;
  exception when unique_violation then
    -- Somebody saved the same address or code since the check.
    return private.check_import(target, import, update_existing) || '{"done": false}';
  end;
  delete from private.import_rows r where r.account = auth.uid() and r.import = run_import.import;
  return report || '{"done": true}';
end;
$$;

create function public.run_import(
  target text, import uuid, update_existing boolean default false, leave_out boolean default false, plan text default null
) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '5min'
as $$
  select private.run_import(target, import, update_existing, leave_out, plan);
$$;
comment on function public.run_import(text, uuid, boolean, boolean, text) is
  'Checks the staged rows of an import of posts or the matrix: {plan, rows: [[number, outcome, faults]], creates, done}. With the plan of an earlier check it writes them all if the plan is still the same and no row is wrong, or with leave_out all but the wrong ones; else it writes nothing and done is false.';

create table private.open_records (
  account uuid not null references auth.users (id) on delete cascade,
  kind text not null constraint open_records_kind check (length(kind) between 1 and 63),
  record uuid not null,
  seen_at timestamptz not null default now(),
  primary key (record, kind, account)
);
comment on table private.open_records is
  'Heartbeats of open forms. They count for 60 seconds; open_record deletes those of a record after 90, private.retention all others.';
comment on column private.open_records.kind is 'The table of the record.';

create index open_records_account on private.open_records (account);

create index open_records_oldest on private.open_records (seen_at);

alter table private.open_records enable row level security;

create function private.open_record(kind text, record uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o where (o.account, o.kind, o.record) in (
    select r.account, r.kind, r.record from private.open_records r
    where r.kind = open_record.kind and r.record = open_record.record and r.account <> auth.uid()
      and r.seen_at < now() - interval '90 seconds'
    for update skip locked
  );
  insert into private.open_records (account, kind, record)
  values (auth.uid(), open_record.kind, open_record.record)
  on conflict on constraint open_records_pkey do update set seen_at = now();
  return array(
    select coalesce(p.name, p.address) as shown
    from private.open_records o
    join private.staff s on s.user_id = o.account
    cross join private.person(o.account) p
    where o.kind = open_record.kind and o.record = open_record.record and o.account <> auth.uid()
      and o.seen_at > now() - interval '60 seconds'
    order by shown
  );
end;
$$;
comment on function private.open_record(text, uuid) is 'Stores a heartbeat of the caller, and returns the names of others.';

create function public.open_record(kind text, record uuid) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.open_record(kind, record);
$$;
comment on function public.open_record(text, uuid) is
  'For staff: says that the caller has the form of a record open, and returns the names of others who said so in the last 60 seconds.';

create function private.close_record(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.open_records o
  where o.account = auth.uid() and o.kind = close_record.kind and o.record = close_record.record;
end;
$$;
comment on function private.close_record(text, uuid) is 'Deletes the heartbeat of the caller.';

create function public.close_record(kind text, record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.close_record(kind, record);
$$;
comment on function public.close_record(text, uuid) is 'For staff: says that the caller has left the form of a record.';

insert into private.retention (subject, days, purpose) values
  ('private.open_records', 1, 'Says who has a form open; counts for a minute.');

create table public.drafts (
  id uuid primary key default gen_random_uuid(),
  relation text not null,
  record_id uuid not null constraint drafts_record_id_key unique,
  entry bigint not null,
  content jsonb not null constraint drafts_content_object check (jsonb_typeof(content) = 'object'),
  publish_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.drafts is
  'Drafts of posts, pages, workshops, ads and courses, at most one for each. save_draft, publish_draft and discard_draft write them.';
comment on column public.drafts.relation is 'The table of the record.';
comment on column public.drafts.entry is
  'The newest entry of the audit log about the record when the draft began, 0 for none. Later ones make it a conflict.';
comment on column public.drafts.content is
  'The columns of the record; links of a page: [{"place"}]; modules of a course, with their lessons, in order, and when each was changed.';
comment on column public.drafts.publish_at is 'Time from which the draft is published; null for none.';
comment on column public.drafts.failure is 'Why it was not published at its time; null unless that failed.';

create trigger touch_updated_at before update on public.drafts
  for each row execute function private.touch_updated_at();

create index drafts_due on public.drafts (publish_at) where publish_at is not null;

alter table public.drafts enable row level security;

create policy "Staff read drafts" on public.drafts
  for select to authenticated using ((select private.is_staff()));

create function private.columns_of_draft(relation text) returns text[]
language sql immutable set search_path = ''
as $$
  select case relation
    when 'posts' then array['title', 'slug', 'content', 'excerpt', 'category_id', 'published_at', 'author', 'picture']
    when 'pages' then array['title', 'slug', 'description', 'content', 'published_at', 'links']
    when 'workshops' then array[
      'title', 'subtitle', 'description', 'content', 'learning_objectives', 'max_participants', 'duration',
      'workshop_category_id', 'picture'
    ]
    when 'ads' then array['title', 'subtitle', 'description', 'cta_text', 'cta_url', 'type', 'offer_id', 'is_active']
    when 'courses' then array[
      'title', 'slug', 'description', 'thumbnail_url', 'course_category_id', 'difficulty_level', 'is_published',
      'picture', 'modules'
    ]
  end;
$$;
comment on function private.columns_of_draft(text) is
  'The keys of a draft''s content; null for a table whose rows have no drafts.';

create function private.parts_of_record(relation text, record uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case relation
    when 'pages' then jsonb_build_object('links', (
      select coalesce(jsonb_agg(jsonb_build_object('place', l.place)), '[]')
      from public.links l where l.page_id = record
    ))
    when 'courses' then jsonb_build_object('modules', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.title, 'description', m.description, 'updated_at', m.updated_at, 'lessons', (
          select coalesce(jsonb_agg(to_jsonb(l) - array['module_id', 'order_position'] order by l.order_position, l.id), '[]')
          from public.lessons l where l.module_id = m.id
        )
      ) order by m.order_position, m.id), '[]')
      from public.modules m where m.course_id = record
    ))
    else '{}'
  end;
$$;

create function private.content_of(relation text, record uuid, state jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(e.key, e.value)
  from jsonb_each(state || private.parts_of_record(relation, record)) e
  where e.key = any (private.columns_of_draft(relation));
$$;
comment on function private.content_of(text, uuid, jsonb) is
  'A state of a record as the content of a draft. Links and modules are those of now.';

create function private.last_entry(record uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(t.id), 0) from public.trail t
  where t.record_id = record and (t.row_id = record or t.relation in ('modules', 'lessons'))
    -- What follows from the text is no conflict.
    and coalesce(t.before - 'ai' <> '{}', true);
$$;
comment on function private.last_entry(uuid) is
  'The newest entry of the audit log about a record itself, 0 for none: what is about its draft or a sign-off does not count.';

create function private.expect_content(relation text, columns jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] := private.columns_of_draft(relation);
  unknown constant text := (select min(k) from jsonb_object_keys(columns) k where k <> all (known));
  module jsonb;
begin
  if unknown is not null then
    raise exception using errcode = 'PT400', message = format(
      'A draft of %s has no "%s"; expected some of: %s.', relation, unknown, array_to_string(known, ', ')
    );
  end if;
  -- Refuses values of other types.
  execute format('select from jsonb_populate_record(null::public.%I, $1)', relation)
    using columns - array['links', 'modules'];
  for module in select m from jsonb_array_elements(columns -> 'modules') m loop
    if (module ->> 'id')::uuid is null
      or exists (select from jsonb_array_elements(module -> 'lessons') l where (l ->> 'id')::uuid is null) then
      raise exception using errcode = 'PT400', message = 'Each module and lesson of a draft needs an id.';
    end if;
    perform from jsonb_populate_record(null::public.modules, module);
    perform from jsonb_populate_recordset(null::public.lessons, module -> 'lessons');
  end loop;
end;
$$;
comment on function private.expect_content(text, jsonb) is 'Refuses columns that a record of this kind does not have, and values of other types.';

create function private.place_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.drafts d where d.record_id = new.record_id) then
    raise exception using errcode = 'PT409', message = 'There is a newer draft of it.';
  elsif private.live_row(new.relation, new.record_id) is null then
    raise exception using errcode = 'PT409', message = 'What it is a draft of is in the trash: restore that first.';
  end if;
  -- A restored draft waits for somebody who publishes it.
  new.publish_at := null;
  return new;
end;
$$;

create trigger place_draft before insert on public.drafts
  for each row execute function private.place_draft();

create function private.delete_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.drafts d where d.record_id = old.id;
  return null;
end;
$$;

do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'workshops', 'ads', 'courses'] loop
    execute format(
      'create trigger delete_draft after delete on public.%I
         for each row execute function private.delete_draft()', relation
    );
  end loop;
end;
$$;

create function private.lock_record(relation text, record uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  live jsonb;
begin
  if private.columns_of_draft(relation) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', relation);
  elsif relation = 'courses' then
    perform private.lock_course(record);
  end if;
  live := private.live_row(relation, record);
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  return live;
end;
$$;
comment on function private.lock_record(text, uuid) is
  'The present state of a record, which is locked before its draft. 404 when there is none.';

create function private.save_draft(
  kind text, record uuid, columns jsonb, base timestamptz, version timestamptz, publish_at timestamptz
) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live jsonb;
  draft public.drafts;
begin
  perform private.expect_staff();
  live := private.lock_record(kind, record);
  perform private.expect_content(kind, columns);
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if draft.updated_at is distinct from version or base <> (live ->> 'updated_at')::timestamptz then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.id is null then
    insert into public.drafts (relation, record_id, entry, content)
    values (kind, record, private.last_entry(record), private.content_of(kind, record, live))
    returning * into draft;
  end if;
  update public.drafts d set
    content = d.content || columns, publish_at = save_draft.publish_at, failure = null,
    entry = case when base is null then d.entry else private.last_entry(record) end
  where d.id = draft.id
  returning d.updated_at into version;
  return version;
end;
$$;

create function public.save_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null,
  publish_at timestamptz default null
) returns timestamptz
language sql volatile security invoker set search_path = ''
as $$
  select private.save_draft(kind, record, columns, base, version, publish_at);
$$;
comment on function public.save_draft(text, uuid, jsonb, timestamptz, timestamptz, timestamptz) is
  'For staff: stores columns in the draft of a record, and returns its version. 409 unless version is the updated_at of the draft, null for none, and base that of the record. base: the record that the content takes into account; null for an unchanged one. publish_at: when to publish it.';

create function private.put_modules(course uuid, modules jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.modules as stored (id, course_id, title, description, order_position)
  select m.id, course, m.title, coalesce(m.description, ''), o.place - 1
  from jsonb_array_elements(modules) with ordinality o (module, place)
  cross join jsonb_populate_record(null::public.modules, o.module) m
  on conflict (id) do update set
    title = excluded.title, description = excluded.description, order_position = excluded.order_position
    where stored.course_id = excluded.course_id and (stored.title, stored.description, stored.order_position)
      is distinct from (excluded.title, excluded.description, excluded.order_position);
  insert into public.lessons as stored (
    id, module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  select
    l.id, (o.module ->> 'id')::uuid, l.title, coalesce(l.content, ''), l.video_url, l.captions, l.transcript,
    coalesce(l.duration, '00:00:00'), coalesce(l.lesson_type, 'text'), p.place - 1
  from jsonb_array_elements(modules) o (module)
  cross join jsonb_array_elements(o.module -> 'lessons') with ordinality p (lesson, place)
  cross join jsonb_populate_record(null::public.lessons, p.lesson) l
  on conflict (id) do update set
    module_id = excluded.module_id, title = excluded.title, content = excluded.content,
    video_url = excluded.video_url, captions = excluded.captions, transcript = excluded.transcript,
    duration = excluded.duration, lesson_type = excluded.lesson_type, order_position = excluded.order_position
    where exists (select from public.modules m where m.id = stored.module_id and m.course_id = course)
      and to_jsonb(stored) - 'updated_at' is distinct from to_jsonb(excluded) - 'updated_at';
  delete from public.lessons l using public.modules m
  where m.id = l.module_id and m.course_id = course and not exists (
    select from jsonb_array_elements(modules) o (module), jsonb_array_elements(o.module -> 'lessons') p (lesson)
    where (p.lesson ->> 'id')::uuid = l.id
  );
  delete from public.modules m
  where m.course_id = course and not exists (
    select from jsonb_array_elements(modules) o (module) where (o.module ->> 'id')::uuid = m.id
  );
end;
$$;
comment on function private.put_modules(uuid, jsonb) is
  'Makes the modules and lessons of a course those of a draft. Rows of other courses stay as they are.';

create function private.put_draft(record uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  draft public.drafts;
  list text;
begin
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if private.last_entry(record) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.relation = 'pages' then
    perform public.save_page(record, null, draft.content);
  else
    list := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(draft.content - 'modules') k);
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      draft.relation, list
    ) using draft.content, record;
  end if;
  if draft.relation = 'courses' then
    perform private.put_modules(record, draft.content -> 'modules');
  end if;
  delete from public.drafts d where d.id = draft.id;
end;
$$;
comment on function private.put_draft(uuid) is
  'Publishes the draft of a locked record. 409 when the record has changed since the draft began.';

create function private.publish_draft(
  kind text, record uuid, columns jsonb, base timestamptz, version timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.save_draft(kind, record, columns, base, version, null);
  perform private.put_draft(record);
end;
$$;

create function public.publish_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null
) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.publish_draft(kind, record, columns, base, version);
$$;
comment on function public.publish_draft(text, uuid, jsonb, timestamptz, timestamptz) is
  'For staff: stores columns in the draft of a record, as save_draft does, writes the draft to the record and deletes it. 409 also when the record has changed since the draft began.';

create function private.discard_draft(record uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from public.drafts d where d.record_id = record and d.updated_at = version;
  if not found and exists (select from public.drafts d where d.record_id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
end;
$$;

create function public.discard_draft(record uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.discard_draft(record, version);
$$;
comment on function public.discard_draft(uuid, timestamptz) is
  'For staff: deletes the draft of a record, which can be restored for 30 days. 409 unless version is its updated_at.';

create function private.read_draft(record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  draft public.drafts;
  live jsonb;
begin
  perform private.expect_staff();
  select d.* into draft from public.drafts d where d.record_id = record;
  if draft.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', draft.relation) into live using record;
  return to_jsonb(draft) - array['relation', 'record_id', 'entry'] || jsonb_build_object(
    'is_stale', private.last_entry(record) > draft.entry,
    -- Without the entries since then the record of then is not known.
    'began', case when exists (select from public.trail t where t.id <= draft.entry) or draft.entry = 0 then
      private.content_of(draft.relation, record, private.row_at(draft.relation, record, live, draft.entry)) - 'modules'
    end
  );
end;
$$;

create function public.read_draft(record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_draft(record);
$$;
comment on function public.read_draft(uuid) is
  'For staff: the draft of a record, null for none. is_stale: the record has changed since the draft began. began: the columns of the record of then, null when the audit log does not hold them any more.';

create function private.publish_due_drafts() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
  published integer := 0;
begin
  for due in
    select d.relation, d.record_id from public.drafts d where d.publish_at <= now() order by d.publish_at, d.id
  loop
    begin
      perform private.lock_record(due.relation, due.record_id);
      if exists (select from public.drafts d where d.record_id = due.record_id and d.publish_at <= now()) then
        perform private.put_draft(due.record_id);
        published := published + 1;
      end if;
    exception when others then
      update public.drafts d set publish_at = null, failure = sqlerrm where d.record_id = due.record_id;
    end;
  end loop;
  return published;
end;
$$;
comment on function private.publish_due_drafts() is
  'Publishes the drafts whose time has come, and returns how many. One that cannot be published stays, with the reason. The embedded backend calls it, elsewhere a schedule of pg_cron.';

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('publish-due-drafts', '* * * * *', 'select private.publish_due_drafts()');
  end if;
end;
$$;

create trigger record_in_trail after insert or update on public.drafts
  for each row execute function private.record_in_trail('updated_at', 'entry');

create trigger record_deletion_in_trail before delete on public.drafts
  for each row execute function private.record_in_trail('updated_at');

create trigger note_byline after insert or update on public.drafts
  for each row when (new.relation = 'posts') execute function private.note_byline();

create function private.draft_without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when state ? 'content'
    then jsonb_set(state, '{content}', private.without_bylines(state -> 'content', of_post, of_account))
    else state
  end;
$$;
comment on function private.draft_without_bylines(jsonb, uuid, uuid) is
  'A state of a post''s draft in the trail, without the name of an account.';

create table private.previews (
  id uuid primary key default gen_random_uuid(),
  relation text not null,
  record_id uuid not null,
  token_hash bytea not null constraint previews_token_hash_key unique,
  account uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table private.previews is
  'Links to drafts. create_preview makes them, revoke_preview and the deletion of their account delete them, private.retention those that have expired.';
comment on column private.previews.relation is 'The table of the record.';
comment on column private.previews.token_hash is 'SHA-256 of the token, which is stored nowhere.';
comment on column private.previews.account is 'Who made it.';

create index previews_record on private.previews (record_id);

create index previews_account on private.previews (account);

create index previews_expiry on private.previews (expires_at);

alter table private.previews enable row level security;

create function private.create_preview(kind text, record uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.expect_staff();
  if kind = 'ads' then
    raise exception using errcode = 'PT400', message = 'An ad has no page of its own, so that it has no preview.';
  end if;
  -- Locks the record, so that links which are made at the same time are counted.
  perform private.lock_record(kind, record);
  if (select count(*) from private.previews p where p.record_id = record and p.expires_at > now()) >= 20 then
    raise exception using errcode = 'PT409', message = 'There are 20 links to this already; expected one to be revoked first.';
  end if;
  insert into private.previews (relation, record_id, token_hash, account)
  values (kind, record, sha256(convert_to(token, 'UTF8')), auth.uid());
  return token;
end;
$$;

create function public.create_preview(kind text, record uuid) returns text
language sql volatile security invoker set search_path = ''
as $$
  select private.create_preview(kind, record);
$$;
comment on function public.create_preview(text, uuid) is
  'For staff: makes a link that shows a record with its draft to whoever has it, for 7 days, and returns its token, once. 409 when the record has 20 links.';

create function private.list_previews(record uuid)
returns table (id uuid, created_at timestamptz, expires_at timestamptz, made_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select p.id, p.created_at, p.expires_at, coalesce(a.name, a.address)
    from private.previews p left join lateral private.person(p.account) a on true
    where p.record_id = record and p.expires_at > now()
    order by p.created_at desc, p.id;
end;
$$;

create function public.list_previews(record uuid)
returns table (id uuid, created_at timestamptz, expires_at timestamptz, made_by text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.list_previews(record);
$$;
comment on function public.list_previews(uuid) is 'For staff: the links to the preview of a record that work, newest first.';

create function private.revoke_preview(preview uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.previews p where p.id = preview;
end;
$$;

create function public.revoke_preview(preview uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.revoke_preview(preview);
$$;
comment on function public.revoke_preview(uuid) is 'For staff: ends a link to a preview at once.';

create function private.visible_columns(relation regclass, state jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(state) e
  join pg_catalog.pg_attribute a on a.attrelid = relation and a.attname = e.key and not a.attisdropped
  where has_column_privilege('anon', relation, a.attnum, 'select');
$$;
comment on function private.visible_columns(regclass, jsonb) is 'The columns of a row that visitors may read.';

create function private.previewed_modules(course jsonb, modules jsonb, lesson uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with m as materialized (
    select p.id, p.title, coalesce(p.description, '') as description, o.place - 1 as place, o.module -> 'lessons' as lessons
    from jsonb_array_elements(modules) with ordinality o (module, place)
    cross join jsonb_populate_record(null::public.modules, o.module) p
  ),
  l as materialized (
    select m.id as module, o.place, private.visible_columns('public.lessons', to_jsonb(p) || jsonb_build_object(
      'content', coalesce(p.content, ''), 'duration', coalesce(p.duration, '00:00:00'),
      'lesson_type', coalesce(p.lesson_type, 'text'), 'order_position', o.place - 1
    )) as state
    from m
    cross join jsonb_array_elements(m.lessons) with ordinality o (lesson, place)
    cross join jsonb_populate_record(null::public.lessons, o.lesson) p
  )
  select jsonb_build_object(
    'modules', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.title, 'description', m.description, 'order_position', m.place, 'lessons', (
          select coalesce(jsonb_agg(l.state - array['content', 'transcript', 'captions'] order by l.place), '[]')
          from l where l.module = m.id
        )
      ) order by m.place), '[]')
      from m
    ),
    'module_count', (select count(*) from m),
    'lesson_count', (select count(*) from l),
    'total_duration', (
      select to_char(coalesce(sum((l.state ->> 'duration')::interval), interval '0'), 'HH24:MI:SS') from l
    ),
    'lesson', (
      select l.state || jsonb_build_object('module', jsonb_build_object('course', course))
      from l where l.state ->> 'id' = lesson::text
    )
  );
$$;
comment on function private.previewed_modules(jsonb, jsonb, uuid) is
  'The modules of a draft as rows, with the values that put_modules gives them, the totals of the course, and one lesson with its text.';

create function private.previewed(relation text, live jsonb, content jsonb, lesson uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  state jsonb;
begin
  -- The address stays that of the record, at which its page is rendered.
  execute format('select to_jsonb(jsonb_populate_record(null::public.%I, $1))', relation) into state
    using live || (content - array['links', 'modules', 'slug']);
  if relation = 'posts' then
    state := state || jsonb_build_object(
      'ai', private.ai_of((state ->> 'id')::uuid, state ->> 'title', state ->> 'excerpt', state ->> 'content')
    );
  end if;
  state := private.visible_columns(format('public.%I', relation)::regclass, state);
  return state || case relation
    when 'posts' then jsonb_build_object(
      'published_at', coalesce((state ->> 'published_at')::timestamptz, now()),
      'category', (
        select jsonb_build_object('name', c.name, 'slug', c.slug)
        from public.categories c where c.id = (state ->> 'category_id')::uuid
      )
    )
    when 'workshops' then jsonb_build_object('category', (
      select jsonb_build_object('name', c.name)
      from public.workshop_categories c where c.id = (state ->> 'workshop_category_id')::uuid
    ))
    when 'courses' then jsonb_build_object('category', (
      select jsonb_build_object('name', c.name)
      from public.course_categories c where c.id = (state ->> 'course_category_id')::uuid
    )) || private.previewed_modules(
      jsonb_build_object('id', state -> 'id', 'title', state -> 'title', 'slug', state -> 'slug'),
      content -> 'modules', lesson
    )
    else '{}'
  end;
end;
$$;
comment on function private.previewed(text, jsonb, jsonb, uuid) is
  'A record with the content of a draft over it, as the reads of its page would find it.';

create function private.read_preview(token text, lesson uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now();
  if preview.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', preview.relation) into live
    using preview.record_id;
  return case when live is not null then jsonb_build_object(
    'relation', preview.relation,
    'expires_at', preview.expires_at,
    'row', private.previewed(
      preview.relation, live, coalesce(
        (select d.content from public.drafts d where d.record_id = preview.record_id),
        private.content_of(preview.relation, preview.record_id, live)
      ), lesson
    )
  ) end;
end;
$$;

create function public.read_preview(token text, lesson uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_preview(token, lesson);
$$;
comment on function public.read_preview(text, uuid) is
  'The record of a link with its draft, as its page reads it, for a lesson also that one; null for every token that has no link, for one that ended as for one that never was.';

insert into private.retention (subject, days, purpose) values
  ('private.previews', 1, 'Shows a draft to whoever has the link; counts until it expires.');

create function private.operators_publish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_operator then
    new.role := 'publisher';
  end if;
  return new;
end;
$$;
comment on function private.operators_publish() is 'Makes an operator a publisher.';

create trigger operators_publish before insert or update on private.staff
  for each row execute function private.operators_publish();

create table private.owners (
  record uuid primary key,
  account uuid not null references auth.users (id) on delete cascade
);
comment on table private.owners is
  'The account that created a post, page, course, workshop, ad or picture. Older records, and those of deleted accounts, are nobody''s own.';

create index owners_account on private.owners (account);

alter table private.owners enable row level security;

create table private.publication_requests (
  record uuid primary key,
  kind text not null,
  account uuid not null references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
comment on table private.publication_requests is
  'Records that wait for a publisher. Publishing, discarding the draft and deleting end a request.';
comment on column private.publication_requests.kind is 'The table of the record.';

create index publication_requests_account on private.publication_requests (account);

create index publication_requests_oldest on private.publication_requests (requested_at);

alter table private.publication_requests enable row level security;

create function private.role_of_caller() returns text
language sql stable security definer set search_path = ''
as $$
  select s.role from private.staff s where s.user_id = (select auth.uid());
$$;
comment on function private.role_of_caller() is 'publisher, editor or author; null without an account of staff.';

create function public.own_role() returns text
language sql stable security invoker set search_path = ''
as $$
  select private.role_of_caller();
$$;
comment on function public.own_role() is 'The role of the caller: publisher, editor or author. For the interface only: triggers decide by themselves.';

create function private.expect_publisher() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.role_of_caller() <> 'publisher' then
    raise exception using errcode = '42501', hint = 'role', message = 'Only publishers may do this.';
  end if;
end;
$$;
comment on function private.expect_publisher() is 'Refuses a caller who is not a publisher.';

create function private.owned_record(relation text, state jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when relation in ('posts', 'pages', 'courses', 'workshops', 'ads', 'pictures') then state ->> 'id'
    when relation = 'modules' then state ->> 'course_id'
    when relation = 'lessons' then (
      select m.course_id::text from public.modules m where m.id = (state ->> 'module_id')::uuid
    )
    when relation = 'links' then state ->> 'page_id'
    when relation = 'drafts' then state ->> 'record_id'
  end::uuid;
$$;
comment on function private.owned_record(text, jsonb) is
  'The record whose creator owns a row; null for rows that nobody owns, and for a lesson whose module is gone.';

create function private.is_public(relation text, state jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    -- A future time publishes, too.
    when relation in ('posts', 'pages') then state ->> 'published_at' is not null
    when relation = 'drafts' then state ->> 'publish_at' is not null
    when relation = 'courses' then (state ->> 'is_published')::boolean
    when relation = 'ads' then (state ->> 'is_active')::boolean
    when relation in ('modules', 'lessons') then (
      select c.is_published from public.courses c where c.id = private.owned_record(relation, state)
    )
    when relation = 'links' and state ->> 'page_id' is not null then (
      select p.published_at is not null from public.pages p where p.id = (state ->> 'page_id')::uuid
    )
    else true
  end;
$$;
comment on function private.is_public(text, jsonb) is
  'Whether visitors see a row, now or at a time that is set. Null for a part of a record that is gone.';

create function private.refusal(role text, is_own boolean, is_public boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when role = 'author' and not is_own then 'Authors change only what they created.'
    when role = 'author' and is_public then 'Authors do not change what is published: save a draft and request its publication.'
    when role = 'editor' and not is_own and is_public then 'Editors publish only what they created: save a draft and request its publication.'
  end;
$$;
comment on function private.refusal(text, boolean, boolean) is
  'Why a role does not allow a write of a draft, or with is_public of what visitors see; null when it is allowed.';

create function private.refusal_of_picture(role text, is_own boolean) returns text
language sql immutable set search_path = ''
as $$
  select case when role <> 'publisher' and not is_own then 'Only publishers change pictures that others added.' end;
$$;
comment on function private.refusal_of_picture(text, boolean) is
  'Why a role does not allow a write of a picture of the library, which shows in public only where a record uses it.';

create function private.owns(record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.owners o where o.record = owns.record and o.account = (select auth.uid()));
$$;
comment on function private.owns(uuid) is 'Whether the caller created a record.';

create function private.note_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row that had an earlier life comes from the trash, and is still its creator's.
  insert into private.owners (record, account)
  select new.id, s.user_id from private.staff s
  where s.user_id = (select auth.uid()) and not exists (select from public.trail t where t.row_id = new.id)
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_owner() is
  'Notes who created a record. After the insert, as an upsert of another''s record is none; by its name before record_in_trail.';

create function private.check_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role constant text := private.role_of_caller();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  state jsonb;
  is_public boolean;
  fault text;
begin
  if coalesce(role, 'publisher') = 'publisher' or current_setting('private.is_retention', true) = 'on' then
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
$$;
comment on function private.check_role() is
  'Refuses a write that the role of the caller does not allow: the row as it was and as it is now.';

do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'courses', 'workshops', 'ads'] loop
    execute format(
      'create trigger check_0_owner after insert on public.%I for each row execute function private.note_owner()', relation
    );
  end loop;
  foreach relation in array array[
    'public.posts', 'public.pages', 'public.courses', 'public.modules', 'public.lessons', 'public.workshops', 'public.ads',
    'public.drafts', 'public.links', 'public.site', 'public.prompts', 'public.categories', 'public.course_categories',
    'public.workshop_categories', 'public.matrix_categories', 'public.matrix_target_groups', 'public.matrix_levels',
    'public.matrix_dimensions', 'public.matrix_workshops', 'public.matrix_workshop_learning_objectives',
    'private.dismissed_links'
  ] loop
    execute format(
      'create trigger check_role after insert or update or delete on %s for each row execute function private.check_role()',
      relation
    );
  end loop;
end;
$$;

create function private.forget_owners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o using gone
  where gone.operation = 'delete' and o.record = gone.row_id
    and not exists (select from public.trail t where t.row_id = o.record);
  return null;
end;
$$;

create trigger forget_owners after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_owners();

create function private.expect_draft_of(kind text, record uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  live jsonb;
  fault text;
begin
  perform private.expect_staff();
  if private.columns_of_draft(kind) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', kind);
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', kind) into live using record;
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  fault := private.refusal(private.role_of_caller(), private.owns(record), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  elsif private.is_public(kind, live) and not exists (
    select from public.drafts d where d.record_id = record and d.publish_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Nothing waits for publication: save a draft first.';
  end if;
end;
$$;
comment on function private.expect_draft_of(text, uuid) is
  'Refuses a record of which nothing is to be published, or whose draft is not the caller''s to write.';

create function private.request_publication(kind text, record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_draft_of(kind, record);
  insert into private.publication_requests (record, kind, account)
  values (request_publication.record, request_publication.kind, (select auth.uid()))
  on conflict do nothing;
end;
$$;

create function public.request_publication(kind text, record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.request_publication(kind, record);
$$;
comment on function public.request_publication(text, uuid) is
  'For staff: asks publishers to publish a record or its draft. 409 when nothing waits; an earlier request stays.';

create function private.withdraw_request(record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.publication_requests r
  where r.record = withdraw_request.record
    and (r.account = (select auth.uid()) or private.role_of_caller() = 'publisher');
  if not found then
    raise exception using errcode = 'PT404', message = 'You have no request about it.';
  end if;
end;
$$;

create function public.withdraw_request(record uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.withdraw_request(record);
$$;
comment on function public.withdraw_request(uuid) is
  'For staff: ends a request of publication, which the caller made. Publishers end those of others, too.';

create function private.refusal_in_form(kind text, record uuid, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when kind in ('posts', 'pages', 'courses', 'workshops', 'ads') then private.refusal(
      private.role_of_caller(), record is null or private.owns(record), is_public
    )
    when kind = 'pictures' then private.refusal_of_picture(
      private.role_of_caller(), record is null or private.owns(record)
    )
    -- Their course decides, which a form of a new one does not name.
    when kind not in ('modules', 'lessons') and private.role_of_caller() <> 'publisher' then 'Only publishers may do this.'
  end;
$$;
comment on function private.refusal_in_form(text, uuid, boolean) is
  'What check_role would say about a save. record: null for one that the caller creates.';

create function private.read_publication(kind text, record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'refusal', private.refusal_in_form(kind, record, true),
    'draft_refusal', private.refusal_in_form(kind, record, false),
    'request', (
      select jsonb_build_object(
        'at', r.requested_at, 'by', coalesce(p.name, p.address), 'is_own', r.account = (select auth.uid())
      )
      from private.publication_requests r cross join private.person(r.account) p
      where r.record = read_publication.record and r.kind = read_publication.kind
    )
  );
end;
$$;

create function public.read_publication(kind text, record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_publication(kind, record);
$$;
comment on function public.read_publication(text, uuid) is
  'For staff: why the caller may not publish a record (refusal) or write its draft (draft_refusal), null when allowed, and who asked for its publication when. record: null for one that the caller creates.';

create function private.publication_requests() returns table (
  kind text, record uuid, title text, requested_at timestamptz, requested_by text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select r.kind, r.record, coalesce(d.content ->> 'title', t.title, ''), r.requested_at, coalesce(p.name, p.address)
    from private.publication_requests r
    cross join private.person(r.account) p
    left join public.drafts d on d.record_id = r.record
    left join lateral (
      select x.title from public.posts x where x.id = r.record
      union all select x.title from public.pages x where x.id = r.record
      union all select x.title from public.courses x where x.id = r.record
      union all select x.title from public.workshops x where x.id = r.record
      union all select x.title from public.ads x where x.id = r.record
    ) t on true
    where private.role_of_caller() = 'publisher' or r.account = (select auth.uid())
    order by r.requested_at, r.record
    limit 100;
end;
$$;

create function public.publication_requests() returns table (
  kind text, record uuid, title text, requested_at timestamptz, requested_by text
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.publication_requests();
$$;
comment on function public.publication_requests() is
  'For staff: what waits for publication, the oldest 100 requests. Publishers see all, others their own.';

create function private.end_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  state constant jsonb := to_jsonb(coalesce(new, old));
  subject constant uuid := coalesce(state ->> 'record_id', state ->> 'id')::uuid;
begin
  if tg_op = 'DELETE' or private.is_public(tg_table_name, state) and (
    tg_table_name = 'drafts' or not exists (select from public.drafts d where d.record_id = subject)
  ) then
    delete from private.publication_requests r where r.record = subject;
  end if;
  return null;
end;
$$;
comment on function private.end_request() is
  'Ends the request about a record that is published or deleted, or whose draft is published, scheduled or discarded.';

do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'courses', 'workshops', 'ads', 'drafts'] loop
    execute format(
      'create trigger end_request after update or delete on public.%I
         for each row execute function private.end_request()', relation
    );
  end loop;
end;
$$;

create function private.expect_role(role text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(role not in ('publisher', 'editor', 'author'), true) then
    raise exception using errcode = 'PT400', message = format('"%s" is no role; expected publisher, editor or author.', role);
  end if;
end;
$$;

create function private.set_role(account uuid, role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present private.staff;
begin
  perform private.hold_rights((select auth.uid()));
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  perform private.expect_fresh_sign_in();
  perform private.expect_role(role);
  select s.* into present from private.staff s where s.user_id = account for update;
  if present.user_id is null then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  elsif present.is_operator and role <> 'publisher' then
    raise exception using errcode = 'PT409', message = 'An operator is a publisher.';
  end if;
  update private.staff s set role = set_role.role where s.user_id = account;
  if role <> 'publisher' then
    -- Only publishers invite.
    delete from private.invitations i where i.accepted_at is null and i.invited_by = account;
  end if;
end;
$$;

create function public.set_role(account uuid, role text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.set_role(account, role);
$$;
comment on function public.set_role(uuid, text) is
  'For operators, soon after a sign-in: makes an account of staff publisher, editor or author.';

create function private.create_invitation(address text, remark text, inviter uuid, is_by_start boolean, given text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  invited constant text := nullif(lower(btrim(address)), '');
begin
  if invited !~ '^[^@\s]+@[^@\s]+$' or length(invited) > 254 then
    raise exception using errcode = 'PT400', message = 'This is no e-mail address; expected one like name@example.org.';
  end if;
  perform private.expect_role(given);
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = invited) then
    raise exception using errcode = 'PT409', message = 'This address is staff already.';
  end if;
  insert into private.invitations (email, token_hash, note, invited_by, by_start, role)
  values (invited, sha256(convert_to(token, 'UTF8')), nullif(btrim(remark), ''), inviter, is_by_start, given)
  on conflict (email) where accepted_at is null do update set
    token_hash = excluded.token_hash, note = excluded.note, role = excluded.role, invited_by = excluded.invited_by,
    by_start = excluded.by_start, created_at = now(), expires_at = default;
  return token;
end;
$$;
comment on function private.create_invitation(text, text, uuid, boolean, text) is
  'Invites an address, or with null anybody with the link, to a role, and returns the token. An older link for the same address becomes void.';

create function private.invite(address text default null, remark text default null, role text default 'publisher') returns text
language sql security definer set search_path = ''
as $$
  select private.create_invitation(address, remark, null, false, role);
$$;
comment on function private.invite(text, text, text) is
  'For the operator: invites and returns the token of a link that works once, SITE_URL/login#invitation=TOKEN. role: publisher, editor or author.';

create function private.invite_colleague(address text, remark text, role text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_rights((select auth.uid()));
  perform private.expect_publisher();
  if role is distinct from 'publisher' and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  if coalesce(btrim(address), '') = '' then
    raise exception using errcode = 'PT400', message = 'Whom do you want to invite? Enter an e-mail address.';
  end if;
  if (select count(*) from private.invitations where accepted_at is null) >= 100 then
    raise exception using errcode = 'PT409', message = 'There are 100 open invitations. Revoke those that are not needed.';
  end if;
  return private.create_invitation(address, remark, (select auth.uid()), false, role);
end;
$$;

create function public.invite_colleague(address text, remark text, role text default 'publisher') returns text
language sql security invoker set search_path = ''
as $$
  select private.invite_colleague(address, remark, role);
$$;
comment on function public.invite_colleague(text, text, text) is
  'For publishers: invites an address and returns the token of its link, which is shown only once. An older link for the address becomes void. role: publisher, or for operators editor or author.';

create function private.refusal_of_row(role text, relation text, state jsonb, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' then null
    when o.record is null then 'Only publishers may do this.'
    when relation = 'pictures' then private.refusal_of_picture(role, private.owns(o.record))
    else private.refusal(role, private.owns(o.record), is_public)
  end
  from (select private.owned_record(relation, state)) o (record);
$$;
comment on function private.refusal_of_row(text, text, jsonb, boolean) is
  'Why a role does not allow the caller to write a row, with is_public one that visitors see; null when it is allowed.';

create function private.refusals_of_row(role text, relation text, state jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'change', private.refusal_of_row(role, relation, state, r.is_public or d.is_scheduled),
    'publish', private.refusal_of_row(role, relation, state, true),
    'draft', private.refusal_of_row(role, relation, state, d.is_scheduled)
  ))
  from (select private.is_public(relation, state)) r (is_public)
  -- A deletion takes the draft with it.
  cross join (select exists (
    select from public.drafts d where d.record_id = (state ->> 'id')::uuid and d.publish_at is not null
  )) d (is_scheduled)
  where r.is_public is not null;
$$;
comment on function private.refusals_of_row(text, text, jsonb) is
  'The refusals of what lists offer about a row, by act; null for a part of a record that is gone.';

create function private.refusals(kinds text[], records uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  role constant text := private.role_of_caller();
  answer jsonb := '{}';
  relation text;
  record uuid;
  state jsonb;
begin
  perform private.expect_staff();
  if role = 'publisher' then
    return answer;
  end if;
  for relation in select distinct k from unnest(kinds) k loop
    if to_regclass(format('public.%I', relation)) is null then
      raise exception using errcode = 'PT400', message = format('There is no table "%s".', relation);
    end if;
    continue when not exists (
      select from pg_catalog.pg_trigger t
      where t.tgname = 'check_role' and t.tgrelid = to_regclass(format('public.%I', relation))
    );
    for record, state in execute format(
      'select r.record, coalesce(to_jsonb(t), (
         select d.before - ''publish_at'' from public.trail d where d.row_id = r.record order by d.id desc limit 1
       ))
       from unnest($1, $2) r (kind, record) left join public.%I t on t.id = r.record
       where r.kind = $3', relation
    ) using kinds, records, relation loop
      continue when state is null;
      answer := answer || coalesce(
        jsonb_build_object(record, nullif(private.refusals_of_row(role, relation, state), '{}')), '{}'
      );
    end loop;
  end loop;
  return jsonb_strip_nulls(answer);
end;
$$;

create function public.refusals(kinds text[], records uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.refusals(kinds, records);
$$;
comment on function public.refusals(text[], uuid[]) is
  'For staff: why the caller may not change or delete (change), publish (publish) or write the draft (draft) of records, by record; those that are allowed are left out. kinds: the table of each record. For a deleted record change is its restore.';

create function private.refuse_rows(target text, import uuid) returns void
language sql volatile set search_path = ''
as $$
  with judged as (
    select r.number, case
      when refuse_rows.target = 'matrix' or r.creates <> '{}' then 'Only publishers may do this.'
      else private.refusal(
        private.role_of_caller(), r.target is null or private.owns(r.target),
        p.published_at is not null or private.moment_of(r.entry ->> 'published_at') is not null
      )
    end as fault
    from private.import_rows r left join public.posts p on p.id = r.target
    where r.account = auth.uid() and r.import = refuse_rows.import and r.outcome in ('create', 'update')
  )
  update private.import_rows r set outcome = 'wrong', faults = array[j.fault], creates = '{}'
  from judged j
  where r.account = auth.uid() and r.import = refuse_rows.import and r.number = j.number and j.fault is not null;
$$;
comment on function private.refuse_rows(text, uuid) is
  'Marks the staged rows that check_role would refuse, as they would be new or change what is there.';

create table private.picture_files (
  hash text primary key constraint picture_files_hash check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null constraint picture_files_content_type
    check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  width integer not null constraint picture_files_width check (width > 0),
  height integer not null constraint picture_files_height check (height > 0),
  bytes bytea not null constraint picture_files_bytes check (octet_length(bytes) between 1 and 10000000)
);
comment on table private.picture_files is 'Copies of pictures, by the SHA-256 of their bytes.';

alter table private.picture_files alter column bytes set storage external;

create table private.picture_copies (
  id uuid primary key default gen_random_uuid(),
  address text not null constraint picture_copies_address_key unique
    constraint picture_copies_address check (octet_length(address) between 1 and 2000),
  file text constraint picture_copies_file_fkey references private.picture_files (hash),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  failure text,
  fetched_at timestamptz
);
comment on table private.picture_copies is 'Addresses of pictures of other hosts that rows name or named, and the copy of each.';
comment on column private.picture_copies.file is 'Null without a copy.';
comment on column private.picture_copies.attempts is 'How often a shell took the address to fetch it; a fourth failure is the last.';
comment on column private.picture_copies.due_at is 'When a shell may take the address: at once, after a claim ends, or for the next attempt.';
comment on column private.picture_copies.failure is 'Why the last attempt gave no copy.';

create index picture_copies_due on private.picture_copies (due_at) where file is null;

create index picture_copies_file on private.picture_copies (file);

create table private.picture_names (
  relation text not null,
  row_id uuid not null,
  address text not null,
  is_taken boolean not null default false,
  ended_at timestamptz,
  constraint picture_names_pkey primary key (relation, row_id, address)
);
comment on table private.picture_names is
  'Which rows name which address of a picture. Triggers write a row''s own entries only, so that saves do not wait for each other.';
comment on column private.picture_names.is_taken is 'Whether a claim has seen the last save of the row.';
comment on column private.picture_names.ended_at is 'When the row ceased to name the address.';

create index picture_names_address on private.picture_names (address);

create index picture_names_saved on private.picture_names (address) where not is_taken;

create index picture_names_ended on private.picture_names (ended_at) where ended_at is not null;

alter table private.picture_files enable row level security;

alter table private.picture_copies enable row level security;

alter table private.picture_names enable row level security;

create function private.destination_address(destination text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when plain ~ '^([!#$&-;=?-Z_a-z~]|%[0-9A-Za-z]{2})*$' then plain
    else (
      select string_agg(
        case
          when c ~ '[!#$%&-;=?-Z_a-z~]' then c
          else upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\1', 'g'))
        end,
        '' order by place
      )
      from regexp_split_to_table(regexp_replace(plain, '%(?![0-9A-Za-z]{2})', '%25', 'g'), '')
        with ordinality as each (c, place)
    )
  end
  from regexp_replace(replace(destination, '&amp;', '&'), '\\([!-/:-@\[-`{-~])', '\1', 'g') as plain;
$$;
comment on function private.destination_address(text) is
  'The address of a link destination of Markdown, escaped as the renderer of pages escapes it.';

create function private.pictures_in_markdown(source text) returns setof text
language sql immutable set search_path = ''
as $$
  with texts as (
    -- Most texts have no picture.
    select source as text where position('![' in source) > 0
  ), destinations as (
    select coalesce(found[1], found[2]) as destination
    from texts, regexp_matches(
      text,
      '!\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\])*\]\(\s*'
        '(?:<((?:https?:)?//[^<>\n]+)>|((?:https?:)?//(?:[^\s<>()\\]|\\.|\([^\s()<>]*\))+))',
      'gi'
    ) as found
    union
    select coalesce(found[2], found[3])
    from texts, regexp_matches(
      text,
      '(?:^|\n)[ \t>*+\d.-]*\[((?:[^\[\]\\]|\\.)+)\]:\s*(?:<((?:https?:)?//[^<>\n]+)>|((?:https?:)?//[^\s<>]+))',
      'gi'
    ) as found
    where position(lower('![' || found[1] || ']') in lower(text)) > 0
      or position(lower('][' || found[1] || ']') in lower(text)) > 0
  )
  select distinct a.address
  from destinations cross join lateral (select private.destination_address(destination) as address) a
  where octet_length(a.address) <= 2000;
$$;
comment on function private.pictures_in_markdown(text) is
  'Addresses of pictures of other hosts in a Markdown text, those in its code included. Parsing decides when a page is rendered.';

create function private.pictures_in(row_of jsonb, texts text[], addresses text[]) returns setof text
language sql immutable set search_path = ''
as $$
  select found from unnest(texts) as name, private.pictures_in_markdown(row_of ->> name) as found
  union
  select row_of ->> name from unnest(addresses) as name
  where row_of ->> name ~* '^https?://' and octet_length(row_of ->> name) <= 2000;
$$;
comment on function private.pictures_in(jsonb, text[], text[]) is
  'Addresses of pictures in a row: in columns with Markdown, and columns that are an address.';

create function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  relation_name constant text := tg_table_name;
  own_id uuid;
  named text[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    update private.picture_names n set ended_at = now() where n.relation = relation_name and n.ended_at is null;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    named := array(select private.pictures_in(to_jsonb(new), tg_argv[0]::text[], tg_argv[1]::text[]));
  end if;
  own_id := case when tg_op = 'DELETE' then old.id else new.id end;
  update private.picture_names n set ended_at = now()
  where n.relation = relation_name and n.row_id = own_id and n.address <> all (named) and n.ended_at is null;
  insert into private.picture_names (relation, row_id, address)
  select relation_name, own_id, address from unnest(named) as address
  on conflict on constraint picture_names_pkey do update set is_taken = false, ended_at = null;
  return null;
end;
$$;
comment on function private.note_pictures() is
  'Arguments: the columns with Markdown, and the columns that are the address of a picture.';

create function private.watch_pictures(relation regclass, texts text[], addresses text[] default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text := (select string_agg(quote_ident(name), ', ') from unnest(texts || addresses) as name);
  -- Rows without a picture do not run the trigger, so that many are written fast.
  may_name constant text := (
    select string_agg(test, ' or ') from (
      select format('strpos(R.%I, ''!['') > 0', name) from unnest(texts) as name
      union all
      select format('R.%I <> ''''', name) from unnest(addresses) as name
    ) as tests (test)
  );
begin
  execute format(
    'create trigger note_pictures_insert after insert on %1$s for each row when (%5$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_update after update of %2$s on %1$s for each row when (%5$s or %6$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_delete after delete on %1$s for each row when (%6$s)
       execute function private.note_pictures(%3$L, %4$L);
     create trigger note_pictures_truncate after truncate on %1$s
       for each statement execute function private.note_pictures(%3$L, %4$L)',
    relation, columns, texts, addresses, replace(may_name, 'R.', 'new.'), replace(may_name, 'R.', 'old.')
  );
  -- Rows that are there already.
  execute format(
    'insert into private.picture_names (relation, row_id, address)
     select (select relname from pg_catalog.pg_class where oid = r.tableoid), r.id, found
     from %1$s r, private.pictures_in(to_jsonb(r), %2$L, %3$L) as found',
    relation, texts, addresses
  );
end;
$$;
comment on function private.watch_pictures(regclass, text[], text[]) is
  'For migrations: has the pictures of other hosts fetched that a table names, in columns with Markdown or as an address.';

select private.watch_pictures('public.posts', '{content}');

select private.watch_pictures('public.workshops', '{content, learning_objectives}');

select private.watch_pictures('public.lessons', '{content, transcript}');

select private.watch_pictures('public.pages', '{content}');

select private.watch_pictures('public.matrix_workshop_learning_objectives', '{objective}');

select private.watch_pictures('public.courses', '{}', '{thumbnail_url}');

select private.watch_content(
  'private.picture_copies', 'pictures', 'case when r.file is not null then ''-infinity''::timestamptz end'
);

create function private.copies_of(addresses text[])
returns table (address text, hash text, content_type text, width integer, height integer)
language sql stable security definer set search_path = ''
as $$
  select c.address, f.hash, f.content_type, f.width, f.height
  from private.picture_copies c join private.picture_files f on f.hash = c.file
  where c.address = any (addresses);
$$;
comment on function private.copies_of(text[]) is 'For public.picture_copies, whose callers have no rights on these tables.';

create function public.picture_copies(addresses text[])
returns table (address text, hash text, content_type text, width integer, height integer)
language sql stable security invoker set search_path = ''
as $$
  select * from private.copies_of(addresses);
$$;
comment on function public.picture_copies(text[]) is 'The copies of pictures of other hosts; addresses without one are left out.';

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

create function shipping.claim_pictures(token text, most integer, is_tidying boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_shell(token);
  if is_tidying then
    delete from private.picture_names n where n.ended_at < now() - interval '30 days';
    delete from private.picture_copies c
    where not exists (select from private.picture_names n where n.address = c.address);
    delete from private.picture_files where hash in (
      select f.hash from private.picture_files f
      where not exists (select from private.picture_copies c where c.file = f.hash)
        and not exists (select from private.picture_sizes s where s.hash = f.hash)
      for update skip locked
    );
  end if;
  -- A save gives addresses without a copy new attempts.
  with saved as (
    select n.ctid as place from private.picture_names n where not n.is_taken for update skip locked
  ), taken as (
    update private.picture_names n set is_taken = true from saved where n.ctid = saved.place returning n.address
  )
  insert into private.picture_copies as c (address) select distinct address from taken order by address
  on conflict (address) do update set attempts = 0, due_at = now()
    where c.file is null and (c.failure is not null or c.attempts >= 4);
  with due as (
    select c.id from private.picture_copies c
    where c.file is null and c.due_at <= now() and c.attempts < 4
      and exists (select from private.picture_names n where n.address = c.address and n.ended_at is null)
    order by c.due_at limit least(greatest(most, 0), 20)
    for update skip locked
  ), claimed as (
    update private.picture_copies c set attempts = c.attempts + 1, due_at = now() + interval '2 minutes'
    from due where c.id = due.id
    returning c.id, c.address, c.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'address', address, 'attempt', attempts)), '[]')
  into found from claimed;
  return found;
end;
$$;

create function public.claim_pictures(token text, most integer, is_tidying boolean) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.claim_pictures(token, most, is_tidying);
$$;
comment on function public.claim_pictures(text, integer, boolean) is
  'For shells: addresses of pictures to fetch, as [{id, address, attempt}], which no other shell gets for two minutes. Tidying deletes copies that no row has named for 30 days.';

create function shipping.store_picture(token text, picture jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
  content bytea;
  own_hash text;
begin
  perform shipping.expect_shell(token);
  own_id := (picture ->> 'id')::uuid;
  -- A claim that ended, or that a save took back, stores nothing.
  perform from private.picture_copies c
  where c.id = own_id and c.attempts = (picture ->> 'attempt')::integer and c.file is null for update;
  if not found then
    return false;
  end if;
  content := decode(picture ->> 'data', 'base64');
  if content is null then
    update private.picture_copies c
    set failure = coalesce(picture ->> 'failure', 'It was not fetched.'),
        attempts = case when (picture ->> 'isFinal')::boolean then 4 else c.attempts end,
        due_at = now() + case c.attempts when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.id = own_id;
    return true;
  end if;
  own_hash := encode(sha256(content), 'hex');
  insert into private.picture_files (hash, content_type, width, height, bytes)
  values (own_hash, picture ->> 'type', (picture ->> 'width')::integer, (picture ->> 'height')::integer, content)
  on conflict do nothing;
  update private.picture_copies c set file = own_hash, failure = null, fetched_at = now() where c.id = own_id;
  return true;
end;
$$;

create function public.store_picture(token text, picture jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.store_picture(token, picture);
$$;
comment on function public.store_picture(text, jsonb) is
  'For shells: stores what a claim led to, as {id, attempt, type, width, height, data} with base64 or {id, attempt, failure, isFinal}. False when the claim is another''s by now.';

create function shipping.read_picture(token text, hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return (
    select jsonb_build_object('type', f.content_type, 'data', translate(encode(f.bytes, 'base64'), E'\n', ''))
    from private.picture_files f where f.hash = read_picture.hash
  );
end;
$$;

create function public.read_picture(token text, hash text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.read_picture(token, hash);
$$;
comment on function public.read_picture(text, text) is 'For shells: a copy as {type, data} with base64; null for an unknown hash.';

create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint pictures_title_not_blank check (title ~ '\S'),
  alt text not null default '',
  is_decorative boolean not null default false,
  focus_x numeric(4, 3) not null default 0.5 constraint pictures_focus_x check (focus_x between 0 and 1),
  focus_y numeric(4, 3) not null default 0.5 constraint pictures_focus_y check (focus_y between 0 and 1),
  content_type text,
  width integer,
  height integer,
  bytes integer,
  sized_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pictures is 'Pictures of the library. Texts name one as /_pictures/{id}, records in their column picture.';
comment on column public.pictures.alt is 'The alternative text where the text around the picture gives none.';
comment on column public.pictures.focus_x is 'The point that stays in sight where the picture is cut, from the left, from 0 to 1.';
comment on column public.pictures.focus_y is 'The same from the top.';
comment on column public.pictures.bytes is 'Of the upload, as its type, width and height are; null until its sizes are made.';
comment on column public.pictures.failure is 'Why no sizes can be made; null unless that failed.';

create trigger touch_updated_at before update of title, alt, is_decorative, focus_x, focus_y on public.pictures
  for each row execute function private.touch_updated_at();

alter table public.pictures enable row level security;

create policy "Staff read pictures" on public.pictures for select to authenticated using ((select private.is_staff()));

create policy "Staff add pictures" on public.pictures for insert to authenticated with check ((select private.is_staff()));

create policy "Staff change pictures" on public.pictures
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));

create policy "Staff delete pictures" on public.pictures for delete to authenticated using ((select private.is_staff()));

create table private.picture_sizes (
  picture uuid not null references public.pictures (id) on delete cascade,
  content_type text not null constraint picture_sizes_content_type check (content_type in ('image/avif', 'image/webp')),
  width integer not null constraint picture_sizes_width check (width > 0),
  hash text not null constraint picture_sizes_hash_fkey references private.picture_files (hash),
  constraint picture_sizes_pkey primary key (picture, content_type, width)
);
comment on table private.picture_sizes is 'What pages show of the pictures of the library.';

create index picture_sizes_hash on private.picture_sizes (hash);

create table private.picture_claims (
  picture uuid primary key references public.pictures (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
comment on table private.picture_claims is 'Which uploads wait for their sizes.';
comment on column private.picture_claims.attempts is 'How often a process took the upload; a fourth failure is the last.';
comment on column private.picture_claims.due_at is 'When a process may take it: at once, after a claim ends, or for the next attempt.';

create index picture_claims_due on private.picture_claims (due_at);

alter table private.picture_sizes enable row level security;

alter table private.picture_claims enable row level security;

create function private.queue_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.picture_claims (picture) values (new.id);
  return null;
end;
$$;

create trigger queue_picture after insert on public.pictures
  for each row execute function private.queue_picture();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'pictures', 'pictures', false, 20000000,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
)
on conflict (id) do nothing;

create function private.is_uploaded(picture uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = picture::text);
$$;

create function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p
    where p.id::text = name and private.owns(p.id) and not private.is_uploaded(p.id)
  );
$$;
comment on function private.awaits_upload(text) is
  'Whether the caller added a picture with this id that has no upload yet.';

create function shipping.expect_sizer(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found constant shipping.deploy_tokens := (
    select t from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
begin
  if found.kind is distinct from 'pictures' or found.revoked_at is not null or found.expires_at <= now() then
    raise exception using errcode = '42501', message = 'Only a valid token for pictures may do this.';
  end if;
  perform shipping.note_use(found);
end;
$$;
comment on function shipping.expect_sizer(text) is 'Raises an exception unless the token is that of a process that makes sizes.';

create function shipping.reads_uploads() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from shipping.deploy_tokens t
    where t.kind in ('pictures', 'shell') and t.revoked_at is null and t.expires_at > now()
      and t.hash = sha256(convert_to(
        coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-pictures-token', ''), 'UTF8'
      ))
  );
$$;
comment on function shipping.reads_uploads() is
  'Whether the header X-Pictures-Token of a request to the Storage is a token for pictures or of a shell.';

create function private.is_orphan(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from public.pictures p where p.id::text = name) and not exists (
    select from public.trail t
    where t.relation = 'pictures' and t.row_id::text = name and t.happened_at > now() - interval '30 days'
  );
$$;
comment on function private.is_orphan(text) is 'Whether an upload has no picture, also none in the trash.';

create policy "Staff upload pictures" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'pictures' and (select private.is_staff()) and private.awaits_upload(name)
  );

create policy "Staff read uploads of pictures" on storage.objects
  for select to authenticated using (bucket_id = 'pictures' and (select private.is_staff()));

create policy "Tokens read uploads of pictures" on storage.objects
  for select to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()));

create policy "Tokens remove uploads without a picture" on storage.objects
  for delete to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()) and private.is_orphan(name));

create function shipping.claim_uploads(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_sizer(token);
  -- Rows whose upload ended before it was whole.
  perform set_config('private.is_retention', 'on', true);
  delete from public.pictures p where p.created_at < now() - interval '1 hour' and not private.is_uploaded(p.id)
    and p.sized_at is null;
  perform set_config('private.is_retention', '', true);
  -- An upload that ended the process at each attempt, which could not say why.
  update public.pictures p set failure = 'Its sizes could not be made in four attempts.'
  from private.picture_claims c
  where c.picture = p.id and c.attempts >= 4 and c.due_at <= now() and p.failure is null;
  with due as (
    select c.picture from private.picture_claims c join public.pictures p on p.id = c.picture
    where c.due_at <= now() and c.attempts < 4 and p.sized_at is null and private.is_uploaded(p.id)
    order by c.due_at limit least(greatest(most, 0), 20)
    for update of c skip locked
  ), claimed as (
    update private.picture_claims c set attempts = c.attempts + 1, due_at = now() + interval '2 minutes'
    from due where c.picture = due.picture
    returning c.picture, c.attempts
  )
  select jsonb_build_object(
    'uploads', coalesce(jsonb_agg(jsonb_build_object('picture', c.picture, 'attempt', c.attempts)), '[]'),
    'orphans', (
      select coalesce(jsonb_agg(o.name), '[]') from (
        select name from storage.objects where bucket_id = 'pictures' and private.is_orphan(name) limit 20
      ) o
    )
  ) into found from claimed c;
  return found;
end;
$$;

create function public.claim_uploads(token text, most integer) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.claim_uploads(token, most);
$$;
comment on function public.claim_uploads(text, integer) is
  'For the process that makes sizes: {uploads: [{picture, attempt}], orphans: [name]}. No other process gets these uploads for two minutes; orphans are uploads to remove.';

create function shipping.has_claim(claim jsonb) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select from private.picture_claims c
    where c.picture = (claim ->> 'picture')::uuid and c.attempts = (claim ->> 'attempt')::integer for update
  );
$$;

create function shipping.store_picture_size(token text, size jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  content constant bytea := decode(size ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(size) then
    return false;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes)
  values (own_hash, size ->> 'type', (size ->> 'width')::integer, (size ->> 'height')::integer, content)
  on conflict do nothing;
  insert into private.picture_sizes (picture, content_type, width, hash)
  values ((size ->> 'picture')::uuid, size ->> 'type', (size ->> 'width')::integer, own_hash)
  on conflict on constraint picture_sizes_pkey do update set hash = excluded.hash;
  return true;
end;
$$;

create function public.store_picture_size(token text, size jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.store_picture_size(token, size);
$$;
comment on function public.store_picture_size(text, jsonb) is
  'For the process that makes sizes: {picture, attempt, type, width, height, data} with base64. False when the claim is another''s by now.';

create function shipping.finish_upload(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id constant uuid := (result ->> 'picture')::uuid;
  attempt constant integer := (result ->> 'attempt')::integer;
  is_last constant boolean := attempt >= 4 or coalesce((result ->> 'isFinal')::boolean, false);
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(result) then
    return false;
  end if;
  if result ? 'failure' then
    update private.picture_claims c
    set attempts = case when is_last then 4 else c.attempts end,
        due_at = now() + case attempt when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.picture = own_id;
    update public.pictures p set failure = result ->> 'failure' where p.id = own_id and is_last;
    return true;
  end if;
  update public.pictures p set
    content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
    bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
  where p.id = own_id;
  delete from private.picture_claims c where c.picture = own_id;
  return true;
end;
$$;

create function public.finish_upload(token text, result jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.finish_upload(token, result);
$$;
comment on function public.finish_upload(text, jsonb) is
  'For the process that makes sizes: {picture, attempt, type, width, height, bytes} of the upload once all its sizes are stored, or {picture, attempt, failure, isFinal}. False when the claim is another''s by now.';

create function shipping.find_library_picture(token text, picture uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return coalesce(
    (
      select jsonb_build_object('type', s.content_type, 'hash', s.hash)
      from private.picture_sizes s join public.pictures p on p.id = s.picture
      where s.picture = find_library_picture.picture and s.content_type = 'image/webp' and s.width <= 1280
        and p.sized_at is not null
      order by s.width desc limit 1
    ),
    (
      select '{"type": null, "hash": null}'::jsonb from public.pictures p
      where p.id = find_library_picture.picture and private.is_uploaded(p.id)
    )
  );
end;
$$;

create function public.find_library_picture(token text, picture uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.find_library_picture(token, picture);
$$;
comment on function public.find_library_picture(text, uuid) is
  'For shells: the size {type, hash} to which the address of a picture of the library leads; both are null while only its upload is there, the result is null for no picture.';

create function private.shown_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security definer set search_path = ''
as $$
  select
    a.address, p.alt, p.is_decorative, p.width, p.height, p.focus_x, p.focus_y, (
      select coalesce(jsonb_agg(
        jsonb_build_object('type', s.content_type, 'width', s.width, 'hash', s.hash) order by s.content_type, s.width
      ), '[]')
      from private.picture_sizes s where s.picture = p.id and p.sized_at is not null
    )
  from (select distinct unnest(addresses) as address) a
  join public.pictures p on a.address = '/_pictures/' || p.id
  where p.sized_at is not null or p.failure is null and private.is_uploaded(p.id);
$$;

create function public.library_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.shown_pictures(addresses);
$$;
comment on function public.library_pictures(text[]) is
  'Pictures of the library by their addresses /_pictures/{id}, with their sizes [{type, width, hash}]; without sizes the address itself is shown. Others are left out.';

select private.watch_content(
  'public.pictures', 'pictures', 'case when r.sized_at is not null or r.failure is not null then ''-infinity''::timestamptz end'
);

create function private.texts_with_pictures(relation text) returns text[]
language sql immutable set search_path = ''
as $$
  select case relation
    when 'posts' then array['content']
    when 'pages' then array['content']
    when 'workshops' then array['content', 'learning_objectives']
    when 'lessons' then array['content', 'transcript']
    when 'matrix_workshop_learning_objectives' then array['objective']
    else '{}'
  end;
$$;
comment on function private.texts_with_pictures(text) is 'The columns of a table with Markdown.';

create function private.uses_in(relation text, state jsonb)
returns table (picture uuid, field text, has_text boolean)
language sql stable set search_path = ''
as $$
  select (found[2])::uuid, name, found[1] ~ '\S'
  from unnest(private.texts_with_pictures(relation)) as name, regexp_matches(
    state ->> name,
    '!\[((?:[^\[\]\\]|\\.)*)\]\(\s*<?/_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
  ) as found
  union all
  select (state ->> 'picture')::uuid, 'picture', false where state ->> 'picture' is not null;
$$;
comment on function private.uses_in(text, jsonb) is
  'The pictures of the library in a row: in its texts, where it may give an alternative text, and in its column picture.';

create function private.expect_alternative_texts(relation text, state jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  missing record;
begin
  select p.title, u.field into missing
  from private.uses_in(relation, state) u join public.pictures p on p.id = u.picture
  where not u.has_text and p.alt !~ '\S' and not p.is_decorative
  order by u.field = 'picture' desc limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = missing.field, message = format(
      'The picture "%s" has no alternative text. Write one in the library, or mark the picture as decorative.',
      missing.title
    );
  end if;
end;
$$;

create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson jsonb;
begin
  if private.is_public(tg_table_name, to_jsonb(new)) is not true then
    return new;
  end if;
  perform private.expect_alternative_texts(tg_table_name, to_jsonb(new));
  if tg_table_name = 'courses' then
    for lesson in
      select to_jsonb(l) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = new.id and strpos(l.content || coalesce(l.transcript, ''), '/_pictures/') > 0
    loop
      perform private.expect_alternative_texts('lessons', lesson);
    end loop;
  end if;
  return new;
end;
$$;

create trigger check_pictures before insert or update on public.posts
  for each row when (new.picture is not null or strpos(new.content, '/_pictures/') > 0)
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.pages
  for each row when (strpos(new.content, '/_pictures/') > 0) execute function private.check_pictures();

create trigger check_pictures before insert or update on public.workshops
  for each row when (new.picture is not null or strpos(new.content || new.learning_objectives, '/_pictures/') > 0)
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.courses
  for each row when (new.is_published) execute function private.check_pictures();

create trigger check_pictures before insert or update on public.lessons
  for each row when (strpos(new.content || coalesce(new.transcript, ''), '/_pictures/') > 0)
  execute function private.check_pictures();

create trigger check_pictures before insert or update on public.matrix_workshop_learning_objectives
  for each row when (strpos(new.objective, '/_pictures/') > 0) execute function private.check_pictures();

create function private.uses_of_picture(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, needs_text boolean)
language sql stable security definer set search_path = ''
as $$
  with rows as (
    select 'posts' as of_table, 'posts' as relation, p.id as record_id, p.title, to_jsonb(p) as state from public.posts p
    where p.picture = uses_of_picture.picture or strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'pages', 'pages', p.id, p.title, to_jsonb(p) from public.pages p where strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'workshops', 'workshops', w.id, w.title, to_jsonb(w) from public.workshops w
    where w.picture = uses_of_picture.picture or strpos(w.content || w.learning_objectives, uses_of_picture.picture::text) > 0
    union all
    select 'courses', 'courses', c.id, c.title, to_jsonb(c) from public.courses c where c.picture = uses_of_picture.picture
    union all
    select 'lessons', 'courses', m.course_id, c.title, to_jsonb(l) from public.lessons l
    join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where strpos(l.content || coalesce(l.transcript, ''), uses_of_picture.picture::text) > 0
    union all
    select 'matrix_workshop_learning_objectives', 'matrix_workshops', w.id, w.title, to_jsonb(o)
    from public.matrix_workshop_learning_objectives o join public.matrix_workshops w on w.id = o.matrix_workshop_id
    where strpos(o.objective, uses_of_picture.picture::text) > 0
  ), uses as (
    select r.relation, r.record_id, r.title, private.is_public(r.of_table, r.state) is true as is_public, not u.has_text as needs_text
    from rows r cross join private.uses_in(r.of_table, r.state) u where u.picture = uses_of_picture.picture
    union all
    select d.relation, d.record_id, coalesce(d.content ->> 'title', ''), false, false
    from public.drafts d where strpos(d.content::text, uses_of_picture.picture::text) > 0
  )
  select u.relation, u.record_id, min(u.title), bool_or(u.is_public), bool_or(u.is_public and u.needs_text)
  from uses u group by u.relation, u.record_id;
$$;

create function private.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select u.relation, u.record_id, u.title, u.is_public from private.uses_of_picture(picture) u
    order by u.is_public desc, u.relation, u.title, u.record_id;
end;
$$;

create function public.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean)
language sql stable security invoker set search_path = ''
as $$
  select * from private.picture_uses(picture);
$$;
comment on function public.picture_uses(uuid) is
  'For staff: the records that use a picture of the library, those that visitors see first. A lesson counts as its course, a draft as its record.';

create function private.keep_alternative_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  missing text;
begin
  select u.title into missing from private.uses_of_picture(new.id) u where u.needs_text limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = 'alt', message = format(
      '"%s" shows this picture to visitors: it needs an alternative text, or must be decorative.', missing
    );
  end if;
  return new;
end;
$$;

create trigger keep_alternative_text before update on public.pictures
  for each row when (
    new.alt !~ '\S' and not new.is_decorative and (old.alt ~ '\S' or old.is_decorative)
  ) execute function private.keep_alternative_text();

create trigger record_in_trail after insert or update on public.pictures
  for each row execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure'
  );

create trigger record_deletion_in_trail before delete on public.pictures
  for each row when (old.sized_at is not null or private.is_uploaded(old.id)) execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure'
  );

create trigger check_0_owner after insert on public.pictures for each row execute function private.note_owner();

create trigger check_role after insert or update or delete on public.pictures
  for each row execute function private.check_role();

create function private.forget_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.owners o where o.record = old.id;
  return null;
end;
$$;
comment on function private.forget_owner() is
  'A picture whose upload never came is not in the trash, and has nothing that its owner could restore.';

create trigger forget_owner after delete on public.pictures
  for each row when (current_setting('private.is_retention', true) = 'on') execute function private.forget_owner();

create table private.generated_posts (
  post uuid primary key,
  hashes bytea[] not null default '{}'
);
comment on table private.generated_posts is
  'Posts that article generation stored, and posts with the content of one of them. Without a foreign key, so that a post which comes back from the trash is still one of them.';
comment on column private.generated_posts.hashes is 'Of each content that the post has had: a post with the same content is a copy.';

create index generated_posts_hashes on private.generated_posts using gin (hashes);

alter table private.generated_posts enable row level security;

create table private.sign_offs (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null,
  account uuid references auth.users (id) on delete set null,
  signed_at timestamptz not null default now(),
  version timestamptz not null,
  title text not null,
  excerpt text not null,
  content text not null
);
comment on table private.sign_offs is 'Texts of posts that somebody has reviewed and answers for. sign_off writes them, nothing changes them.';
comment on column private.sign_offs.record_id is 'The post.';
comment on column private.sign_offs.account is 'Who signed; null once the account is deleted.';
comment on column private.sign_offs.version is 'The updated_at of what was signed: of the post, or of its draft.';

create index sign_offs_record on private.sign_offs (record_id, signed_at);

create index sign_offs_account on private.sign_offs (account);

alter table private.sign_offs enable row level security;

create function private.is_typo(signed text, stored text) returns boolean
language sql immutable set search_path = ''
as $$
  with letters as (
    select
      lower(regexp_replace(signed, '[^[:alpha:]]', '', 'g')) as before,
      lower(regexp_replace(stored, '[^[:alpha:]]', '', 'g')) as after
  ),
  same as (
    select i from generate_series(0, least(length(signed), length(stored))) i
  ),
  start as (
    select max(i) as size from same where left(signed, i) = left(stored, i)
  ),
  tail as (
    select max(s.i) as size from same s cross join start
    where s.i <= least(length(signed), length(stored)) - start.size and right(signed, s.i) = right(stored, s.i)
  )
  select case
    when greatest(length(signed), length(stored)) > 100 then false
    -- Letters between punctuation: no number, no address, no link.
    when (signed || ' ' || stored) !~ '^([^[:alnum:]\s/@<>\[\]]*[[:alpha:]]([[:alpha:]''’-]*[[:alpha:]])?[^[:alnum:]\s/@<>\[\]]*( |$)){2}$'
      then false
    else (
      select least(length(l.before), length(l.after)) >= 4 and left(l.before, 1) = left(l.after, 1)
        -- Months that one letter tells apart.
        and not (l.before in ('juni', 'juli') and l.after in ('juni', 'juli'))
        and greatest(length(signed), length(stored)) - start.size - tail.size <= 2
      from letters l cross join start cross join tail
    )
  end;
$$;
comment on function private.is_typo(text, text) is
  'Whether two different words are spellings of one: at least 4 letters and no digit in both, the same first letter, and at most 2 characters that differ.';

create function private.is_same_but_for_typos(signed text, stored text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  before constant text[] := regexp_split_to_array(btrim(signed), '\s+');
  after constant text[] := regexp_split_to_array(btrim(stored), '\s+');
begin
  return signed = stored or cardinality(before) = cardinality(after) and (
    select count(*) <= 10 and coalesce(bool_and(private.is_typo(w.signed, w.stored)), true)
    from (
      select p.signed, p.stored from unnest(before, after) p (signed, stored) where p.signed <> p.stored limit 11
    ) w
  );
end;
$$;
comment on function private.is_same_but_for_typos(text, text) is
  'Whether two texts have the same words, but for at most 10 that differ by a typo. Whitespace does not count.';

create function private.text_of_post(title text, excerpt text, content text) returns text
language sql immutable set search_path = ''
as $$
  -- A word of its own between the parts: a word that moves from one to another is no typo.
  select concat_ws(E' \x01 ', title, coalesce(excerpt, ''), content);
$$;

create function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(translate(content, E' \t\n\r' || chr(160), ''), 'UTF8'));
$$;

create function private.is_generated(post uuid, content text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  hash bytea;
begin
  if exists (select from private.generated_posts g where g.post = is_generated.post) then
    return true;
  end if;
  -- Once, not for each row of the comparison.
  hash := private.hash_of_content(content);
  return exists (select from private.generated_posts g where g.hashes @> array[hash]);
end;
$$;
comment on function private.is_generated(uuid, text) is 'Whether a post is a generated one, or has the content of one.';

create function private.ai_of(post uuid, title text, excerpt text, content text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_generated(post, content) then 'none'
    when exists (
      select from private.sign_offs s where s.record_id = ai_of.post and private.is_same_but_for_typos(
        private.text_of_post(s.title, s.excerpt, s.content), private.text_of_post(ai_of.title, ai_of.excerpt, ai_of.content)
      )
    ) then 'assisted'
    else 'generated'
  end;
$$;
comment on function private.ai_of(uuid, text, text, text) is 'The part that AI has in a text of a post, if the post has it.';

create function private.set_ai() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.ai := private.ai_of(new.id, new.title, new.excerpt, new.content);
  return new;
end;
$$;
comment on function private.set_ai() is 'Computes posts.ai, whatever the writer sent.';

create trigger set_ai before insert or update on public.posts
  for each row execute function private.set_ai();

create trigger touch_updated_at before update on public.posts
  for each row when (new.ai = old.ai or to_jsonb(new) - 'ai' <> to_jsonb(old) - 'ai')
  execute function private.touch_updated_at();

create index posts_unsigned on public.posts (published_at desc, id) where ai = 'generated';

create function private.note_generated() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant bytea := private.hash_of_content(new.content);
begin
  insert into private.generated_posts as stored (post, hashes) values (new.id, array[hash])
  on conflict (post) do update set hashes = stored.hashes || hash where not stored.hashes @> array[hash];
  return null;
end;
$$;
comment on function private.note_generated() is
  'Notes the content of a generated post, and a copy as generated. After the write, as an insert may not happen.';

create trigger note_generated after insert or update on public.posts
  for each row when (new.ai <> 'none') execute function private.note_generated();

create function private.note_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.generated_posts (post) values (new.post_id) on conflict do nothing;
  update public.posts p set ai = 'generated' where p.id = new.post_id;
  return null;
end;
$$;
comment on function private.note_article() is 'Notes the post that article generation has stored.';

create trigger note_article after insert or update of post_id on private.article_claims
  for each row when (new.post_id is not null) execute function private.note_article();

create function private.forget_origins() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten constant uuid[] := array(
    select g.row_id from gone g
    where g.relation = 'posts' and g.operation = 'delete' and not exists (select from public.trail t where t.row_id = g.row_id)
  );
begin
  delete from private.generated_posts g where g.post = any (forgotten);
  delete from private.sign_offs s where s.record_id = any (forgotten);
  return null;
end;
$$;
comment on function private.forget_origins() is
  'Ends what is known of deleted posts, whose deletion the audit log does not hold any more.';

create trigger forget_origins after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_origins();

create function private.expect_signer(post uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.refusal(private.role_of_caller(), private.owns(post), true) is not null then
    raise exception using errcode = '42501', hint = 'role',
      message = 'Only who may publish this post may sign it off.';
  end if;
end;
$$;

create function private.text_to_sign(post public.posts) returns public.posts
language plpgsql stable security definer set search_path = ''
as $$
declare
  draft public.drafts;
begin
  select d.* into draft from public.drafts d where d.record_id = post.id;
  if draft.id is not null then
    post.title := draft.content ->> 'title';
    post.excerpt := draft.content ->> 'excerpt';
    post.content := draft.content ->> 'content';
    post.updated_at := draft.updated_at;
  end if;
  return post;
end;
$$;
comment on function private.text_to_sign(public.posts) is 'A post with the text and the version of its draft, if there is one.';

create function private.sign_off(post uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live public.posts;
  signed public.posts;
begin
  perform private.expect_signer(post);
  perform private.lock_record('posts', post);
  select p.* into live from public.posts p where p.id = post;
  signed := private.text_to_sign(live);
  if signed.updated_at is distinct from version then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif private.ai_of(post, signed.title, signed.excerpt, signed.content) = 'none' then
    raise exception using errcode = 'PT400', message = 'No function wrote this post: there is nothing to sign off.';
  end if;
  insert into private.sign_offs (record_id, account, version, title, excerpt, content)
  values (post, (select auth.uid()), version, signed.title, coalesce(signed.excerpt, ''), signed.content);
  update public.posts p set ai = 'assisted'
  where p.id = post and p.ai <> private.ai_of(p.id, p.title, p.excerpt, p.content);
end;
$$;

create function public.sign_off(post uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.sign_off(post, version);
$$;
comment on function public.sign_off(uuid, timestamptz) is
  'For staff who may publish a post: signs off its text, or that of its draft. 409 unless version is the updated_at of the draft, or without one of the post. Only this lowers posts.ai, and an edit beyond typos raises it again.';

create function private.read_origin(post uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  live public.posts;
  present public.posts;
begin
  perform private.expect_staff();
  select p.* into live from public.posts p where p.id = post;
  if live.id is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  present := private.text_to_sign(live);
  return jsonb_build_object(
    'ai', live.ai,
    'would_be', private.ai_of(post, present.title, present.excerpt, present.content),
    'version', present.updated_at,
    'may_sign_off', private.refusal(private.role_of_caller(), private.owns(post), true) is null,
    'sign_offs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', s.signed_at, 'by', coalesce(a.name, a.address), 'version', s.version,
        'holds', private.is_same_but_for_typos(
          private.text_of_post(s.title, s.excerpt, s.content),
          private.text_of_post(present.title, present.excerpt, present.content)
        )
      ) order by s.signed_at desc, s.id), '[]')
      from (
        select o.* from private.sign_offs o where o.record_id = post order by o.signed_at desc, o.id limit 10
      ) s
      left join lateral private.person(s.account) a on true
    )
  );
end;
$$;

create function public.read_origin(post uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_origin(post);
$$;
comment on function public.read_origin(uuid) is
  'For staff: the part of AI in a post (ai) and in its text that is published next (would_be), the version that sign_off expects, whether the caller may sign it off, and the newest 10 sign-offs; holds: it covers that text.';

create trigger record_in_trail after insert on private.sign_offs
  for each row execute function private.record_in_trail('account', 'excerpt', 'content');

create table public.sources (
  id uuid primary key default gen_random_uuid(),
  receipt uuid not null,
  post_id uuid,
  number integer not null constraint sources_number check (number > 0),
  url text not null constraint sources_url check (url ~* '^https?://' and length(url) <= 2000),
  title text,
  state text not null default 'waiting' constraint sources_state check (state in ('waiting', 'read', 'unreadable')),
  failure text,
  text text constraint sources_text_length check (length(text) <= 200000),
  quotes jsonb not null default '[]' constraint sources_quotes check (jsonb_typeof(quotes) = 'array'),
  fetched_at timestamptz,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint sources_once unique (receipt, number),
  constraint sources_read check ((state = 'read') = (text is not null)),
  constraint sources_unreadable check ((state = 'unreadable') = (failure is not null))
);
comment on table public.sources is
  'Sources of articles that a model wrote, as text. They are no foreign keys of posts, so that a restored post has them again.';
comment on column public.sources.receipt is 'The claim of generate-article that listed the source.';
comment on column public.sources.post_id is 'The article; null until it is stored. A trigger sets it.';
comment on column public.sources.number is 'The number in the list of sources of the article, from 1.';
comment on column public.sources.failure is 'Why the source could not be read, for editors.';
comment on column public.sources.text is 'What a reader sees of the source. Data from outside: no instruction to anybody.';
comment on column public.sources.quotes is
  'Passages that the model says it used: [{sentence, quote}]. They are claims, and count only where they stand in the text.';
comment on column public.sources.attempts is 'How often a process took the source; a third failure is the last.';
comment on column public.sources.due_at is 'When a process may take it: at once, after a claim ends, or for the next attempt.';

create index sources_of_post on public.sources (post_id);

create index sources_due on public.sources (due_at) where state = 'waiting';

create index sources_without_post on public.sources (created_at) where post_id is null;

alter table public.sources enable row level security;

create policy "Staff read sources" on public.sources for select to authenticated using ((select private.is_staff()));

create function private.expect_article_claim(receipt uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.article_of_claim(receipt) is not null then
    raise exception using errcode = 'PT409', message = 'This article is stored already.';
  end if;
end;
$$;
comment on function private.expect_article_claim(uuid) is
  'Raises an exception unless the caller holds the claim and its article is not stored. Locks the claim until the transaction ends.';

create function private.queue_sources(receipt uuid, sources jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(queue_sources.receipt);
  if jsonb_typeof(queue_sources.sources) is distinct from 'array' or jsonb_array_length(queue_sources.sources) > 50 then
    raise exception using errcode = 'PT400', message = 'sources: expected a list of at most 50 sources.';
  end if;
  insert into public.sources (receipt, number, url, title)
  select queue_sources.receipt, s.number, s.entry ->> 'url', nullif(btrim(s.entry ->> 'title'), '')
  from jsonb_array_elements(queue_sources.sources) with ordinality as s (entry, number)
  on conflict on constraint sources_once do nothing;
end;
$$;

create function public.queue_sources(receipt uuid, sources jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.queue_sources(receipt, sources);
$$;
comment on function public.queue_sources(uuid, jsonb) is
  'For the holder of a claim: lists the sources [{url, title}] of the article, at most 50, which a process then reads.';

create function private.read_sources(receipt uuid)
returns table (number integer, url text, title text, state text, failure text, text text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(read_sources.receipt);
  return query
    select s.number, s.url, s.title, s.state, s.failure, left(s.text, 40000)
    from public.sources s where s.receipt = read_sources.receipt order by s.number;
end;
$$;

create function public.read_sources(receipt uuid)
returns table (number integer, url text, title text, state text, failure text, text text)
language sql volatile security invoker set search_path = ''
as $$
  select * from private.read_sources(receipt);
$$;
comment on function public.read_sources(uuid) is 'For the holder of a claim: the sources of the article as far as they are read, each text up to 40,000 characters.';

create function private.cite_sources(receipt uuid, sources jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_article_claim(cite_sources.receipt);
  insert into public.sources as s (receipt, number, url, title, state, failure, quotes)
  select
    cite_sources.receipt, c.number, c.entry ->> 'url', nullif(btrim(c.entry ->> 'title'), ''), 'unreadable',
    'The model named this source. Only sources of the request are read.', coalesce(c.entry -> 'quotes', '[]')
  from jsonb_array_elements(cite_sources.sources) with ordinality as c (entry, number)
  on conflict on constraint sources_once do update set quotes = excluded.quotes;
end;
$$;

create function public.cite_sources(receipt uuid, sources jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.cite_sources(receipt, sources);
$$;
comment on function public.cite_sources(uuid, jsonb) is
  'For the holder of a claim: the list of sources [{url, title, quotes: [{sentence, quote}]}] of the article that was written. What the model added is listed and not read.';

create function private.note_article_of_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.sources s set post_id = new.post_id where s.receipt = new.receipt;
  return null;
end;
$$;

create trigger note_article_of_sources after update of post_id on private.article_claims
  for each row when (new.post_id is not null and old.post_id is distinct from new.post_id)
  execute function private.note_article_of_sources();

create function private.forget_sources() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.sources s using gone
  where gone.operation = 'delete' and gone.relation = 'posts' and s.post_id = gone.row_id
    and not exists (select from public.posts p where p.id = s.post_id)
    and not exists (select from public.trail t where t.row_id = s.post_id);
  return null;
end;
$$;

create trigger forget_sources after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_sources();

create function shipping.expect_reader(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found constant shipping.deploy_tokens := (
    select t from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
begin
  if found.kind is distinct from 'sources' or found.revoked_at is not null or found.expires_at <= now() then
    raise exception using errcode = '42501', message = 'Only a valid token for sources may do this.';
  end if;
  perform shipping.note_use(found);
end;
$$;
comment on function shipping.expect_reader(text) is 'Raises an exception unless the token is that of a process that reads sources.';

create function shipping.claim_sources(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken jsonb;
begin
  perform shipping.expect_reader(token);
  -- Those of articles that were never stored.
  delete from public.sources s where s.post_id is null and s.created_at < now() - interval '1 day';
  -- A source that ended the process at each attempt, which could not say why.
  update public.sources s set state = 'unreadable', failure = 'It could not be read in three attempts.'
  where s.state = 'waiting' and s.attempts >= 3 and s.due_at <= now();
  with due as (
    select s.id from public.sources s
    where s.state = 'waiting' and s.due_at <= now() and s.attempts < 3
    order by s.due_at, s.number limit least(greatest(most, 0), 20)
    for update skip locked
  ), claimed as (
    update public.sources s set attempts = s.attempts + 1, due_at = now() + interval '1 minute'
    from due where s.id = due.id
    returning s.id, s.url, s.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'url', c.url, 'attempt', c.attempts)), '[]')
  into taken from claimed c;
  return taken;
end;
$$;

create function public.claim_sources(token text, most integer) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.claim_sources(token, most);
$$;
comment on function public.claim_sources(text, integer) is
  'For the process that reads sources: [{id, url, attempt}], which no other process gets for a minute.';

create function shipping.finish_source(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  attempt constant integer := (result ->> 'attempt')::integer;
  is_last constant boolean := attempt >= 3 or coalesce((result ->> 'isFinal')::boolean, false);
begin
  perform shipping.expect_reader(token);
  if result ? 'failure' then
    update public.sources s set
      state = case when is_last then 'unreadable' else 'waiting' end,
      failure = case when is_last then left(result ->> 'failure', 500) end,
      fetched_at = case when is_last then now() end,
      due_at = now() + case attempt when 1 then interval '1 second' else interval '3 seconds' end
    where s.id = (result ->> 'id')::uuid and s.attempts = attempt and s.state = 'waiting';
  else
    update public.sources s set state = 'read', text = left(result ->> 'text', 200000), fetched_at = now()
    where s.id = (result ->> 'id')::uuid and s.attempts = attempt and s.state = 'waiting';
  end if;
  return found;
end;
$$;

create function public.finish_source(token text, result jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.finish_source(token, result);
$$;
comment on function public.finish_source(text, jsonb) is
  'For the process that reads sources: {id, attempt, text}, or {id, attempt, failure, isFinal}. False when the claim is another''s by now.';

create table public.citation_checks (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null constraint citation_checks_record_id_key unique,
  findings jsonb not null default '[]' constraint citation_checks_findings check (
    jsonb_typeof(findings) = 'array' and octet_length(findings::text) <= 1000000
  ),
  reason text constraint citation_checks_reason check (reason ~ '\S' and length(reason) <= 2000),
  reason_at timestamptz constraint citation_checks_reason_at check ((reason is null) = (reason_at is null)),
  updated_at timestamptz not null default now()
);
comment on table public.citation_checks is
  'The states of the citations of posts when a form was last saved. keep_citations writes it.';
comment on column public.citation_checks.record_id is 'The post.';
comment on column public.citation_checks.findings is
  '[{"sentence", "number", "state"}]; number: that of the source, 0 for a sentence that states a fact and cites nothing.';
comment on column public.citation_checks.reason is
  'Why the post was last published with a citation that is contradicted or not found; null when that never happened.';

create trigger touch_updated_at before update on public.citation_checks
  for each row execute function private.touch_updated_at();

alter table public.citation_checks enable row level security;

create policy "Staff read citation checks" on public.citation_checks
  for select to authenticated using ((select private.is_staff()));

create function private.keep_citations(post uuid, judged jsonb, given text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  fault text;
begin
  perform private.expect_staff();
  -- The post stays until this ends.
  perform from public.posts p where p.id = post for key share;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such post.';
  end if;
  fault := private.refusal(private.role_of_caller(), private.owns(post), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  end if;
  insert into public.citation_checks as c (record_id, findings, reason, reason_at)
  values (post, judged, given, case when given is not null then now() end)
  on conflict (record_id) do update set
    findings = excluded.findings, reason = coalesce(excluded.reason, c.reason),
    reason_at = coalesce(excluded.reason_at, c.reason_at);
end;
$$;

create function public.keep_citations(post uuid, findings jsonb, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.keep_citations(post, findings, reason);
$$;
comment on function public.keep_citations(uuid, jsonb, text) is
  'For staff who may write a draft of the post: keeps what was judged about its citations, and with a reason that and its time. Without one an earlier reason stays.';

create function private.forget_citations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.citation_checks c where c.record_id = old.id;
  return null;
end;
$$;

create trigger forget_citations after delete on public.posts
  for each row execute function private.forget_citations();

create trigger record_in_trail after insert on public.citation_checks
  for each row when (new.reason is not null)
  execute function private.record_in_trail('updated_at', 'findings');

create trigger record_update_in_trail after update on public.citation_checks
  for each row when (new.reason_at is distinct from old.reason_at)
  execute function private.record_in_trail('updated_at', 'findings');

create function private.place_citations_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.record_id := new.parent_id;
  new.title := (select c.reason from public.citation_checks c where c.id = new.row_id);
  return new;
end;
$$;
comment on function private.place_citations_in_trail() is 'Shows a reason in the history of its post, as the title of the entry.';

create trigger place_citations before insert on public.trail
  for each row when (new.relation = 'citation_checks')
  execute function private.place_citations_in_trail();

create table private.ai_calls (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  day date not null default (now() at time zone private.site_time_zone())::date,
  kind text constraint ai_calls_kind check (kind in ('web-search', 'blog-ideas', 'generate-article')),
  subject uuid,
  model text constraint ai_calls_model check (model ~ '^[!-~]{1,100}$'),
  input_tokens integer constraint ai_calls_input check (input_tokens between 0 and 10000000),
  output_tokens integer constraint ai_calls_output check (output_tokens between 0 and 10000000),
  cost numeric(18, 6),
  currency text,
  noted_at timestamptz,
  constraint ai_calls_noted check (num_nulls(model, input_tokens, output_tokens, noted_at) in (0, 4)),
  constraint ai_calls_money check (num_nulls(cost, currency) in (0, 2))
);
comment on table private.ai_calls is
  'Calls of AI providers by the functions. The receipt gives a call back; only the function that took it knows the receipt.';
comment on column private.ai_calls.day is 'The date in the time zone of the site.';
comment on column private.ai_calls.kind is 'The function that called.';
comment on column private.ai_calls.subject is 'The workflow, or the claim of the article, that the call was for.';
comment on column private.ai_calls.model is 'The model that answered. Null while nothing is noted, as for a call that timed out.';
comment on column private.ai_calls.cost is 'Money at the prices of the time of the call; null without a price.';

create index ai_calls_of_day on private.ai_calls (day, user_id);

create index ai_calls_of_user on private.ai_calls (user_id);

alter table private.ai_calls enable row level security;

create function private.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where c.user_id = (select auth.uid()))::integer,
    s.ai_calls_of_account,
    count(c.receipt)::integer,
    s.ai_calls_in_all,
    (today.day + 1)::timestamp at time zone private.site_time_zone()
  from private.settings s
  cross join (select (now() at time zone private.site_time_zone())::date as day) today
  left join private.ai_calls c on c.day = today.day
  where private.is_staff()
  group by s.ai_calls_of_account, s.ai_calls_in_all, today.day;
$$;

create function public.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_calls_today();
$$;
comment on function public.ai_calls_today() is
  'AI calls of the caller and of all accounts today, their limits, and the time at which counting starts anew. For staff; no row for others.';

create function private.give_back_ai_call(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.ai_calls c where c.receipt = give_back_ai_call.receipt and c.user_id = (select auth.uid());
$$;

create function public.give_back_ai_call(receipt uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.give_back_ai_call(receipt);
$$;
comment on function public.give_back_ai_call(uuid) is
  'Takes a call of the caller out of the count, since the provider refused it without cost.';

create function private.site_currency() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.currency from public.site s), 'CHF');
$$;
comment on function private.site_currency() is 'The currency of prices and costs, that of the site.';

create table private.ai_prices (
  model text primary key constraint ai_prices_model check (model ~ '^[!-~]{1,100}$'),
  input_price numeric(12, 6) not null constraint ai_prices_input check (input_price >= 0),
  output_price numeric(12, 6) not null constraint ai_prices_output check (output_price >= 0),
  request_price numeric(12, 6) not null constraint ai_prices_request check (request_price >= 0)
);
comment on table private.ai_prices is 'Prices of AI providers, in the currency of the site. Operators write them by set_ai_price.';
comment on column private.ai_prices.model is
  'The model as the provider names it. A star stands for any characters; the longest that matches counts.';
comment on column private.ai_prices.input_price is 'Of a million tokens that the model reads.';
comment on column private.ai_prices.output_price is 'Of a million tokens that the model writes, thoughts included.';
comment on column private.ai_prices.request_price is 'Of one request, beside its tokens.';

alter table private.ai_prices enable row level security;

create function private.ai_cost(model text, input_tokens bigint, output_tokens bigint) returns numeric
language sql stable security definer set search_path = ''
as $$
  select round((p.input_price * input_tokens + p.output_price * output_tokens) / 1000000 + p.request_price, 6)
  from private.ai_prices p
  where ai_cost.model like
    replace(replace(replace(replace(p.model, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')
  order by p.model = ai_cost.model desc, length(p.model) desc, p.model
  limit 1;
$$;
comment on function private.ai_cost(text, bigint, bigint) is 'Money for a call at the present prices; null without a price.';

create index ai_calls_of_subject on private.ai_calls (subject);

create index ai_calls_of_kind on private.ai_calls (kind, noted_at) where noted_at is not null;

create function private.take_ai_call(kind text, subject uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today record;
  taken uuid;
  exceeded text;
begin
  perform private.expect_staff();
  -- The row lock serializes calls, so that two cannot both be the last.
  perform from private.settings for update;
  select * into today from private.ai_calls_today();
  exceeded := case
    when today.mine >= today.of_account then format('%s AI calls a day for each account', today.of_account)
    when today.everybodys >= today.in_all then format('%s AI calls a day for all accounts together', today.in_all)
  end;
  if exceeded is not null then
    raise exception using errcode = 'PT429', message = format(
      'The limit of %s is reached. Counting starts anew on %s, %s time.',
      exceeded,
      to_char(today.renews_at at time zone private.site_time_zone(), 'DD.MM.YYYY "at" HH24:MI'),
      private.site_time_zone()
    );
  end if;
  insert into private.ai_calls (user_id, kind, subject)
  values ((select auth.uid()), take_ai_call.kind, take_ai_call.subject)
  returning receipt into taken;
  return taken;
end;
$$;

create function public.take_ai_call(kind text default null, subject uuid default null) returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select private.take_ai_call(kind, subject);
$$;
comment on function public.take_ai_call(text, uuid) is
  'Counts an AI call of the caller before the provider is called: by which function, for which workflow or claim. Returns its receipt; PT429 when the limit of the day is reached.';

create function private.note_ai_usage(receipt uuid, usage jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.ai_calls c set
    model = u.model, input_tokens = u.input_tokens, output_tokens = u.output_tokens, noted_at = clock_timestamp(),
    cost = price.cost, currency = case when price.cost is not null then private.site_currency() end
  from jsonb_to_record(usage) as u (model text, input_tokens integer, output_tokens integer)
  cross join lateral (select private.ai_cost(u.model, u.input_tokens, u.output_tokens) as cost) price
  where c.receipt = note_ai_usage.receipt and c.user_id = (select auth.uid()) and c.noted_at is null;
$$;

create function public.note_ai_usage(receipt uuid, usage jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.note_ai_usage(receipt, usage);
$$;
comment on function public.note_ai_usage(uuid, jsonb) is
  'Notes once what a call of the caller used: {model, input_tokens, output_tokens}. The present prices make its cost.';

create function private.ai_estimates() returns table (kind text, calls integer, tokens integer, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind, count(*)::integer, (percentile_cont(0.5) within group (order by r.tokens))::integer,
    -- A median of some calls would be another's.
    case when count(r.cost) = count(*)
      then round((percentile_cont(0.5) within group (order by r.cost))::numeric, 6) end,
    private.site_currency()
  from unnest(array['web-search', 'blog-ideas', 'generate-article']) k (kind)
  cross join lateral (
    select
      c.input_tokens + c.output_tokens as tokens, private.ai_cost(c.model, c.input_tokens, c.output_tokens) as cost
    from private.ai_calls c
    where c.kind = k.kind and c.noted_at is not null
    order by c.noted_at desc
    limit 20
  ) r
  where private.is_staff()
  group by k.kind
  order by k.kind;
$$;

create function public.ai_estimates() returns table (kind text, calls integer, tokens integer, cost numeric, currency text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_estimates();
$$;
comment on function public.ai_estimates() is
  'For staff: the median tokens of the last 20 calls of each function, and their median cost at the present prices, null where one has none. No row for a function without a call.';

create function private.ai_costs_of(records uuid[])
returns table (record uuid, calls integer, tokens bigint, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  with subjects as (
    select r.record, r.record as subject from unnest(records) r (record)
    union
    select a.post_id, a.receipt from private.article_claims a where a.post_id = any (records)
  )
  select
    s.record, count(*)::integer, sum(c.input_tokens + c.output_tokens),
    case when count(c.cost) = count(*) and count(distinct c.currency) = 1 then sum(c.cost) end,
    coalesce(min(c.currency), private.site_currency())
  from subjects s
  join private.ai_calls c on c.subject = s.subject
  where c.noted_at is not null and private.is_staff()
  group by s.record;
$$;

create function public.ai_costs_of(records uuid[])
returns table (record uuid, calls integer, tokens bigint, cost numeric, currency text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_costs_of(records);
$$;
comment on function public.ai_costs_of(uuid[]) is
  'For staff: what workflows and written posts cost. cost is null when one of the calls had no price.';

create function private.ai_costs(month date, skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_all constant boolean := private.is_operator();
  money constant text := private.site_currency();
begin
  perform private.expect_staff();
  return (
    with calls as (
      select
        date_trunc('month', c.day)::date as month, c.user_id, c.input_tokens, c.output_tokens,
        case when c.currency = money then c.cost end as cost
      from private.ai_calls c
    ), months as (
      select
        c.month, count(*) as calls, coalesce(sum(c.input_tokens), 0) as input_tokens,
        coalesce(sum(c.output_tokens), 0) as output_tokens, sum(c.cost) as cost, count(*) - count(c.cost) as unpriced
      from calls c
      group by c.month
      order by c.month desc
      limit 13
    ), shown as (
      select coalesce(date_trunc('month', ai_costs.month)::date, (select max(m.month) from months m)) as month
    ), people as (
      select
        c.user_id as account, count(*) as calls, coalesce(sum(c.input_tokens), 0) as input_tokens,
        coalesce(sum(c.output_tokens), 0) as output_tokens, sum(c.cost) as cost, count(*) - count(c.cost) as unpriced
      from calls c
      where c.month = (select s.month from shown s) and (sees_all or c.user_id = (select auth.uid()))
      group by c.user_id
    )
    select jsonb_build_object(
      'currency', money,
      'sets_prices', sees_all,
      'month', (select s.month from shown s),
      'months', (select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]') from months m),
      'total', (select count(*) from people),
      'people', (
        select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('address', (select a.address from private.person(p.account) a))), '[]')
        from (
          select * from people p order by p.cost desc nulls last, p.calls desc, p.account
          limit least(greatest(take, 0), 100) offset greatest(skip, 0)
        ) p
      ),
      'prices', (select coalesce(jsonb_agg(to_jsonb(p) order by p.model), '[]') from private.ai_prices p),
      'without_price', (
        select coalesce(jsonb_agg(u.model order by u.model), '[]')
        from (
          select distinct c.model from private.ai_calls c
          where c.model is not null and private.ai_cost(c.model, 0, 0) is null
          order by c.model
          limit 20
        ) u
      )
    )
  );
end;
$$;

create function public.ai_costs(month date default null, skip integer default 0, take integer default 100) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.ai_costs(month, skip, take);
$$;
comment on function public.ai_costs(date, integer, integer) is
  'For staff: AI calls, tokens and cost of the last 13 months, and of the people of one month, by default the newest: all for operators, else the caller. unpriced: calls without a cost. Also the prices, and the models without one.';

create function private.expect_price_setter() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators set prices.';
  end if;
  perform private.expect_fresh_sign_in();
end;
$$;
comment on function private.expect_price_setter() is 'Refuses a caller who is no operator, or whose sign-in is older than 15 minutes.';

create function private.set_ai_price(model text, input numeric, output numeric, request numeric) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_price_setter();
  if coalesce(model, '') !~ '^[!-~]{1,100}$' then
    raise exception using errcode = 'PT400',
      message = 'This is no name of a model; expected one as gemini-3.8-flash, or a part with a star as gemini-*.';
  elsif not coalesce(input between 0 and 100000 and output between 0 and 100000 and request between 0 and 100000, false) then
    raise exception using errcode = 'PT400', message = 'A price is a number from 0 to 100,000.';
  end if;
  insert into private.ai_prices as p (model, input_price, output_price, request_price)
  values (set_ai_price.model, input, output, request)
  on conflict on constraint ai_prices_pkey do update set
    input_price = excluded.input_price, output_price = excluded.output_price, request_price = excluded.request_price;
end;
$$;

create function public.set_ai_price(model text, input numeric, output numeric, request numeric) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.set_ai_price(model, input, output, request);
$$;
comment on function public.set_ai_price(text, numeric, numeric, numeric) is
  'For operators after a fresh sign-in: the prices of a model, or of all that a name with stars matches, for calls from now on.';

create function private.delete_ai_price(model text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_price_setter();
  delete from private.ai_prices p where p.model = delete_ai_price.model;
end;
$$;

create function public.delete_ai_price(model text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.delete_ai_price(model);
$$;
comment on function public.delete_ai_price(text) is
  'For operators after a fresh sign-in: deletes prices. What calls cost so far stays.';

-- Projects grant new objects different rights by default, so all are granted here.
revoke all on all tables in schema public, private, shipping from public, anon, authenticated, service_role;
revoke all on all sequences in schema public, private, shipping from public, anon, authenticated, service_role;
revoke all on all functions in schema public, private, shipping from public, anon, authenticated, service_role;

grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.accept_invitation, private.delete_account, private.expect_fresh_sign_in,
  private.export_account, private.is_operator, private.read_accounts, private.remove_staff, private.revoke_invitation,
  public.accept_invitation, public.delete_account, public.expect_fresh_sign_in, public.export_account,
  public.is_operator, public.read_accounts, public.remove_staff, public.revoke_invitation to authenticated;
grant execute on function private.account_is_staff, private.is_staff, public.account_is_staff, public.is_staff to
  anon, authenticated, service_role;
grant execute on function private.read_invitation, private.sign_up_is_open, public.read_invitation,
  public.sign_up_is_open to anon, authenticated;
grant all on public.categories, public.posts to service_role;
grant delete, insert (name, slug), select, update (name, slug) on public.categories to authenticated;
grant delete, insert (title, slug, content, excerpt, category_id, published_at, author, comment_count, picture),
  select, update (title, slug, content, excerpt, category_id, published_at, author, comment_count, picture) on
  public.posts to authenticated;
grant execute on function private.post_at, private.public_posts_by_month, public.count_posts, public.newest_posts to
  anon, authenticated, service_role;
grant select on public.categories, public.posts to anon;
grant all on public.workshop_categories, public.workshops to service_role;
grant delete, insert (name), select, update (name) on public.workshop_categories to authenticated;
grant delete, insert (title, subtitle, description, content, learning_objectives, max_participants, duration,
  workshop_category_id, picture), select, update (title, subtitle, description, content, learning_objectives,
  max_participants, duration, workshop_category_id, picture) on public.workshops to authenticated;
grant select on public.workshop_categories, public.workshops to anon;
grant all on public.course_categories, public.courses, public.lessons, public.modules to service_role;
grant delete, insert (course_id, title, description, order_position), select, update (course_id, title, description,
  order_position) on public.modules to authenticated;
grant delete, insert (module_id, title, content, video_url, duration, lesson_type, order_position, captions,
  transcript), select, update (module_id, title, content, video_url, duration, lesson_type, order_position, captions,
  transcript) on public.lessons to authenticated;
grant delete, insert (name), select, update (name) on public.course_categories to authenticated;
grant delete, insert (title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published,
  enrollment_count, total_duration, module_count, lesson_count, picture), select, update (title, slug, description,
  thumbnail_url, course_category_id, difficulty_level, is_published, enrollment_count, total_duration, module_count,
  lesson_count, picture) on public.courses to authenticated;
grant execute on function private.copy_lessons, private.course_of_module, private.module_of_lesson,
  public.create_lesson, public.create_module, public.delete_lesson, public.delete_module, public.duplicate_course,
  public.duplicate_lesson, public.duplicate_module, public.reorder_course to authenticated, service_role;
grant select on public.course_categories, public.courses, public.lessons, public.modules to anon;
grant all on public.matrix_categories, public.matrix_dimensions, public.matrix_levels, public.matrix_target_groups,
  public.matrix_workshop_learning_objectives, public.matrix_workshops to service_role;
grant delete, insert (code, name, sort_order), select, update (code, name, sort_order) on public.matrix_categories,
  public.matrix_levels, public.matrix_target_groups to authenticated;
grant delete, insert (matrix_workshop_id, dimension_id, objective), select, update (matrix_workshop_id, dimension_id,
  objective) on public.matrix_workshop_learning_objectives to authenticated;
grant delete, insert (name, sort_order), select, update (name, sort_order) on public.matrix_dimensions to
  authenticated;
grant delete, insert (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id),
  select, update (title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id) on
  public.matrix_workshops to authenticated;
grant execute on function private.join_goals, private.uses_of, public.count_uses, public.delete_category,
  public.reorder_matrix, public.save_matrix_workshop to authenticated, service_role;
grant select on public.matrix_categories, public.matrix_dimensions, public.matrix_levels, public.matrix_target_groups,
  public.matrix_workshop_learning_objectives, public.matrix_workshops to anon;
grant all on public.ads to service_role;
grant delete, insert (title, subtitle, description, cta_text, cta_url, type, offer_id, is_active), select, update
  (title, subtitle, description, cta_text, cta_url, type, offer_id, is_active) on public.ads to authenticated;
grant execute on function private.dismiss_link, private.offered_links, private.retention_periods to authenticated;
grant execute on function public.dismiss_link, public.offered_links, public.retention_periods to authenticated,
  service_role;
grant select on public.ads, public.shown_ads to anon;
grant select on public.shown_ads to authenticated, service_role;
grant all on public.prompts, public.workflows to service_role;
grant delete, insert (name, prompt_text, workflow_type, is_active, user_id), select, update (name, prompt_text,
  workflow_type, is_active, user_id) on public.prompts to authenticated;
grant delete, insert (workflow_type, status, input_data, output_data, error_message, user_id, started_at), select,
  update (workflow_type, status, input_data, output_data, error_message, user_id, started_at) on public.workflows to
  authenticated;
grant execute on function private.article_of_claim, private.claim_article, private.free_article,
  private.settle_article_claim, public.activate_prompt, public.claim_article, public.fail_stale_workflows,
  public.free_article, public.store_article to authenticated, service_role;
grant execute on function private.plain_text, private.search_candidates, private.search_excerpt, private.search_terms,
  private.word_terms, public.search to anon, authenticated, service_role;
grant execute on function private.content_versions, public.content_versions to anon, authenticated, service_role;
grant execute on function private.person, private.restore_deleted, private.restore_version, public.history,
  public.restore_deleted, public.restore_version, public.trash to authenticated, service_role;
grant select on public.trail to authenticated, service_role;
grant usage on schema shipping to anon, authenticated;
grant execute on function public.add_origin, public.create_deploy_token, public.name_operator, public.read_origins,
  public.remove_origin, public.revoke_deploy_token, shipping.add_origin, shipping.create_deploy_token,
  shipping.name_operator, shipping.read_origins, shipping.remove_origin, shipping.revoke_deploy_token to anon,
  authenticated;
grant execute on function public.add_statement, public.add_team, public.canary_release, public.check_addresses,
  public.prepare_remote, public.promote_release, public.publish_release, public.read_counts, public.read_registry,
  public.read_release, public.retire_remote, public.roll_back_remote, public.serve_remotes, public.store_counts,
  public.take_over_registry, shipping.add_statement, shipping.add_team, shipping.canary_release,
  shipping.check_addresses, shipping.prepare_remote, shipping.promote_release, shipping.publish_release,
  shipping.read_counts, shipping.read_registry, shipping.read_release, shipping.retire_remote,
  shipping.roll_back_remote, shipping.serve_remotes, shipping.store_counts, shipping.take_over_registry to anon,
  authenticated;
grant execute on function public.move_remote, public.platform_overview, shipping.move_remote,
  shipping.platform_overview to authenticated;
grant delete, insert (place, label, address, position, page_id), select, update (place, label, address, position,
  page_id) on public.links to authenticated;
grant delete, insert (slug, title, description, content, published_at), select, update (slug, title, description,
  content, published_at) on public.pages to authenticated;
grant delete, insert, select, update on public.links, public.pages to service_role;
grant execute on function private.first_steps, private.links_without_page, private.skip_first_steps,
  public.first_steps, public.links_without_page, public.skip_first_steps to authenticated;
grant execute on function public.page_slugs, public.read_site to anon, authenticated, service_role;
grant execute on function public.reorder_links, public.save_page to authenticated, service_role;
grant select on public.links, public.pages, public.site to anon;
grant select, update (name, short_name, claim, description, logo, brand_color, accent_color, language, locale,
  currency, time_zone, legal_name, responsible_person, contact_email, phone, street, postal_code, city, country,
  register_entry, vat_id, social_links, skipped_steps, workshops_intro, courses_intro, matrix_title) on public.site to
  authenticated;
grant select, update on public.site to service_role;
grant execute on function private.run_import, private.stage_import to authenticated;
grant execute on function public.run_import, public.stage_import to authenticated, service_role;
grant execute on function private.close_record, private.create_preview, private.discard_draft, private.list_previews,
  private.open_record, private.publish_draft, private.read_draft, private.revoke_preview, private.save_draft,
  public.close_record, public.create_preview, public.discard_draft, public.list_previews, public.open_record,
  public.publish_draft, public.read_draft, public.revoke_preview, public.save_draft to authenticated;
grant execute on function private.read_preview, public.read_preview to anon;
grant select on public.drafts to authenticated, service_role;
grant execute on function private.invite_colleague, private.publication_requests, private.read_publication,
  private.refusals, private.request_publication, private.role_of_caller, private.set_role, private.withdraw_request,
  public.invite_colleague, public.own_role, public.publication_requests, public.read_publication, public.refusals,
  public.request_publication, public.set_role, public.withdraw_request to authenticated;
grant delete, insert (id, title, alt, is_decorative, focus_x, focus_y), select, update (title, alt, is_decorative,
  focus_x, focus_y) on public.pictures to authenticated;
grant delete, insert, select, update on public.pictures to service_role;
grant execute on function private.awaits_upload, private.picture_uses, public.picture_uses to authenticated;
grant execute on function private.copies_of, private.is_orphan, private.is_uploaded, private.shown_pictures,
  public.library_pictures, public.picture_copies, shipping.reads_uploads to anon, authenticated, service_role;
grant execute on function public.claim_pictures, public.claim_uploads, public.find_library_picture,
  public.finish_upload, public.read_picture, public.store_picture, public.store_picture_size, shipping.claim_pictures,
  shipping.claim_uploads, shipping.find_library_picture, shipping.finish_upload, shipping.read_picture,
  shipping.store_picture, shipping.store_picture_size to anon, authenticated;
grant delete, insert, select, update on public.sources to service_role;
grant execute on function private.cite_sources, private.queue_sources, private.read_sources, public.cite_sources,
  public.queue_sources, public.read_sources to authenticated, service_role;
grant execute on function private.keep_citations, private.read_origin, private.sign_off, public.keep_citations,
  public.read_origin, public.sign_off to authenticated;
grant execute on function public.claim_sources, public.finish_source, shipping.claim_sources, shipping.finish_source
  to anon, authenticated;
grant select on public.citation_checks to service_role;
grant select on public.citation_checks, public.sources to authenticated;
grant execute on function private.ai_calls_today, private.give_back_ai_call, private.note_ai_usage,
  private.take_ai_call, public.ai_calls_today, public.give_back_ai_call, public.note_ai_usage, public.take_ai_call to
  authenticated, service_role;
grant execute on function private.ai_costs, private.ai_costs_of, private.ai_estimates, private.delete_ai_price,
  private.set_ai_price, public.ai_costs, public.ai_costs_of, public.ai_estimates, public.delete_ai_price,
  public.set_ai_price to authenticated;
grant all on sequence public.trail_id_seq to anon, authenticated, service_role;

reset check_function_bodies;
