-- Staff see who is staff, invite others and take rights away.

create view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at
from private.staff s join auth.users u on u.id = s.user_id;
comment on view private.staff_accounts is 'For the operator: who may use the admin area.';
revoke all on private.staff_accounts from public, anon, authenticated, service_role;

create function private.require_staff() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
end;
$$;
revoke execute on function private.require_staff() from public;

create function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at from private.staff_accounts
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
revoke execute on function private.read_accounts(integer, integer) from public;
grant execute on function private.read_accounts(integer, integer) to authenticated;

create function private.invite_colleague(address text, remark text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  if coalesce(btrim(address), '') = '' then
    raise exception using errcode = 'PT400', message = 'Whom do you want to invite? Enter an e-mail address.';
  end if;
  if (select count(*) from private.invitations where accepted_at is null) >= 100 then
    raise exception using errcode = 'PT409', message = 'There are 100 open invitations. Revoke those that are not needed.';
  end if;
  return private.create_invitation(address, remark, (select auth.uid()), false);
end;
$$;
revoke execute on function private.invite_colleague(text, text) from public;
grant execute on function private.invite_colleague(text, text) to authenticated;

create function private.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  delete from private.invitations where id = invitation and accepted_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This invitation is used or revoked already.';
  end if;
end;
$$;
revoke execute on function private.revoke_invitation(uuid) from public;
grant execute on function private.revoke_invitation(uuid) to authenticated;

create function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  -- One at a time, and asked again: whoever waited here may have been removed meanwhile, or be the last one.
  lock table private.staff in share row exclusive mode;
  perform private.require_staff();
  if not exists (select from private.staff where user_id = account) then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  end if;
  if (select count(*) from private.staff) = 1 then
    raise exception using errcode = 'PT409', message = 'The last one who is staff cannot be removed.';
  end if;
  delete from private.staff where user_id = account;
  -- Neither an invitation of theirs nor one for them brings them back.
  delete from private.invitations i
  where i.accepted_at is null
    and (i.invited_by = account or i.email = (select lower(u.email) from auth.users u where u.id = account));
end;
$$;
revoke execute on function private.remove_staff(uuid) from public;
grant execute on function private.remove_staff(uuid) to authenticated;

create function public.read_accounts(skip integer, take integer) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_accounts(skip, take);
$$;
comment on function public.read_accounts(integer, integer) is
  'For staff: the rule of sign-up, how many are staff, who (a page of them, by address), and all open invitations.';
revoke execute on function public.read_accounts(integer, integer) from public, anon, service_role;
grant execute on function public.read_accounts(integer, integer) to authenticated;

create function public.invite_colleague(address text, remark text) returns text
language sql security invoker set search_path = ''
as $$
  select private.invite_colleague(address, remark);
$$;
comment on function public.invite_colleague(text, text) is
  'For staff: invites an address and returns the token of its link, which is shown this once. An older link for it is void.';
revoke execute on function public.invite_colleague(text, text) from public, anon, service_role;
grant execute on function public.invite_colleague(text, text) to authenticated;

create function public.revoke_invitation(invitation uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.revoke_invitation(invitation);
$$;
comment on function public.revoke_invitation(uuid) is 'For staff: makes an open invitation void.';
revoke execute on function public.revoke_invitation(uuid) from public, anon, service_role;
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.remove_staff(account uuid) returns void
language sql security invoker set search_path = ''
as $$
  select private.remove_staff(account);
$$;
comment on function public.remove_staff(uuid) is
  'For staff: takes the rights of an account away, at once, with the invitations that it made. The last one stays.';
revoke execute on function public.remove_staff(uuid) from public, anon, service_role;
grant execute on function public.remove_staff(uuid) to authenticated;
