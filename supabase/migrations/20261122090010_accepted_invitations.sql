-- Accepting an invitation by its link.

create function private.invitation_of(token text) returns private.invitations
language sql stable security definer set search_path = ''
as $$
  select * from private.invitations where token_hash = sha256(convert_to(token, 'UTF8'));
$$;
revoke execute on function private.invitation_of(text) from public;

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
revoke execute on function private.state_of(private.invitations) from public;

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
  'What an invitation is worth to whoever has its token: state is valid, used, expired, closed or unknown.';
revoke execute on function private.read_invitation(text) from public;
grant execute on function private.read_invitation(text) to anon, authenticated;

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
  -- Of two at once the second waits here and then finds it used.
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
  'Makes the caller staff by an invitation, which is used up with it. Returns accepted, other_address, or why not, as read_invitation does.';
revoke execute on function private.accept_invitation(text) from public;
grant execute on function private.accept_invitation(text) to authenticated;

create function public.read_invitation(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_invitation(token);
$$;
comment on function public.read_invitation(text) is 'The state of an invitation and whom it is for, asked with its token.';
revoke execute on function public.read_invitation(text) from public, service_role;
grant execute on function public.read_invitation(text) to anon, authenticated;

create function public.accept_invitation(token text) returns text
language sql security invoker set search_path = ''
as $$
  select private.accept_invitation(token);
$$;
comment on function public.accept_invitation(text) is 'Makes the caller staff by the token of an invitation.';
revoke execute on function public.accept_invitation(text) from public, anon, service_role;
grant execute on function public.accept_invitation(text) to authenticated;
