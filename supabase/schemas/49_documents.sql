-- Documents: a record with its parts. One writer makes rows what they should be, whoever asks for it: a form, the
-- publication of a draft, a restored version, the trash, an import. The triggers of the tables judge each row.

create function private.lock_document(kind text, record uuid) returns jsonb[]
language plpgsql volatile set search_path = ''
as $$
declare
  levels constant private.kinds[] := array(select b from private.kinds_below(kind) b);
  level private.kinds;
  lock text;
  ids jsonb;
  rows jsonb[];
  present jsonb[];
begin
  -- As single edits do, so that there is no deadlock: parts in the order of their ids, outer ones first, then the record.
  -- A part with parts may be deleted, and an insert of one of these locks it, by the foreign key, before the record.
  foreach lock in array array['for no key update', 'for update', ''] loop
    if lock = '' then
      execute format('select array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id, ''row'', to_jsonb(t)))
        from (select t.* from public.%1$I t where t.id = $1 for no key update) t', kind) into present using record;
      exit when present is null;
    end if;
    ids := jsonb_build_object(kind, jsonb_build_array(record));
    foreach level in array levels loop
      continue when lock <> '' and not level.is_versioned
        or lock = 'for update' and not exists (select from unnest(levels) l where l.parent = level.relation);
      execute format(
        'select coalesce(array_agg(jsonb_build_object(''relation'', %1$L, ''id'', t.id, ''parent'', t.%2$I, ''key'', t.%3$I) %5$s), ''{}'')
         from (select t.* from public.%1$I t where t.%2$I = any ($1) order by t.id %4$s) t',
        level.relation, level.parent_key, coalesce(level.part_key, 'id'), lock,
        case when lock = '' then '|| jsonb_build_object(''row'', to_jsonb(t))' end
      ) into rows using array(select jsonb_array_elements_text(ids -> level.parent)::uuid);
      ids := ids || jsonb_build_object(level.relation, jsonb_path_query_array(to_jsonb(rows), '$[*].id'));
      present := present || rows;
    end loop;
  end loop;
  return present;
end;
$$;
comment on function private.lock_document(text, uuid) is
  'Locks a record with its parts, and returns what there is: the record, then its parts, each with relation, id, row, parent and the column by which a document knows it. Null when the record is gone.';

create function private.rows_in(kind text, record uuid, document jsonb, present jsonb[]) returns jsonb[]
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    with recursive tree as (
      select array[0::bigint] as place, k.relation, rows_in.record as id, rows_in.document as state
      from private.kinds k where k.relation = rows_in.kind
      union all
      select t.place || e.place, k.relation, coalesce((e.part ->> 'id')::uuid, (
          select (r ->> 'id')::uuid from unnest(present) r
          where r ->> 'relation' = k.relation and r ->> 'parent' = t.id::text
            and r ->> 'key' = coalesce(e.part ->> k.part_key, t.id::text)
        ), gen_random_uuid()),
        (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(e.part) c where c.key = any (k.document))
          || jsonb_build_object(k.parent_key, t.id)
          || case when k.place_key is null then '{}' else jsonb_build_object(k.place_key, e.place - 1) end
      from tree t join private.kinds k on k.parent = t.relation
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(t.state -> k.relation) when 'array' then t.state -> k.relation else '[]' end
      ) with ordinality e (part, place)
    )
    select array_agg(
      jsonb_build_object('relation', t.relation, 'id', t.id, 'state', t.state - l.lists) order by cardinality(t.place), t.place
    )
    from tree t cross join lateral (select array(select k.relation from private.kinds k where k.parent = t.relation) as lists) l
  );
end;
$$;
comment on function private.rows_in(text, uuid, jsonb, jsonb[]) is
  'The rows of a document, outer ones first. A part without an id is the present one with the same column, else a new one.';

