-- Staff find every record by its title.

create function private.find_records(words text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind private.kinds;
  found jsonb;
  all_found jsonb := '[]';
  -- Each word is a part of the title, whatever its place.
  patterns constant text[] := array(
    select '%' || regexp_replace(normalize(w.word), '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(trim(find_records.words), '\s+') w (word)
  );
begin
  perform private.expect_staff();
  if trim(find_records.words) = '' then
    return all_found;
  end if;
  for kind in select k.* from private.kinds k where k.title_key is not null order by k.relation loop
    execute format(
      'select jsonb_agg(jsonb_build_object(
         ''kind'', %1$L, ''id'', f.id, ''title'', f.%2$I, ''record'', coalesce(private.owned_record(%1$L, to_jsonb(f)), f.id)
       ))
       from (
         select t.* from public.%1$I t
         where t.%2$I ilike all ($1) order by length(t.%2$I), t.%2$I, t.id limit 6
       ) f',
      kind.relation, kind.title_key
    ) into found using patterns;
    all_found := all_found || coalesce(found, '[]');
  end loop;
  return (
    select coalesce(jsonb_agg(r.item order by length(r.item ->> 'title'), r.item ->> 'title', r.item ->> 'id'), '[]')
    from (select e.item from jsonb_array_elements(all_found) e (item) order by length(e.item ->> 'title') limit 30) r
  );
end;
$$;
comment on function private.find_records(text) is
  'For staff: up to 30 records whose titles have each of the words, [{kind, id, title, record}], short titles first. record: the course of a module or a lesson, else the id.';
select private.expose('find_records', 'authenticated');
