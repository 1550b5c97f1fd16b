-- Import of the matrix: a workshop is known by its id, without one by its title at its place. Categories, target groups
-- and levels are known by their codes, dimensions by their names.

create function private.number_of(given text) returns numeric
language sql immutable set search_path = ''
as $$
  select case when given ~ '^\s*\d{1,9}(\.\d{1,12})?\s*$' then given::numeric end;
$$;
comment on function private.number_of(text) is 'A number of a file without a sign; null for anything else.';

create function private.objectives_of(workshop uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.name, o.objective), '{}')
  from public.matrix_workshop_learning_objectives o join public.matrix_dimensions d on d.id = o.dimension_id
  where o.matrix_workshop_id = workshop;
$$;

create function private.fault_of_code(entry jsonb, axis text, found_id uuid, known text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when coalesce(entry ->> axis, '') !~ '\S' then format('%s: nothing found; expected a code%s.', axis, ' such as ' || known)
    when found_id is null and coalesce(entry ->> (axis || '_name'), '') !~ '\S' then
      format('%s: found “%s”; expected a known code%s, or a column %s_name with the name of a new one.', axis, entry ->> axis, ' (' || known || ')', axis)
  end;
$$;
comment on function private.fault_of_code(jsonb, text, uuid, text) is
  'Objection to the code of a category, target group or level; null for a known code, and for a new one with a name.';

create function private.new_of_code(entry jsonb, axis text, found_id uuid) returns text
language sql immutable set search_path = ''
as $$
  select case when found_id is null then format('%s %s (%s)', replace(axis, '_', ' '), entry ->> axis, entry ->> (axis || '_name')) end;
$$;

create function private.check_matrix(import uuid, update_existing boolean) returns void
language sql volatile set search_path = '' set enable_nestloop = off
as $$
  with staged as (
    select r.number, r.entry, r.entry ->> 'title' as title, private.number_of(r.entry ->> 'duration_hours')::real as hours,
      private.number_of(r.entry ->> 'price_chf') as price, c.id as category_id, g.id as target_group_id, l.id as level_id,
      case when r.entry ->> 'id' ~ '\S' then r.entry ->> 'id' end as given_id,
      case when pg_input_is_valid(r.entry ->> 'id', 'uuid') then (r.entry ->> 'id')::uuid end as id,
      row_number() over same as copy, first_value(coalesce(r.entry ->> 'place', r.number::text)) over same as first_place
    from private.import_rows r
    left join public.matrix_categories c on c.code = r.entry ->> 'category'
    left join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
    left join public.matrix_levels l on l.code = r.entry ->> 'level'
    where r.account = auth.uid() and r.import = check_matrix.import
    window same as (
      partition by coalesce(
        lower(r.entry ->> 'id'),
        jsonb_build_array(r.entry -> 'title', r.entry -> 'category', r.entry -> 'target_group', r.entry -> 'level')::text
      ) order by r.number
    )
  ),
  found as (
    select s.*, w.ids[1] as target, coalesce(cardinality(w.ids), 0) as target_count,
      private.faults_of_file(s.entry) as faults_of_file
    from staged s cross join lateral (
      select array_agg(m.id order by m.id) as ids from public.matrix_workshops m
      where case when s.given_id is not null then m.id = s.id
        else m.title = s.title and m.category_id = s.category_id and m.target_group_id = s.target_group_id
          and m.level_id = s.level_id end
    ) w
  ),
  compared as (
    select f.*, md5(m::text || p.objectives::text) as seen,
      coalesce(
        m.title = f.title and m.duration_hours = f.hours and m.price_chf = f.price and m.category_id = f.category_id
          and m.target_group_id = f.target_group_id and m.level_id = f.level_id
          and (not f.entry ? 'prerequisites' or coalesce(m.prerequisites, '') = coalesce(f.entry ->> 'prerequisites', ''))
          and not exists (
            select from jsonb_each_text(f.entry -> 'objectives') o
            where case when o.value ~ '\S' then o.value else '' end <> coalesce(p.objectives ->> o.key, '')
          ),
        false
      ) as is_same
    from found f left join public.matrix_workshops m on m.id = f.target
    left join lateral private.objectives_of(f.target) p (objectives) on true
  ),
  judged as (
    select c.*, case when c.faults_of_file <> '{}' then c.faults_of_file else array_remove(array[
      case when c.given_id is not null and c.id is null then
        format('id: found “%s”; expected an id as an export writes it, or an empty cell.', c.given_id) end,
      case
        when coalesce(c.title, '') !~ '\S' then 'title: nothing found; expected a text.'
        when c.copy > 1 then format('title: “%s” is the workshop of %s; expected each workshop once.', c.title, c.first_place)
        when c.target_count > 1 then
          format('title: found “%s”, which %s workshops at this place have; expected a column id that says which.', c.title, c.target_count)
        when c.target_count = 1 and not c.is_same and not update_existing then
          format('title: “%s” exists already; expected a new workshop, or the choice to update what exists.', c.title)
      end,
      case when coalesce(c.hours, 0) <= 0 or c.hours > 10000 then
        format('duration_hours: %s; expected a number of hours such as 3.5, at most 10,000.', coalesce('found “' || (c.entry ->> 'duration_hours') || '”', 'nothing found')) end,
      case when c.price is null or c.price <> trunc(c.price) then
        format('price_chf: %s; expected whole francs such as 450.', coalesce('found “' || (c.entry ->> 'price_chf') || '”', 'nothing found')) end,
      private.fault_of_code(c.entry, 'category', c.category_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_categories k)),
      private.fault_of_code(c.entry, 'target_group', c.target_group_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_target_groups k)),
      private.fault_of_code(c.entry, 'level', c.level_id, (select string_agg(k.code, ', ' order by k.sort_order) from public.matrix_levels k))
    ], null) end as found_faults
    from compared c
  )
  update private.import_rows r
  set target = j.target, seen = j.seen, faults = j.found_faults,
    creates = case when j.found_faults = '{}' then array_remove(array[
      private.new_of_code(j.entry, 'category', j.category_id), private.new_of_code(j.entry, 'target_group', j.target_group_id),
      private.new_of_code(j.entry, 'level', j.level_id)
    ], null) || array(
      select 'dimension ' || o.key from jsonb_each_text(j.entry -> 'objectives') o
      where o.value ~ '\S' and not exists (select from public.matrix_dimensions d where d.name = o.key) order by o.key
    ) else '{}' end,
    outcome = case when j.found_faults <> '{}' then 'wrong' when j.target is null then 'create'
      when j.is_same then 'unchanged' else 'update' end
  from judged j
  where r.account = auth.uid() and r.import = check_matrix.import and r.number = j.number;
