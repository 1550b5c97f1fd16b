-- Lists say beforehand which writes the role of the caller does not allow, by the rule with which check_role refuses them.

create function private.refusal_of_row(role text, relation text, state jsonb, is_public boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' then null
    when o.record is null then 'Only publishers may do this.'
    when relation = 'pictures' then private.refusal_of_picture(role, private.owns(o.record))
    else private.refusal(role, private.owns(o.record), is_public)
  end
  from (select private.owned_record(relation, state)) o (record);
$$;
comment on function private.refusal_of_row(text, text, jsonb, boolean) is
  'Why a role does not allow the caller to write a row, with is_public one that visitors see; null when it is allowed.';

create or replace function private.check_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role constant text := private.role_of_caller();
  states constant jsonb[] := array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
  ], null);
  state jsonb;
  is_public boolean;
  fault text;
begin
  if coalesce(role, 'publisher') = 'publisher' or current_setting('private.is_retention', true) = 'on' then
    return null;
  end if;
  foreach state in array states loop
    is_public := private.is_public(tg_table_name, state);
    -- A deletion by cascade: the deletion of the record was checked.
    continue when is_public is null and tg_op = 'DELETE';
    fault := private.refusal_of_row(role, tg_table_name, state, is_public);
    if fault is not null then
      raise exception using errcode = '42501', hint = 'role', message = fault;
    end if;
  end loop;
  return null;
end;
$$;

create function private.refusals_of_row(role text, relation text, state jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'change', private.refusal_of_row(role, relation, state, r.is_public or d.is_scheduled),
    'publish', private.refusal_of_row(role, relation, state, true),
    'draft', private.refusal_of_row(role, relation, state, d.is_scheduled)
  ))
  from (select private.is_public(relation, state)) r (is_public)
  -- A deletion takes the draft with it.
  cross join (select exists (
    select from public.drafts d where d.record_id = (state ->> 'id')::uuid and d.publish_at is not null
  )) d (is_scheduled)
  where r.is_public is not null;
$$;
comment on function private.refusals_of_row(text, text, jsonb) is
  'The refusals of what lists offer about a row, by act; null for a part of a record that is gone.';

create function private.refusals(kinds text[], records uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  role constant text := private.role_of_caller();
  answer jsonb := '{}';
  relation text;
  record uuid;
  state jsonb;
begin
  perform private.expect_staff();
  if role = 'publisher' then
    return answer;
  end if;
  for relation in select distinct k from unnest(kinds) k loop
    if not exists (
      select from pg_catalog.pg_trigger t
      where t.tgname = 'check_role' and t.tgrelid = to_regclass(format('public.%I', relation))
    ) then
      raise exception using errcode = 'PT400', message = format('Roles do not decide about rows of "%s".', relation);
    end if;
    for record, state in execute format(
      'select r.record, coalesce(to_jsonb(t), (
         select d.before - ''publish_at'' from public.trail d where d.row_id = r.record order by d.id desc limit 1
       ))
       from unnest($1, $2) r (kind, record) left join public.%I t on t.id = r.record
       where r.kind = $3', relation
    ) using kinds, records, relation loop
      continue when state is null;
      answer := answer || coalesce(
        jsonb_build_object(record, nullif(private.refusals_of_row(role, relation, state), '{}')), '{}'
      );
    end loop;
  end loop;
  return jsonb_strip_nulls(answer);
end;
$$;

create function public.refusals(kinds text[], records uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.refusals(kinds, records);
$$;
comment on function public.refusals(text[], uuid[]) is
  'For staff: why the caller may not change or delete (change), publish (publish) or write the draft (draft) of records, by record; those that are allowed are left out. kinds: the table of each record. For a deleted record change is its restore.';

revoke execute on function
  private.refusal_of_row, private.refusals_of_row, private.refusals from public;
revoke execute on function public.refusals from public, anon, service_role;
grant execute on function private.refusals, public.refusals to authenticated;
