-- What a signed cookie of a shell allows ends with the rights of the account that it was made for.

create function private.account_is_staff(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.staff where user_id = account);
$$;
comment on function private.account_is_staff(uuid) is 'Whether an account is staff, whoever asks.';
revoke execute on function private.account_is_staff(uuid) from public;
grant execute on function private.account_is_staff(uuid) to anon, authenticated, service_role;

create function public.account_is_staff(account uuid) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.account_is_staff(account);
$$;
comment on function public.account_is_staff(uuid) is
  'Whether an account is staff: for servers that know its id from a token they saw. Ids cannot be guessed, and nothing else is told.';
revoke execute on function public.account_is_staff(uuid) from public;
grant execute on function public.account_is_staff(uuid) to anon, authenticated, service_role;
