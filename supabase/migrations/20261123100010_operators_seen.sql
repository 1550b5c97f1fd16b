-- Staff see who is operator, and operators name others on the page of accounts.

grant execute on function private.is_operator() to authenticated;

create function public.is_operator() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.is_operator();
$$;
comment on function public.is_operator() is 'Whether the caller''s account is an operator''s. For the interface only: functions decide by themselves.';
revoke execute on function public.is_operator() from public, anon, service_role;
grant execute on function public.is_operator() to authenticated;

create or replace view private.staff_accounts as
select s.user_id as id, u.email, s.created_at as since, u.last_sign_in_at, u.email_confirmed_at, s.is_operator
from private.staff s join auth.users u on u.id = s.user_id;

create or replace function private.read_accounts(skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'sign_up', (select sign_up from private.settings),
    'total', (select count(*) from private.staff),
    'may_name_operators', private.is_operator(),
    'staff', (
      select coalesce(jsonb_agg(to_jsonb(page)), '[]')
      from (
        select id, email, since, last_sign_in_at, is_operator from private.staff_accounts
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
comment on function public.read_accounts(integer, integer) is
  'For staff: the rule of sign-up, how many are staff, who (a page of them, by address), all open invitations, and whether the caller may name operators.';
