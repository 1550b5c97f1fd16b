-- AI calls: how many an operator allows a day, and how many there were.

alter table private.settings
  add column ai_calls_of_account integer not null default 50
    constraint settings_ai_calls_of_account check (ai_calls_of_account >= 0),
  add column ai_calls_in_all integer not null default 200
    constraint settings_ai_calls_in_all check (ai_calls_in_all >= 0);
comment on column private.settings.ai_calls_of_account is
  'How often each account may have a provider asked on one day. In force with the next call; 0 allows none.';
comment on column private.settings.ai_calls_in_all is 'The same for all accounts together.';

create table private.ai_calls (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  day date not null default (now() at time zone 'Europe/Zurich')::date
);
comment on table private.ai_calls is
  'Calls of AI providers by the functions. Who knows a receipt can give its call back: only the function that took it.';
comment on column private.ai_calls.day is 'In Zurich, where a day ends at midnight.';
create index ai_calls_of_day on private.ai_calls (day, user_id);
create index ai_calls_of_user on private.ai_calls (user_id);

-- No policies: only the functions below and the owner reach it.
alter table private.ai_calls enable row level security;
revoke all on private.ai_calls from public, anon, authenticated, service_role;

-- No longer asked for restoring alone.
create or replace function private.expect_staff() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise exception using errcode = '42501', message = 'Only staff may do this.';
  end if;
end;
$$;
comment on function private.expect_staff() is 'Refuses whoever is not staff.';

create function private.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where c.user_id = (select auth.uid()))::integer,
    s.ai_calls_of_account,
    count(c.receipt)::integer,
    s.ai_calls_in_all,
    (today.day + 1)::timestamp at time zone 'Europe/Zurich'
  from private.settings s
  cross join (select (now() at time zone 'Europe/Zurich')::date as day) today
  left join private.ai_calls c on c.day = today.day
  where private.is_staff()
  group by s.ai_calls_of_account, s.ai_calls_in_all, today.day;
$$;

create function public.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_calls_today();
$$;
comment on function public.ai_calls_today() is
  'How many AI calls the caller and all accounts have had today, how many are allowed, and when counting starts anew. For staff; no row for others.';

create function private.take_ai_call() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today record;
  taken uuid;
  exceeded text;
begin
  perform private.expect_staff();
  -- One after the other, so that two calls cannot both be the last.
  perform from private.settings for update;
  select * into today from private.ai_calls_today();
  exceeded := case
    when today.mine >= today.of_account then format('%s AI calls a day for each account', today.of_account)
    when today.everybodys >= today.in_all then format('%s AI calls a day for all accounts together', today.in_all)
  end;
  if exceeded is not null then
    raise exception using errcode = 'PT429', message = format(
      'The limit of %s is reached. Counting starts anew on %s, Zurich time.',
      exceeded, to_char(today.renews_at at time zone 'Europe/Zurich', 'DD.MM.YYYY "at" HH24:MI')
    );
  end if;
  insert into private.ai_calls (user_id) values ((select auth.uid())) returning receipt into taken;
  return taken;
end;
$$;

create function public.take_ai_call() returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select private.take_ai_call();
$$;
comment on function public.take_ai_call() is
  'Counts an AI call of the caller before a provider is asked. Returns its receipt; PT429 when the day has no more.';

create function private.give_back_ai_call(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.ai_calls c where c.receipt = give_back_ai_call.receipt and c.user_id = (select auth.uid());
$$;

create function public.give_back_ai_call(receipt uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.give_back_ai_call(receipt);
$$;
comment on function public.give_back_ai_call(uuid) is
  'Takes a call of the caller out of the count: the provider refused it, and took nothing.';

revoke execute on function
  private.ai_calls_today(), private.take_ai_call(), private.give_back_ai_call(uuid),
  public.ai_calls_today(), public.take_ai_call(), public.give_back_ai_call(uuid)
  from public, anon;
grant execute on function
  private.ai_calls_today(), private.take_ai_call(), private.give_back_ai_call(uuid),
  public.ai_calls_today(), public.take_ai_call(), public.give_back_ai_call(uuid)
  to authenticated, service_role;
