-- AI calls: limits of a day, tokens and cost.

create function private.take_ai_call(kind text default null, subject uuid default null) returns uuid
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
  insert into private.ai_calls (user_id, kind, subject)
  values ((select auth.uid()), take_ai_call.kind, take_ai_call.subject)
  returning receipt into taken;
  return taken;
end;
$$;
comment on function private.take_ai_call(text, uuid) is
  'Counts an AI call of the caller before the provider is called: by which function, for which workflow or claim. Returns its receipt; PT429 when the limit of the day is reached.';
select private.expose('take_ai_call', 'authenticated', 'service_role');

create function private.note_ai_usage(receipt uuid, usage jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.ai_calls c set
    model = u.model, input_tokens = u.input_tokens, output_tokens = u.output_tokens, noted_at = clock_timestamp(),
    cost = price.cost, currency = case when price.cost is not null then 'USD' end
  from jsonb_to_record(usage) as u (model text, input_tokens integer, output_tokens integer)
  cross join lateral (select private.ai_cost(u.model, u.input_tokens, u.output_tokens) as cost) price
  where c.receipt = note_ai_usage.receipt and c.user_id = (select auth.uid()) and c.noted_at is null;
$$;
comment on function private.note_ai_usage(uuid, jsonb) is
  'Notes once what a call of the caller used: {model, input_tokens, output_tokens}. The published prices make its cost.';
select private.expose('note_ai_usage', 'authenticated', 'service_role');

-- Before and after a call.

create function private.ai_estimates()
returns table (kind text, calls integer, tokens integer, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind, count(*)::integer, (percentile_cont(0.5) within group (order by r.tokens))::integer,
    -- A median of some calls would be another's.
    case when count(r.cost) = count(*)
      then round((percentile_cont(0.5) within group (order by r.cost))::numeric, 6) end,
    'USD'
  from unnest(array['web-search', 'blog-ideas', 'generate-article']) k (kind)
  cross join lateral (
    select
      c.input_tokens + c.output_tokens as tokens, private.ai_cost(c.model, c.input_tokens, c.output_tokens) as cost
    from private.ai_calls c
    where c.kind = k.kind and c.noted_at is not null
    order by c.noted_at desc
    limit 20
  ) r
  where private.is_staff()
  group by k.kind
  order by k.kind;
$$;
comment on function private.ai_estimates() is
  'For staff: the median tokens of the last 20 calls of each function, and their median cost at the present prices, null where one has none. No row for a function without a call.';
select private.expose('ai_estimates', 'authenticated');

create function private.ai_costs_of(records uuid[])
returns table (record uuid, calls integer, tokens bigint, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  with subjects as (
    select r.record, r.record as subject from unnest(records) r (record)
    union
    select a.post_id, a.receipt from private.article_claims a where a.post_id = any (records)
  )
  select
    s.record, count(*)::integer, sum(c.input_tokens + c.output_tokens),
    case when count(c.cost) = count(*) and count(distinct c.currency) = 1 then sum(c.cost) end,
    coalesce(min(c.currency), 'USD')
  from subjects s
  join private.ai_calls c on c.subject = s.subject
  where c.noted_at is not null and private.is_staff()
  group by s.record;
$$;
comment on function private.ai_costs_of(uuid[]) is
  'For staff: what workflows and written posts cost. cost is null when one of the calls had no price.';
select private.expose('ai_costs_of', 'authenticated');

-- It stays callable and reports nothing, because releases of mf-admin that call it may be live or one to go back to. Their
-- costs page is empty then. A later migration drops it.
create function public.ai_costs(month date default null, skip integer default 0, take integer default 100) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'currency', 'USD', 'sets_prices', false, 'month', null, 'months', '[]'::jsonb, 'total', 0, 'people', '[]'::jsonb,
    'prices', '[]'::jsonb, 'without_price', '[]'::jsonb
  );
$$;
comment on function public.ai_costs(date, integer, integer) is
  'A report without calls: for earlier releases of mf-admin, which had a page of costs.';

create function private.ai_cost(model text, input_tokens bigint, output_tokens bigint, day date default current_date)
returns numeric
language sql stable security definer set search_path = ''
as $$
  select round((p.input_price * input_tokens + p.output_price * output_tokens) / 1000000 + p.request_price, 6)
  from (
    values
      -- https://docs.perplexity.ai/getting-started/pricing of 2026-05-04, with the search context "low".
      ('sonar-pro', date '-infinity', 3, 15, 0.006),
      -- https://ai.google.dev/gemini-api/docs/pricing of 2026-09-20, thoughts included in the output.
      ('gemini-3.8-flash', date '-infinity', 0.75, 3.75, 0),
      ('gemini-3.8-flash', date '2027-01-01', 1.5, 7.5, 0)
  ) p (model, since, input_price, output_price, request_price)
  where p.model = ai_cost.model and p.since <= ai_cost.day
  order by p.since desc
  limit 1;
$$;
comment on function private.ai_cost(text, bigint, bigint, date) is
  'US dollars for a call on a day, by the published prices of a million tokens and of a request; null for a model without a price.';

create function private.ai_calls_this_month() returns table (calls integer, tokens bigint, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  select
    count(*)::integer, coalesce(sum(c.input_tokens + c.output_tokens), 0),
    case when count(c.cost) = count(c.noted_at) and count(distinct c.currency) = 1 then sum(c.cost) end,
    coalesce(min(c.currency), 'USD')
  from private.ai_calls c
  where c.day >= date_trunc('month', now() at time zone private.site_time_zone())::date
  having private.is_staff();
$$;
comment on function private.ai_calls_this_month() is
  'For staff: the calls of everybody since the first of the month, their tokens and cost. cost is null when one that noted its usage had no price, or another currency.';
select private.expose('ai_calls_this_month', 'authenticated');

grant execute on function public.ai_costs to authenticated;
