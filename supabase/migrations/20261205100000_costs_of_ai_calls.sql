-- Costs of AI calls: the tokens that a provider reports, and money by the price table of the operators.

create function private.site_currency() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.currency from public.site s), 'CHF');
$$;
comment on function private.site_currency() is 'The currency of prices and costs, that of the site.';

create table private.ai_prices (
  model text primary key constraint ai_prices_model check (model ~ '^[!-~]{1,100}$'),
  input_price numeric(12, 6) not null constraint ai_prices_input check (input_price >= 0),
  output_price numeric(12, 6) not null constraint ai_prices_output check (output_price >= 0),
  request_price numeric(12, 6) not null constraint ai_prices_request check (request_price >= 0)
);
comment on table private.ai_prices is 'Prices of AI providers, in the currency of the site. Operators write them by set_ai_price.';
comment on column private.ai_prices.model is
  'The model as the provider names it. A star stands for any characters; the longest that matches counts.';
comment on column private.ai_prices.input_price is 'Of a million tokens that the model reads.';
comment on column private.ai_prices.output_price is 'Of a million tokens that the model writes, thoughts included.';
comment on column private.ai_prices.request_price is 'Of one request, beside its tokens.';
alter table private.ai_prices enable row level security;
revoke all on private.ai_prices from public, anon, authenticated, service_role;

