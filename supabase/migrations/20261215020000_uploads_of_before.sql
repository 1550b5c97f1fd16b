-- Uploads that a process of before refused are read again: more files are pictures now. So are those that may be animated,
-- as that process made sizes of their first frame. What is shown of a picture stays until its sizes are made anew.

create or replace function private.fail_picture(own_id uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  update public.pictures p set failure = reason where p.id = own_id and p.sized_at is null;
  delete from private.picture_sizes s using public.pictures p
  where s.picture = own_id and p.id = own_id and p.sized_at is null;
  delete from private.picture_claims c where c.picture = own_id;
$$;
comment on function private.fail_picture(uuid, text) is
  'Gives up the sizes of a picture: none of it is shown, unless it had all sizes before.';

create or replace function shipping.finish_upload(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id constant uuid := (result ->> 'picture')::uuid;
  attempt constant integer := (result ->> 'attempt')::integer;
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(result) then
    return false;
  end if;
  if result ? 'failure' and (attempt >= 4 or coalesce((result ->> 'isFinal')::boolean, false)) then
    perform private.fail_picture(own_id, result ->> 'failure');
  elsif result ? 'failure' then
    update private.picture_claims c
    set due_at = now() + case attempt when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.picture = own_id;
  else
    -- Processes of before name no sizes.
    delete from private.picture_sizes s where s.picture = own_id and result ? 'sizes' and not exists (
      select from jsonb_to_recordset(result -> 'sizes') as made (type text, width integer)
      where made.type = s.content_type and made.width = s.width
    );
    update public.pictures p set
      content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
      bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
    where p.id = own_id;
    delete from private.picture_claims c where c.picture = own_id;
  end if;
  return true;
end;
$$;

delete from private.picture_sizes s using public.pictures p where p.id = s.picture and p.failure is not null;
-- Apart, so that new uploads do not wait behind them, and later, as processes of the release before, which would read them as
-- they did, may run while an operator exchanges them.
insert into private.picture_claims (picture, due_at)
select p.id, now() + interval '1 hour' + interval '10 seconds' * row_number() over (order by p.created_at desc)
from public.pictures p
where (p.failure is not null or p.content_type in ('image/gif', 'image/webp')) and private.is_uploaded(p.id)
on conflict do nothing;
