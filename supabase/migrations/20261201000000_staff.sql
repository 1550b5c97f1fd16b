-- Staff: the accounts that may use the admin area, and the invitations that make an account staff. A table decides
-- about rights, never claims of a token or metadata that a user can edit.

-- Refuses a database whose tables another history made.
do $$
declare
  is_ours boolean := false;
begin
  if to_regclass('public.posts') is null then
    return;
  end if;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    select exists (select from supabase_migrations.schema_migrations where version = '20261101080000') into is_ours;
  end if;
  raise exception using message = case
    when is_ours then
      'This database was made by the 45 migrations up to 20261123200030. '
      || 'Save it with "pnpm data backup FILE" of that version, then run "pnpm data restore FILE" of this one.'
    else
      'This database has a table public.posts that these migrations did not make. '
      || 'Use an empty database, or move that table into another schema.'
  end;
end;
$$;

create schema private;
comment on schema private is 'Helpers and settings that the API does not expose.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  sign_up text not null default 'invited'
    constraint settings_sign_up check (sign_up in ('open', 'invited', 'closed')),
  trail_days integer not null default 400 constraint settings_trail_days check (trail_days > 0),
  ai_calls_of_account integer not null default 50
    constraint settings_ai_calls_of_account check (ai_calls_of_account >= 0),
  ai_calls_in_all integer not null default 200 constraint settings_ai_calls_in_all check (ai_calls_in_all >= 0)
);
comment on table private.settings is
  'One row. sign_up: invited makes staff of those with an invitation, open of every new account, closed refuses new accounts. Change it with: update private.settings set sign_up = ''closed''.';
comment on column private.settings.trail_days is
  'How long entries of public.trail are kept. Change it with: update private.settings set trail_days = 100.';
comment on column private.settings.ai_calls_of_account is
  'AI calls that each account may make on one day. A change applies to the next call; 0 allows none.';
comment on column private.settings.ai_calls_in_all is 'AI calls that all accounts together may make on one day.';
insert into private.settings default values;

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  is_operator boolean not null default false
);
comment on table private.staff is 'Accounts that may use the admin area.';
comment on column private.staff.is_operator is
  'Operators decide who owns a remote and who else is an operator. The first account is one. Name another with: update private.staff set is_operator = true where user_id = ''…''.';

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
  accepted_by uuid references auth.users (id) on delete cascade
);
comment on table private.invitations is
  'Each invitation makes one account staff: the one that shows the token or confirms the address by mail. Make one with: select private.invite(''anna@example.org'').';
comment on column private.invitations.email is 'The only address that may accept it; null: anybody with the link.';
comment on column private.invitations.token_hash is
  'SHA-256 of the token. Null: only a confirmed address accepts it.';
comment on column private.invitations.invited_by is 'Null: the operator invited.';
comment on column private.invitations.by_start is 'A start of the platform made it while nobody was staff; the next start replaces it.';

create unique index invitations_open_email on private.invitations (email) where accepted_at is null;
create index invitations_invited_by on private.invitations (invited_by);
create index invitations_accepted_by on private.invitations (accepted_by);

create view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at, s.is_operator
from private.staff s join auth.users u on u.id = s.user_id;
comment on view private.staff_accounts is 'For the operator: the accounts that may use the admin area.';

-- These tables have no policies: only the functions below and the owner reach them.
alter table private.settings enable row level security;
alter table private.staff enable row level security;
alter table private.invitations enable row level security;
revoke all on all tables in schema private from public, anon, authenticated, service_role;

-- The rights of an account.

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()));
$$;
comment on function private.is_staff() is 'Whether the caller is staff. Policies call it as (select private.is_staff()), so that it runs once for each statement.';

create function public.is_staff() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.is_staff();
$$;
comment on function public.is_staff() is 'Whether the caller may use the admin area. For the interface only: policies decide by themselves.';

-- The signed cookie of a shell ends with the rights of the account that it was made for.
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
  select exists (select from private.staff where user_id = (select auth.uid()) and is_operator);
$$;
comment on function private.is_operator() is 'Whether the caller is an operator.';

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

-- Sign-up: a new account becomes staff by the rule of private.settings, or by a confirmed address that was invited.

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
comment on function private.admit_account() is 'Applies private.settings.sign_up to a new account.';

create trigger admit_account after insert on auth.users
  for each row execute function private.admit_account();

create function private.admit_confirmed_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An auth service that confirms accounts by itself sends no mail, so the address is not proven.
  if old.email_confirmed_at is not null or new.email_confirmed_at is null or new.confirmation_sent_at is null
    or (select sign_up from private.settings) = 'closed' then
    return null;
  end if;
  lock table private.staff in row exclusive mode;
  update private.invitations set accepted_at = now(), accepted_by = new.id
  where email = lower(new.email) and accepted_at is null and expires_at > now();
  if found then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_confirmed_account() is 'Makes an account staff once its invited address is confirmed by mail.';

create trigger admit_confirmed_account after update of email_confirmed_at on auth.users
  for each row execute function private.admit_confirmed_account();

