-- Invitations that come after the account: whoever was refused becomes staff with the invitation.

create function private.admit_invited_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select sign_up from private.settings) = 'invited' then
    insert into private.staff (user_id)
    select id from auth.users where lower(email) = new.email
    on conflict do nothing;
  end if;
  return null;
end;
$$;
comment on function private.admit_invited_account() is
  'Makes an account that exists already staff when its address is invited. Taking an invitation back ends no rights: delete from private.staff.';
revoke execute on function private.admit_invited_account() from public;

create trigger admit_invited_account after insert on private.invitations
  for each row execute function private.admit_invited_account();