$$;
comment on function private.check_matrix(uuid, boolean) is 'Writes to the staged rows what an import would do with each.';

create function private.write_axes(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  axis record;
begin
  for axis in
    select * from (values
      ('category', 'matrix_categories'), ('target_group', 'matrix_target_groups'), ('level', 'matrix_levels')
    ) a (key, relation)
  loop
    execute format(
      'insert into public.%1$I (code, name, sort_order)
       select n.code, n.name, (select coalesce(max(k.sort_order), 0) from public.%1$I k) + row_number() over (order by n.number)
       from (
         select distinct on (r.entry ->> $1) r.entry ->> $1 as code, r.entry ->> ($1 || ''_name'') as name, r.number
         from private.import_rows r
         where r.account = auth.uid() and r.import = $2 and r.outcome in (''create'', ''update'')
           and not exists (select from public.%1$I k where k.code = r.entry ->> $1)
         order by r.entry ->> $1, r.number
       ) n', axis.relation
    ) using axis.key, import;
  end loop;
  insert into public.matrix_dimensions (name, sort_order)
  select n.name, (select coalesce(max(d.sort_order), 0) from public.matrix_dimensions d) + row_number() over (order by n.place, n.name)
  from (
    select o.key as name, min((r.entry -> 'dimension_order' ->> o.key)::integer) as place
    from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') o
    where r.account = auth.uid() and r.import = write_axes.import and r.outcome in ('create', 'update') and o.value ~ '\S'
      and not exists (select from public.matrix_dimensions d where d.name = o.key)
    group by o.key
  ) n;
end;
$$;
comment on function private.write_axes(uuid) is 'Adds the new codes and dimensions of an import after those that exist.';

create function private.write_matrix(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- A write of an objective locks it before its workshop; the same order here prevents deadlocks.
  perform from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id in (
      select r.target from private.import_rows r
      where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    ) order by o.id for no key update;
  perform private.write_axes(import);
  update private.import_rows r
  set target = coalesce(nullif(r.entry ->> 'id', '')::uuid, gen_random_uuid())
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'create';

  insert into public.matrix_workshops (
    id, title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id
  )
  select r.target, r.entry ->> 'title', private.number_of(r.entry ->> 'duration_hours')::real,
    private.number_of(r.entry ->> 'price_chf')::integer, nullif(r.entry ->> 'prerequisites', ''), c.id, g.id, l.id
  from private.import_rows r
  join public.matrix_categories c on c.code = r.entry ->> 'category'
  join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
  join public.matrix_levels l on l.code = r.entry ->> 'level'
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'create'
  order by r.number;

  update public.matrix_workshops m
  set title = r.entry ->> 'title', duration_hours = private.number_of(r.entry ->> 'duration_hours')::real,
    price_chf = private.number_of(r.entry ->> 'price_chf')::integer,
    prerequisites = case when r.entry ? 'prerequisites' then nullif(r.entry ->> 'prerequisites', '') else m.prerequisites end,
    category_id = c.id, target_group_id = g.id, level_id = l.id
  from private.import_rows r
  join public.matrix_categories c on c.code = r.entry ->> 'category'
  join public.matrix_target_groups g on g.code = r.entry ->> 'target_group'
  join public.matrix_levels l on l.code = r.entry ->> 'level'
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update' and m.id = r.target;

  delete from public.matrix_workshop_learning_objectives o
  using private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    and o.matrix_workshop_id = r.target and o.dimension_id = d.id and coalesce(given.value, '') !~ '\S';

  insert into public.matrix_workshop_learning_objectives (matrix_workshop_id, dimension_id, objective)
  select r.target, d.id, given.value
  from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update') and given.value ~ '\S'
  order by r.number, d.sort_order
  on conflict (matrix_workshop_id, dimension_id) do update set objective = excluded.objective
  where public.matrix_workshop_learning_objectives.objective <> excluded.objective;
end;
$$;

revoke execute on all functions in schema private from public;
