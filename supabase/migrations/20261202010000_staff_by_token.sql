-- Staff by token only: an account becomes staff by accept_invitation, never by a confirmed address. A mail proves that
-- somebody reads it, not that the account's password is theirs: whoever registered the address first chose it.

drop trigger admit_confirmed_account on auth.users;
drop function private.admit_confirmed_account();

comment on table private.invitations is
  'Each invitation makes one account staff: the one that shows the token. Make one with: select private.invite(''anna@example.org'').';
comment on column private.invitations.token_hash is 'SHA-256 of the token. Null in rows of an earlier version, which nobody can accept.';

-- The time comes from the database's clock, which also dates invitations.
create table private.passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  set_at timestamptz not null default clock_timestamp()
);
comment on table private.passwords is 'When each account''s present password was set.';
comment on column private.passwords.set_at is 'A missing row counts as long ago.';
alter table private.passwords enable row level security;
revoke all on private.passwords from public, anon, authenticated, service_role;

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

create or replace function private.state_of(invitation private.invitations) returns text
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

create or replace function private.accept_invitation(token text) returns text
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
  insert into private.staff (user_id) values (caller) on conflict do nothing;
  return 'accepted';
end;
$$;
comment on function private.accept_invitation(text) is
  'Uses an invitation up and makes the caller staff. Returns accepted; new_password when the account''s password is older than the invitation or the session began without it; other_address; or the state that read_invitation returns.';

create or replace function private.invite_colleague(address text, remark text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_rights((select auth.uid()));
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

create or replace function shipping.name_operator(token text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_rights((select auth.uid()));
  -- Where a token grants, its row is held: a token that is revoked meanwhile names nobody.
  perform from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8')) for share;
  perform shipping.expect_operator(token);
  update private.staff s set is_operator = true from auth.users u
  where u.id = s.user_id and lower(u.email) = lower(btrim(address));
  if not found then
    raise exception using errcode = 'PT404', message = format('Nobody who is staff has the address "%s".', address);
  end if;
end;
$$;

revoke execute on function private.note_password, private.knows_password, private.hold_rights from public;