create function private.ai_cost(model text, input_tokens bigint, output_tokens bigint) returns numeric
language sql stable security definer set search_path = ''
as $$
  select round((p.input_price * input_tokens + p.output_price * output_tokens) / 1000000 + p.request_price, 6)
  from private.ai_prices p
  where ai_cost.model like
    replace(replace(replace(replace(p.model, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')
  order by p.model = ai_cost.model desc, length(p.model) desc, p.model
  limit 1;
$$;
comment on function private.ai_cost(text, bigint, bigint) is 'Money for a call at the present prices; null without a price.';

alter table private.ai_calls
  add column kind text constraint ai_calls_kind check (kind in ('web-search', 'blog-ideas', 'generate-article')),
  add column subject uuid,
  add column model text constraint ai_calls_model check (model ~ '^[!-~]{1,100}$'),
  add column input_tokens integer constraint ai_calls_input check (input_tokens between 0 and 10000000),
  add column output_tokens integer constraint ai_calls_output check (output_tokens between 0 and 10000000),
  add column cost numeric(18, 6),
  add column currency text,
  add column noted_at timestamptz,
  add constraint ai_calls_noted check (num_nulls(model, input_tokens, output_tokens, noted_at) in (0, 4)),
  add constraint ai_calls_money check (num_nulls(cost, currency) in (0, 2));
comment on column private.ai_calls.kind is 'The function that called.';
comment on column private.ai_calls.subject is 'The workflow, or the claim of the article, that the call was for.';
comment on column private.ai_calls.model is 'The model that answered. Null while nothing is noted, as for a call that timed out.';
comment on column private.ai_calls.cost is 'Money at the prices of the time of the call; null without a price.';
create index ai_calls_of_subject on private.ai_calls (subject);
create index ai_calls_of_kind on private.ai_calls (kind, noted_at) where noted_at is not null;

drop function public.take_ai_call();
drop function private.take_ai_call();

create function private.take_ai_call(kind text, subject uuid) returns uuid
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

create function public.take_ai_call(kind text default null, subject uuid default null) returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select private.take_ai_call(kind, subject);
$$;
comment on function public.take_ai_call(text, uuid) is
  'Counts an AI call of the caller before the provider is called: by which function, for which workflow or claim. Returns its receipt; PT429 when the limit of the day is reached.';

create function private.note_ai_usage(receipt uuid, usage jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.ai_calls c set
    model = u.model, input_tokens = u.input_tokens, output_tokens = u.output_tokens, noted_at = clock_timestamp(),
    cost = price.cost, currency = case when price.cost is not null then private.site_currency() end
  from jsonb_to_record(usage) as u (model text, input_tokens integer, output_tokens integer)
  cross join lateral (select private.ai_cost(u.model, u.input_tokens, u.output_tokens) as cost) price
  where c.receipt = note_ai_usage.receipt and c.user_id = (select auth.uid()) and c.noted_at is null;
$$;

create function public.note_ai_usage(receipt uuid, usage jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.note_ai_usage(receipt, usage);
$$;
comment on function public.note_ai_usage(uuid, jsonb) is
  'Notes once what a call of the caller used: {model, input_tokens, output_tokens}. The present prices make its cost.';

-- Before and after a call.

create function private.ai_estimates() returns table (kind text, calls integer, tokens integer, cost numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind, count(*)::integer, (percentile_cont(0.5) within group (order by r.tokens))::integer,
    -- A median of some calls would be another's.
    case when count(r.cost) = count(*)
      then round((percentile_cont(0.5) within group (order by r.cost))::numeric, 6) end,
    private.site_currency()
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

create function public.ai_estimates() returns table (kind text, calls integer, tokens integer, cost numeric, currency text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_estimates();
$$;
comment on function public.ai_estimates() is
  'For staff: the median tokens of the last 20 calls of each function, and their median cost at the present prices, null where one has none. No row for a function without a call.';

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
    coalesce(min(c.currency), private.site_currency())
  from subjects s
  join private.ai_calls c on c.subject = s.subject
  where c.noted_at is not null and private.is_staff()
  group by s.record;
$$;

create function public.ai_costs_of(records uuid[])
returns table (record uuid, calls integer, tokens bigint, cost numeric, currency text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.ai_costs_of(records);
$$;
comment on function public.ai_costs_of(uuid[]) is
  'For staff: what workflows and written posts cost. cost is null when one of the calls had no price.';

-- By person and month.

create function private.ai_costs(month date, skip integer, take integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_all constant boolean := private.is_operator();
  money constant text := private.site_currency();
begin
  perform private.expect_staff();
  return (
    with calls as (
      select
        date_trunc('month', c.day)::date as month, c.user_id, c.input_tokens, c.output_tokens,
        case when c.currency = money then c.cost end as cost
      from private.ai_calls c
    ), months as (
      select
        c.month, count(*) as calls, coalesce(sum(c.input_tokens), 0) as input_tokens,
        coalesce(sum(c.output_tokens), 0) as output_tokens, sum(c.cost) as cost, count(*) - count(c.cost) as unpriced
      from calls c
      group by c.month
      order by c.month desc
      limit 13
    ), shown as (
      select coalesce(date_trunc('month', ai_costs.month)::date, (select max(m.month) from months m)) as month
    ), people as (
      select
        c.user_id as account, count(*) as calls, coalesce(sum(c.input_tokens), 0) as input_tokens,
        coalesce(sum(c.output_tokens), 0) as output_tokens, sum(c.cost) as cost, count(*) - count(c.cost) as unpriced
      from calls c
      where c.month = (select s.month from shown s) and (sees_all or c.user_id = (select auth.uid()))
      group by c.user_id
    )
    select jsonb_build_object(
      'currency', money,
      'sets_prices', sees_all,
      'month', (select s.month from shown s),
      'months', (select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]') from months m),
      'total', (select count(*) from people),
      'people', (
        select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('address', (select a.address from private.person(p.account) a))), '[]')
        from (
          select * from people p order by p.cost desc nulls last, p.calls desc, p.account
          limit least(greatest(take, 0), 100) offset greatest(skip, 0)
        ) p
      ),
      'prices', (select coalesce(jsonb_agg(to_jsonb(p) order by p.model), '[]') from private.ai_prices p),
      'without_price', (
        select coalesce(jsonb_agg(u.model order by u.model), '[]')
        from (
          select distinct c.model from private.ai_calls c
          where c.model is not null and private.ai_cost(c.model, 0, 0) is null
          order by c.model
          limit 20
        ) u
      )
    )
  );
end;
$$;

create function public.ai_costs(month date default null, skip integer default 0, take integer default 100) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.ai_costs(month, skip, take);
$$;
comment on function public.ai_costs(date, integer, integer) is
  'For staff: AI calls, tokens and cost of the last 13 months, and of the people of one month, by default the newest: all for operators, else the caller. unpriced: calls without a cost. Also the prices, and the models without one.';

create function private.expect_price_setter() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators set prices.';
  end if;
  perform private.expect_fresh_sign_in();
end;
$$;
comment on function private.expect_price_setter() is 'Refuses a caller who is no operator, or whose sign-in is older than 15 minutes.';

create function private.set_ai_price(model text, input numeric, output numeric, request numeric) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_price_setter();
  if coalesce(model, '') !~ '^[!-~]{1,100}$' then
    raise exception using errcode = 'PT400',
      message = 'This is no name of a model; expected one as gemini-3.8-flash, or a part with a star as gemini-*.';
  elsif not coalesce(input between 0 and 100000 and output between 0 and 100000 and request between 0 and 100000, false) then
    raise exception using errcode = 'PT400', message = 'A price is a number from 0 to 100,000.';
  end if;
  insert into private.ai_prices as p (model, input_price, output_price, request_price)
  values (set_ai_price.model, input, output, request)
  on conflict on constraint ai_prices_pkey do update set
    input_price = excluded.input_price, output_price = excluded.output_price, request_price = excluded.request_price;
end;
$$;

create function public.set_ai_price(model text, input numeric, output numeric, request numeric) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.set_ai_price(model, input, output, request);
$$;
comment on function public.set_ai_price(text, numeric, numeric, numeric) is
  'For operators after a fresh sign-in: the prices of a model, or of all that a name with stars matches, for calls from now on.';

create function private.delete_ai_price(model text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_price_setter();
  delete from private.ai_prices p where p.model = delete_ai_price.model;
end;
$$;

create function public.delete_ai_price(model text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.delete_ai_price(model);
$$;
comment on function public.delete_ai_price(text) is
  'For operators after a fresh sign-in: deletes prices. What calls cost so far stays.';

-- Thirteen whole months. A time that the owner has set stays.
update private.retention set
  days = case days when 90 then 400 else days end,
  purpose = 'Counts against the limits of a day; cost by person and month for 13 months.'
where subject = 'private.ai_calls';

-- An account's export has what is stored of its calls. Replaced in place: the rest of the function is not of this migration.
do $$
declare
  present constant text := pg_get_functiondef('private.export_account(uuid)'::regprocedure);
  changed constant text := replace(
    present, 'jsonb_agg(c.day)', 'jsonb_agg(to_jsonb(c) - array[''receipt'', ''user_id'', ''subject''] order by c.day)'
  );
begin
  assert changed <> present, 'export_account has no calls';
  execute changed;
end;
$$;

revoke execute on function
  private.site_currency, private.ai_cost, private.take_ai_call, private.note_ai_usage, private.ai_estimates,
  private.ai_costs_of, private.ai_costs, private.expect_price_setter, private.set_ai_price, private.delete_ai_price
  from public;
revoke execute on function
  public.take_ai_call, public.note_ai_usage, public.ai_estimates, public.ai_costs_of, public.ai_costs,
  public.set_ai_price, public.delete_ai_price
  from public, anon;
revoke execute on function
  public.ai_estimates, public.ai_costs_of, public.ai_costs, public.set_ai_price, public.delete_ai_price
  from service_role;
grant execute on function
  private.take_ai_call, private.note_ai_usage, public.take_ai_call, public.note_ai_usage
  to authenticated, service_role;
grant execute on function
  private.ai_estimates, private.ai_costs_of, private.ai_costs, private.set_ai_price, private.delete_ai_price,
  public.ai_estimates, public.ai_costs_of, public.ai_costs, public.set_ai_price, public.delete_ai_price
  to authenticated;
