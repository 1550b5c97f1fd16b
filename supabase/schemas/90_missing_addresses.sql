-- Addresses at which visitors found nothing. Shells count them, so that staff can let them lead on.

create table private.missing_addresses (
  address text not null,
  day date not null,
  requests bigint not null,
  primary key (address, day)
);
comment on table private.missing_addresses is
  'Addresses at which nothing is, with their requests by day (UTC). Of more than 1,000 rows, those of the addresses with the fewest requests go.';

create index missing_addresses_oldest on private.missing_addresses (day);

alter table private.missing_addresses enable row level security;

create function shipping.store_missing_addresses(token text, counts jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.deployer_of(token);
begin
  if who.kind <> 'shell' then
    raise exception using errcode = '42501', message = 'Only shells may do this.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('missing_addresses', 0));
  insert into private.missing_addresses as m (address, day, requests)
  select told.address, (now() at time zone 'UTC')::date, sum(told.requests)
  from jsonb_to_recordset(counts) as told (address text, requests integer)
  where told.address ~ '^/[^[:cntrl:]]*$' and length(told.address) <= 500 and told.requests > 0
  group by told.address order by sum(told.requests) desc limit 1000
  on conflict (address, day) do update set requests = m.requests + excluded.requests;
  delete from private.missing_addresses m using (
    select r.address, r.day from private.missing_addresses r
    order by sum(r.requests) over (partition by r.address) desc, r.day desc, random()
    offset 1000
  ) least
  where m.address = least.address and m.day = least.day;
end;
$$;
comment on function shipping.store_missing_addresses(text, jsonb) is
  'For shells: adds requests for addresses at which nothing is since the last call, as [{address, requests}].';
select private.expose('shipping.store_missing_addresses', 'anon', 'authenticated');

create function private.missing_addresses() returns table (address text, requests bigint, last_day date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select m.address, sum(m.requests)::bigint, max(m.day) from private.missing_addresses m
    where not exists (select from public.redirects r where lower(r.address) = lower(m.address) and r.target is not null)
      and not exists (select from private.record_at(m.address) r where r.public_from <= now())
    group by m.address order by 2 desc, 3 desc, 1;
end;
$$;
comment on function private.missing_addresses() is
  'For staff: addresses at which nothing is, with their requests in all and the last day (UTC), most requests first.';
select private.expose('missing_addresses', 'authenticated');
