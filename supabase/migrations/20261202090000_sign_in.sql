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

create or replace function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid())) and private.shows_second_factor();
$$;
comment on function private.is_staff() is 'Whether the caller is staff, and showed its second factor if it has one. Policies call it as (select private.is_staff()), so that it runs once for each statement.';

create or replace function private.is_operator() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = (select auth.uid()) and is_operator)
    and private.shows_second_factor();
$$;
comment on function private.is_operator() is 'Whether the caller is an operator, and showed its second factor if it has one.';

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
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
  return who;
end;
$$;

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
  'Refuses a session whose sign-in is older than 15 minutes, or without the second factor of its account.';

create function public.expect_fresh_sign_in() returns void
language sql stable security invoker set search_path = ''
as $$
  select private.expect_fresh_sign_in();
$$;
comment on function public.expect_fresh_sign_in() is
  'For the interface, before it changes a second factor: refuses a session whose sign-in is older than 15 minutes.';

create or replace function shipping.expect_fresh_operator(token text) returns shipping.deployer
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

create or replace function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  perform private.expect_fresh_sign_in();
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
comment on function public.remove_staff(uuid) is
  'For staff, soon after a sign-in: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';

create or replace function private.delete_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_own_or_operator(account);
  perform private.expect_fresh_sign_in();
  -- As remove_staff does: grants and removals run one after the other, and each checks again.
  lock table private.staff in share row exclusive mode;
  perform private.expect_own_or_operator(account);
  perform private.expect_not_last_operator(account);
  perform private.erase_account(account);
end;
$$;
comment on function public.delete_account(uuid) is
  'For operators and the account itself, soon after a sign-in: deletes an account, its sessions, its rights and what names its person. What it wrote stays.';

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

revoke execute on function
  private.shows_second_factor, private.expect_fresh_sign_in, private.expect_fresh_factor, private.guard_factors,
  private.wants_strong_password
  from public;
revoke execute on function public.expect_fresh_sign_in from public, anon, service_role;
grant execute on function private.expect_fresh_sign_in, public.expect_fresh_sign_in to authenticated;