create function private.columns_of_states(of_relation text, keys text[], out names text, out present text, out expressions text)
language plpgsql stable set search_path = ''
as $$
begin
  -- Null is the default where a column cannot be null.
  select string_agg(quote_ident(a.attname), ', '), string_agg(format('t.%I', a.attname), ', '), string_agg(
    case when a.attnotnull and d.adbin is not null
      then format('coalesce(n.%1$I, %2$s)', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
      else format('n.%I', a.attname) end, ', '
  ) into names, present, expressions
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', of_relation)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname = any (keys);
end;
$$;
comment on function private.columns_of_states(text, text[]) is
  'SQL for the columns of a table among keys: their names, their values in a row t, and those in a record n that was made of a state.';

create function private.put_table(of_relation text, states jsonb, own jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  derived constant text[] := coalesce((select k.derived from private.kinds k where k.relation = of_relation), '{updated_at}');
  missing constant jsonb := (
    select jsonb_agg(s.state order by s.place) from jsonb_array_elements(states) with ordinality s (state, place)
    where not own ? (s.state ->> 'id')
  );
  changed text[];
  rows jsonb;
begin
  -- One statement for the rows of which the same columns change: triggers see which.
  for changed, rows in
    select c.changed, jsonb_agg(s.state)
    from jsonb_array_elements(states) s (state)
    cross join lateral (
      select array_agg(n.key) as changed
      from jsonb_each(s.state) n join jsonb_each(own -> (s.state ->> 'id')) o using (key)
      where n.value <> o.value and n.key <> all (derived || array['id', 'created_at'])
    ) c
    where c.changed is not null group by c.changed
  loop
    execute (
      select format(
        'update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_recordset(null::public.%1$I, $1) n
         where t.id = n.id and row(%4$s) is distinct from row(%3$s)', of_relation, c.names, c.expressions, c.present
      )
      from private.columns_of_states(of_relation, changed) c
    ) using rows;
  end loop;
  if missing is not null then
    -- Leaves out derived columns, and keys that are no columns any more.
    execute (
      select format(
        'insert into public.%1$I (%2$s)
         select %3$s from jsonb_populate_recordset(null::public.%1$I, $1) n
         where not exists (select from public.%1$I t where t.id = n.id)', of_relation, c.names, c.expressions
      )
      from private.columns_of_states(of_relation, array(
        select jsonb_object_keys(m) from jsonb_array_elements(missing) m except select unnest(derived)
      )) c
    ) using missing;
  end if;
end;
$$;
comment on function private.put_table(text, jsonb, jsonb) is
  'The writer of records: updates own rows of a table, {id: row}, where they differ, and inserts those that are not there. Others stay as they are.';

create function private.put_rows(rows jsonb[], present jsonb[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  relations constant text[] := array(
    select e.r ->> 'relation' from unnest(rows || present) with ordinality e (r, place) group by 1 order by min(e.place)
  );
  with_parts constant text[] := array(select k.parent from private.kinds k where k.parent = any (relations));
  gone jsonb;
  staying text[];
  relation text;
  states jsonb;
begin
  -- A row whose column another row takes makes room for it, even when it comes back with another one.
  select coalesce(jsonb_object_agg(g.relation, g.ids), '{}') into gone
  from (
    select p ->> 'relation' as relation, array_agg(p ->> 'id') as ids
    from unnest(present) p join private.kinds k on k.relation = p ->> 'relation'
    left join (select r ->> 'id' as id, r -> 'state' as state from unnest(rows) r) w
      on w.id = p ->> 'id' and (k.part_key is null or w.state ->> k.part_key = p ->> 'key')
    where w.id is null group by 1
  ) g;
  if gone <> '{}' then
    -- Rows whose parts stay go last, when these have moved. Others take their parts with them.
    staying := array(
      with recursive above as (
        select p ->> 'parent' as id from unnest(present) p
        where not coalesce(gone -> (p ->> 'relation') ? (p ->> 'id'), false)
        union
        select p ->> 'parent' from above a join unnest(present) p on p ->> 'id' = a.id
      )
      select a.id from above a where a.id is not null
    );
    foreach relation in array relations loop
      if gone ? relation then
        execute format('delete from public.%I t where t.id = any ($1)', relation)
          using array(select g::uuid from jsonb_array_elements_text(gone -> relation) g where g <> all (staying));
      end if;
    end loop;
  end if;
  foreach relation in array relations loop
    states := (
      select jsonb_agg(r -> 'state' || jsonb_build_object('id', r -> 'id')) from unnest(rows) r where r ->> 'relation' = relation
    );
    continue when states is null;
    perform private.put_table(
      relation, states, (
        select coalesce(jsonb_object_agg(p ->> 'id', p -> 'row'), '{}') from unnest(present) p
        where p ->> 'relation' = relation and not coalesce(gone -> relation, '[]') ? (p ->> 'id')
      )
    );
  end loop;
  foreach relation in array with_parts loop
    if gone ? relation then
      execute format('delete from public.%I t where t.id = any ($1)', relation)
        using array(select jsonb_array_elements_text(gone -> relation)::uuid);
    end if;
  end loop;
end;
$$;
comment on function private.put_rows(jsonb[], jsonb[]) is
  'Makes the present rows of a record what rows say, in their order: [{relation, id, state}, …]. Present ones that are not among them are deleted, columns that a state lacks stay.';

create function private.put_document(kind text, record uuid, document jsonb, base timestamptz default null) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  put constant uuid := coalesce(record, gen_random_uuid());
  lists constant text[] := array(select k.relation from private.kinds k where k.parent = kind);
  present jsonb[] := '{}';
begin
  if record is not null then
    present := private.lock_document(kind, record);
    if present is null then
      raise exception using errcode = 'PT404', message = 'There is no such record.';
    elsif base is not null and (private.stored_row(kind, record) ->> 'updated_at')::timestamptz <> base then
      raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
    end if;
  end if;
  perform private.put_rows(
    private.rows_in(kind, put, document, present), case when document ?& lists then present else present[:1] end
  );
  return put;
end;
$$;
comment on function private.put_document(text, uuid, jsonb, timestamptz) is
  'Makes a record and its parts what a document says; a new record for null. 409 if its updated_at is no longer base, unless base is null. Without lists the parts stay. Returns the id.';

create function private.save_document(kind text, record uuid, base timestamptz, columns jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.expect_staff();
  end if;
  perform private.hold_role();
  return private.put_document(kind, record, (
    select jsonb_object_agg(c, coalesce(columns -> c, 'null')) from private.kinds k cross join unnest(k.document) c
    where k.relation = kind
  ), base);
end;
$$;
comment on function private.save_document(text, uuid, timestamptz, jsonb) is
  'Stores what a form sends: the whole document, so that a missing key is null.';

grant execute on function private.save_document to authenticated, service_role;
