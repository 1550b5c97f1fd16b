-- Whether new accounts are taken, for the sign-in page: a hosted project's auth service refuses an account in its own
-- words, and the page says why before it asks.

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

revoke execute on function private.sign_up_is_open, public.sign_up_is_open from public;
revoke execute on function public.sign_up_is_open from service_role;
grant execute on function private.sign_up_is_open, public.sign_up_is_open to anon, authenticated;

comment on function private.admit_account() is
  'Applies private.settings.sign_up to a new account. The auth service passes the message of PT403 on to clients that name no version of its API; to all others it says "Database error saving new user".';
