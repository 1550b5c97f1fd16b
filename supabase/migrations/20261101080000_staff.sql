-- Who is staff. Rights are decided by a table, never by claims of a token or by metadata that a user can edit.

create schema private;
comment on schema private is 'Helpers and settings that the API does not expose.';

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  sign_up text not null default 'open' constraint settings_sign_up check (sign_up in ('open', 'invited', 'closed'))
);
comment on table private.settings is
  'One row. sign_up: open makes every new account staff, invited only those of private.invitations, closed refuses new accounts. Change it with: update private.settings set sign_up = ''closed''.';
insert into private.settings default values;

create table private.invitations (
  email text primary key constraint invitations_email_lower check (email = lower(email)),
  created_at timestamptz not null default now()
);
comment on table private.invitations is 'E-mail addresses that become staff while sign-up is by invitation.';

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.staff is 'Accounts that may use the admin area.';

-- No policies: only the functions below and the owner reach these tables.
alter table private.settings enable row level security;
alter table private.invitations enable row level security;
alter table private.staff enable row level security;
revoke all on private.settings, private.invitations, private.staff from public, anon, authenticated, service_role;

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()));
$$;
comment on function private.is_staff() is 'Whether the caller is staff. Policies call it as (select private.is_staff()), once a statement.';
revoke execute on function private.is_staff() from public;
grant execute on function private.is_staff() to anon, authenticated, service_role;

create function public.is_staff() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.is_staff();
$$;
comment on function public.is_staff() is 'Whether the caller may use the admin area. For the interface; policies decide by themselves.';
revoke execute on function public.is_staff() from public;
grant execute on function public.is_staff() to anon, authenticated, service_role;

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
  if rule = 'open' or exists (select from private.invitations where email = lower(new.email)) then
    insert into private.staff (user_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_account() is 'Applies private.settings.sign_up to a new account.';
revoke execute on function private.admit_account() from public;

create trigger admit_account after insert on auth.users
  for each row execute function private.admit_account();

-- Shared by all tables with updated_at.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Always later than before, since forms compare it to notice that somebody else saved.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end;
$$;
revoke execute on function private.touch_updated_at() from public;

-- Shared by the tables with user_id. Inserts are judged by policies, which cannot compare old with new.
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
revoke execute on function private.refuse_forged_user_id() from public;