-- Invitations: a link that works once, of which only the token's hash is stored. Typing an invited address proves
-- nothing.

create function private.create_invitation(address text, remark text, inviter uuid, is_by_start boolean) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  invited constant text := nullif(lower(btrim(address)), '');
begin
  if invited !~ '^[^@\s]+@[^@\s]+$' or length(invited) > 254 then
    raise exception using errcode = 'PT400', message = 'This is no e-mail address; expected one like name@example.org.';
  end if;
  if exists (select from private.staff s join auth.users u on u.id = s.user_id where lower(u.email) = invited) then
    raise exception using errcode = 'PT409', message = 'This address is staff already.';
  end if;
  delete from private.invitations where expires_at < now() - interval '30 days';
  insert into private.invitations (email, token_hash, note, invited_by, by_start)
  values (invited, sha256(convert_to(token, 'UTF8')), nullif(btrim(remark), ''), inviter, is_by_start)
  on conflict (email) where accepted_at is null do update set
    token_hash = excluded.token_hash, note = excluded.note, invited_by = excluded.invited_by,
    by_start = excluded.by_start, created_at = now(), expires_at = default;
  return token;
end;
$$;
comment on function private.create_invitation(text, text, uuid, boolean) is
  'Invites an address, or with null anybody with the link, and returns the token. An older link for the same address becomes void.';

create function private.invite(address text default null, remark text default null) returns text
language sql security definer set search_path = ''
as $$
  select private.create_invitation(address, remark, null, false);
$$;
comment on function private.invite(text, text) is
  'For the operator: invites and returns the token of a link that works once, SITE_URL/login#invitation=TOKEN.';

create function private.invite_first(address text default null) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.invitations in share row exclusive mode;
  delete from private.invitations where by_start and accepted_at is null;
  if exists (select from private.staff) then
    return null;
  end if;
  return private.create_invitation(address, null, null, true);
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
  lock table private.staff in row exclusive mode;
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
  update private.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  insert into private.staff (user_id) values (caller) on conflict do nothing;
  return 'accepted';
end;
$$;
comment on function private.accept_invitation(text) is
  'Uses an invitation up and makes the caller staff. Returns accepted, other_address or the state that read_invitation returns.';

create function public.accept_invitation(token text) returns text
language sql security invoker set search_path = ''
as $$
  select private.accept_invitation(token);
$$;
comment on function public.accept_invitation(text) is 'Makes the caller staff by the token of an invitation.';

-- Staff see who is staff, invite others and take rights away.

create function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'may_name_operators', private.is_operator(),
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at, is_operator from private.staff_accounts
        order by email, id limit least(take, 1000) offset skip
      ) page
    ),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(open)), '[]')
      from (
        select i.id, i.email, i.note, u.email as invited_by, i.expires_at
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

create function private.invite_colleague(address text, remark text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if coalesce(btrim(address), '') = '' then
    raise exception using errcode = 'PT400', message = 'Whom do you want to invite? Enter an e-mail address.';
  end if;
  if (select count(*) from private.invitations where accepted_at is null) >= 100 then
    raise exception using errcode = 'PT409', message = 'There are 100 open invitations. Revoke those that are not needed.';
  end if;
  return private.create_invitation(address, remark, (select auth.uid()), false);
end;
$$;

create function public.invite_colleague(address text, remark text) returns text
language sql security invoker set search_path = ''
as $$
  select private.invite_colleague(address, remark);
$$;
comment on function public.invite_colleague(text, text) is
  'For staff: invites an address and returns the token of its link, which is shown only once. An older link for the address becomes void.';

create function private.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
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
comment on function public.revoke_invitation(uuid) is 'For staff: makes an open invitation void.';

create function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  -- Calls run one after the other, and each checks again: while it waited, the caller may have been removed or become
  -- the last one.
  lock table private.staff in share row exclusive mode;
  perform private.expect_staff();
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
  'For staff: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';

-- Triggers that the tables of content share.

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Always later than before: forms compare it to notice that somebody else saved.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end;
$$;

-- Policies judge inserts; they cannot compare the old row with the new one.
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

revoke execute on all functions in schema private from public;
revoke execute on function public.is_staff, public.account_is_staff from public;
grant execute on function private.is_staff, public.is_staff, private.account_is_staff, public.account_is_staff
  to anon, authenticated, service_role;

revoke execute on function public.read_invitation from public, service_role;
grant execute on function private.read_invitation, public.read_invitation to anon, authenticated;

revoke execute on function
  public.is_operator, public.accept_invitation, public.read_accounts, public.invite_colleague, public.revoke_invitation,
  public.remove_staff
  from public, anon, service_role;
grant execute on function
  private.is_operator, private.accept_invitation, private.read_accounts, private.invite_colleague,
  private.revoke_invitation, private.remove_staff,
  public.is_operator, public.accept_invitation, public.read_accounts, public.invite_colleague, public.revoke_invitation,
  public.remove_staff
  to authenticated;
