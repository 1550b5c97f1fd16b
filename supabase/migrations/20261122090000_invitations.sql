-- Who becomes staff is decided by an invitation: a link for one use, of which only the hash is kept, or an address that
-- the auth service has confirmed by mail. Typing an invited address proves nothing.

alter table private.settings alter column sign_up set default 'invited';
comment on table private.settings is
  'One row. sign_up: invited makes staff of those with an invitation, open of every new account, closed refuses new accounts. Change it with: update private.settings set sign_up = ''closed''.';

alter table private.invitations drop constraint invitations_pkey;
alter table private.invitations
  alter column email drop not null,
  add column id uuid primary key default gen_random_uuid(),
  add column token_hash bytea constraint invitations_token_hash_key unique,
  add column note text constraint invitations_note_length check (char_length(note) <= 200),
  add column invited_by uuid references auth.users (id) on delete set null,
  add column by_start boolean not null default false,
  add column expires_at timestamptz not null default now() + interval '7 days',
  add column accepted_at timestamptz,
  add column accepted_by uuid references auth.users (id) on delete cascade;
comment on table private.invitations is
  'Who may become staff: whoever shows the token, or confirms the address by mail. Make one with: select private.invite(''anna@example.org'').';
comment on column private.invitations.email is 'The only address that may accept it; null for whoever has the link.';
comment on column private.invitations.token_hash is
  'SHA-256 of the token. Invitations from before there were links have none: a confirmed address alone accepts them.';
comment on column private.invitations.invited_by is 'Null when the operator did.';
comment on column private.invitations.by_start is 'Made by a start of the platform while nobody was staff; the next start replaces it.';

create unique index invitations_open_email on private.invitations (email) where accepted_at is null;
create index invitations_invited_by on private.invitations (invited_by);
create index invitations_accepted_by on private.invitations (accepted_by);

-- Those who are staff already have no use for theirs.
delete from private.invitations i using auth.users u, private.staff s where lower(u.email) = i.email and s.user_id = u.id;

drop trigger admit_invited_account on private.invitations;
drop function private.admit_invited_account();

create or replace function private.admit_account() returns trigger
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

create function private.admit_confirmed_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Where the auth service confirms accounts by itself, it has sent nothing, and nothing is proven.
  if old.email_confirmed_at is not null or new.email_confirmed_at is null or new.confirmation_sent_at is null
    or (select sign_up from private.settings) = 'closed' then
    return null;
  end if;
  update private.invitations set accepted_at = now(), accepted_by = new.id
  where email = lower(new.email) and accepted_at is null and expires_at > now();
  if found then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_confirmed_account() is 'Makes an account staff once its invited address is confirmed by mail.';
revoke execute on function private.admit_confirmed_account() from public;

create trigger admit_confirmed_account after update of email_confirmed_at on auth.users
  for each row execute function private.admit_confirmed_account();

-- It cannot be told whether somebody chose open or never looked at it.
do $$
begin
  update private.settings set sign_up = 'invited' where sign_up = 'open';
  if found and exists (select from private.staff) then
    raise notice 'Sign-up is by invitation from now on. It was open: whoever signed up is staff. Please look who that is: select * from private.staff_accounts';
  end if;
end;
$$;

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
  'Invites an address, or with null whoever has the link, and returns the token; an older link for the same address is void.';
revoke execute on function private.create_invitation(text, text, uuid, boolean) from public;

create function private.invite(address text default null, remark text default null) returns text
language sql security definer set search_path = ''
as $$
  select private.create_invitation(address, remark, null, false);
$$;
comment on function private.invite(text, text) is
  'For the operator: invites, and returns the token of a link for one use. The link is SITE_URL/login#invitation=TOKEN.';
revoke execute on function private.invite(text, text) from public;

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
  'For the start of the platform: invites while nobody is staff, in place of what earlier starts made; null when somebody is.';
revoke execute on function private.invite_first(text) from public;
