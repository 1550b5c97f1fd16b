-- The day of an AI call is the site's: its time zone was Zurich's for every site.

create function private.site_time_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.time_zone from public.site s), 'UTC');
$$;
comment on function private.site_time_zone() is 'The time zone of the site; UTC while there is no site.';
revoke execute on function private.site_time_zone from public;

alter table private.ai_calls
  alter column day set default (now() at time zone private.site_time_zone())::date;
comment on column private.ai_calls.day is 'The date in the time zone of the site.';

create or replace function private.ai_calls_today() returns table (
  mine integer, of_account integer, everybodys integer, in_all integer, renews_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where c.user_id = (select auth.uid()))::integer,
    s.ai_calls_of_account,
    count(c.receipt)::integer,
    s.ai_calls_in_all,
    (today.day + 1)::timestamp at time zone private.site_time_zone()
  from private.settings s
  cross join (select (now() at time zone private.site_time_zone())::date as day) today
  left join private.ai_calls c on c.day = today.day
  where private.is_staff()
  group by s.ai_calls_of_account, s.ai_calls_in_all, today.day;
$$;

create or replace function private.take_ai_call() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today record;
  taken uuid;
  exceeded text;
begin
  perform private.expect_staff();
  -- The row lock serializes calls, so that two cannot both be the last.
  perform from private.settings for update;
  select * into today from private.ai_calls_today();
  exceeded := case
    when today.mine >= today.of_account then format('%s AI calls a day for each account', today.of_account)
    when today.everybodys >= today.in_all then format('%s AI calls a day for all accounts together', today.in_all)
  end;
  if exceeded is not null then
    raise exception using errcode = 'PT429', message = format(
      'The limit of %s is reached. Counting starts anew on %s, %s time.',
      exceeded,
      to_char(today.renews_at at time zone private.site_time_zone(), 'DD.MM.YYYY "at" HH24:MI'),
      private.site_time_zone()
    );
  end if;
  insert into private.ai_calls (user_id) values ((select auth.uid())) returning receipt into taken;
  return taken;
end;
$$;
