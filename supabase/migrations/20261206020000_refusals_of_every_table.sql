-- The trash has rows of tables about which roles do not decide, such as workflows: they are refused to nobody.

create or replace function private.refusals(kinds text[], records uuid[]) returns jsonb
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
    if to_regclass(format('public.%I', relation)) is null then
      raise exception using errcode = 'PT400', message = format('There is no table "%s".', relation);
    end if;
    continue when not exists (
      select from pg_catalog.pg_trigger t
      where t.tgname = 'check_role' and t.tgrelid = to_regclass(format('public.%I', relation))
    );
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
