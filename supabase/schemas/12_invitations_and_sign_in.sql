-- Invitations make an account staff. Below: passwords and the rules of a sign-in.

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

-- The time comes from the database's clock, which also dates invitations.
create table private.passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  set_at timestamptz not null default clock_timestamp()
);
comment on table private.passwords is 'When each account''s present password was set.';
comment on column private.passwords.set_at is 'A missing row counts as long ago.';

create unique index invitations_open_email on private.invitations (email) where accepted_at is null;
create index invitations_invited_by on private.invitations (invited_by);
create index invitations_accepted_by on private.invitations (accepted_by);

alter table private.invitations enable row level security;
alter table private.passwords enable row level security;

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
comment on function private.read_invitation(text) is 'The state of the invitation with this token, and its address.';
select private.expose('read_invitation', 'anon', 'authenticated');

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
  insert into private.staff as stored (user_id, role) values (caller, private.role_of_invitation(invitation, caller))
  -- Where sign-up is open, the account is a publisher already.
  on conflict (user_id) do update set role = excluded.role where excluded.role <> 'publisher' and not stored.is_operator;
  delete from private.former_roles f where f.account = caller;
  return 'accepted';
end;
$$;
comment on function private.accept_invitation(text) is 'Makes the caller staff by the token of an invitation.';
select private.expose('accept_invitation', 'authenticated');

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
comment on function private.revoke_invitation(uuid) is 'For publishers: makes an open invitation void.';
select private.expose('revoke_invitation', 'authenticated');

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

-- Removals lock the whole table. A grant holds the row of the account that grants until it commits, so that it ends
-- before a removal, which then finds what was granted, or starts after it and is refused.
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

-- Whether new accounts are taken, for the sign-in page: a hosted project's auth service refuses an account in its own
-- words, and the page says why before it asks.

create function private.sign_up_is_open() returns boolean
language sql stable security definer set search_path = ''
as $$
  select s.sign_up <> 'closed' from private.settings s;
$$;
comment on function private.sign_up_is_open() is 'Whether new accounts are taken.';
select private.expose('sign_up_is_open', 'anon', 'authenticated');

-- Sign-in of staff: an account with a second factor has its rights only in sessions that showed it, removals and deletions
-- ask for a fresh sign-in, and whoever was invited chooses no password of the most used ones.

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

-- Acts that ask for a sign-in of the last minutes.

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
  'For the interface, before it changes a second factor: refuses a session whose sign-in is older than 15 minutes.';
select private.expose('expect_fresh_sign_in', 'authenticated');

-- A factor becomes the account's only way in, so whoever holds a stolen session adds none. Removing one asks the auth
-- service for a session with the factor; the owner of the database and the dashboard must be able to remove it for
-- somebody who lost it.

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

create function private.invite_colleague(address text, remark text, role text default 'publisher') returns text
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
comment on function private.invite_colleague(text, text, text) is
  'For publishers: invites an address and returns the token of its link, which is shown only once. An older link for the address becomes void. role: publisher, or for operators editor or author.';
select private.expose('invite_colleague', 'authenticated');

create function private.role_of_invitation(invitation private.invitations, account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from private.staff s where s.user_id = invitation.invited_by and s.is_operator) then invitation.role
    else coalesce((select f.role from private.former_roles f where f.account = role_of_invitation.account), invitation.role)
  end;
$$;
comment on function private.role_of_invitation(private.invitations, uuid) is
  'The role that an invitation gives: a narrower one of before stays, unless an operator invites.';

-- Invitations end with the rights of whoever sent them, in whatever way these end.
create function private.end_invitations_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'users' then
    -- First, as where invitations are accepted.
    delete from private.staff s where s.user_id = old.id;
    delete from private.invitations i where i.accepted_at is null and i.invited_by = old.id;
  else
    delete from private.invitations i where i.accepted_at is null and i.invited_by = old.user_id;
  end if;
  return old;
end;
$$;

create trigger note_first_password after insert on auth.users
  for each row execute function private.note_password();
create trigger note_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.note_password();

create trigger end_invitations_of_account after delete on private.staff
  for each row execute function private.end_invitations_of_account();
create trigger end_invitations_of_former_publisher after update of role on private.staff
  for each row when (old.role = 'publisher' and new.role <> 'publisher')
  execute function private.end_invitations_of_account();

-- The foreign key would leave an invitation without a sender, as the database's owner sends them.
create trigger end_invitations_of_account before delete on auth.users
  for each row execute function private.end_invitations_of_account();

select private.guard_factors();
