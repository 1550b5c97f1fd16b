-- Import of posts: a post is known by its slug, a category by its slug or name.

create function private.category_named(given text, slug text) returns uuid
language sql stable set search_path = ''
as $$
  select c.id from public.categories c
  where case when category_named.slug is not null then c.slug = category_named.slug
    else lower(c.name) = lower(given) or c.slug = given end
  order by c.name = given desc, lower(c.name) = lower(given) desc, c.id
  limit 1;
$$;
comment on function private.category_named(text, text) is
  'The category with a slug. Without a slug: with that name, else with that name as its slug.';

create function private.is_address_of_picture(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(address ~* '^https?://\S+$' and octet_length(address) <= 2000, false);
$$;

create function private.check_posts(import uuid, update_existing boolean) returns void
-- Nothing has counted the staged rows yet: the planner expects one, and would compare each with all others.
language sql volatile set search_path = '' set enable_nestloop = off
as $$
  with staged as (
    select r.number, r.entry, r.entry ->> 'title' as title, r.entry ->> 'slug' as slug, r.body as content,
      r.entry ->> 'published_at' as given_date, private.moment_of(r.entry ->> 'published_at') as published_at,
      case when r.entry ->> 'category' ~ '\S' then r.entry ->> 'category' end as category,
      r.entry ->> 'new_category_slug' as new_slug,
      private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug') as category_id,
      row_number() over same_slug as copy, first_value(coalesce(r.entry ->> 'place', r.number::text)) over same_slug as first_place,
      first_value(r.entry ->> 'category') over same_category as first_category
    from private.import_rows r
    where r.account = auth.uid() and r.import = check_posts.import
    window same_slug as (partition by r.entry ->> 'slug' order by r.number),
      same_category as (partition by r.entry ->> 'new_category_slug' order by r.number)
  ),
  compared as (
    select s.*, p.id as target, p.title as present_title, p.updated_at::text as seen,
      coalesce(
        p.title = s.title and p.content = s.content
          and (not s.entry ? 'excerpt' or coalesce(p.excerpt, '') = coalesce(s.entry ->> 'excerpt', ''))
          and (not s.entry ? 'author' or p.author = coalesce(s.entry ->> 'author', ''))
          and (not s.entry ? 'published_at' or p.published_at is not distinct from s.published_at)
          and (not s.entry ? 'picture' or exists (
            select from public.pictures i where i.id = p.picture and i.origin = s.entry #>> '{picture,address}'
          ))
          and (not s.entry ? 'category' or (
            p.category_id is not distinct from s.category_id and (s.category is null or s.category_id is not null)
          )),
        false
      ) as is_same,
      private.faults_of_file(s.entry) as faults_of_file
    from staged s left join public.posts p on p.slug = s.slug
  ),
  judged as (
    select c.*, case when c.faults_of_file <> '{}' then c.faults_of_file else array_remove(array[
      case when coalesce(c.title, '') !~ '\S' then 'title: nothing found; expected a text.' end,
      case
        when coalesce(c.slug, '') = '' then 'slug: nothing found; expected an address such as my-post.'
        when c.slug !~ '^[^[:space:]/?#%\\]+$' or c.slug in ('.', '..') then
          format('slug: found “%s”; expected an address without blanks and without / ? # %% \.', c.slug)
        when c.copy > 1 then format('slug: found “%s”, which %s has already; expected each address once.', c.slug, c.first_place)
        when c.target is not null and not c.is_same and not update_existing then
          format('slug: found “%s”, which the post “%s” has already; expected a free address, or the choice to update what exists.', c.slug, c.present_title)
      end,
      case when coalesce(c.content, '') !~ '\S' then 'content: nothing found; expected a text.' end,
      case when c.given_date ~ '\S' and c.published_at is null then
        format('date: found “%s”; expected a date such as 2026-03-01 or 2026-03-01T10:00:00+01:00.', c.given_date) end,
      case when c.category is not null and c.category_id is null then case
        when coalesce(c.new_slug, '') !~ '^[^[:space:]/?#%\\]+$' or c.new_slug in ('.', '..') then
          format('category: found “%s”; expected a name with a letter or a digit, for its address.', c.category)
        when exists (select from public.categories k where k.slug = c.new_slug) or
          not c.entry ? 'category_slug' and lower(c.first_category) <> lower(c.category) then
          format('category: found “%s”, whose address “%s” another category has; expected a field category_slug with an address of its own.', c.category, c.new_slug)
      end end
    ], null) end as found_faults
    from compared c
  )
  update private.import_rows r
  set target = j.target, seen = j.seen, faults = j.found_faults,
    creates = case when j.category is not null and j.category_id is null and j.found_faults = '{}'
      then array['category ' || j.category] else '{}' end,
    outcome = case when j.found_faults <> '{}' then 'wrong' when j.target is null then 'create'
      when j.is_same then 'unchanged' else 'update' end
  from judged j
  where r.account = auth.uid() and r.import = check_posts.import and r.number = j.number;
$$;
comment on function private.check_posts(uuid, boolean) is 'Writes to the staged rows what an import would do with each.';

create function private.write_posts(import uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  part record;
begin
  perform private.lock_redirects();
  insert into public.categories (name, slug)
  select distinct on (r.entry ->> 'new_category_slug') r.entry ->> 'category', r.entry ->> 'new_category_slug'
  from private.import_rows r
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update') and r.creates <> '{}'
  order by r.entry ->> 'new_category_slug', r.number;

  insert into public.pictures as p (title, origin, alt)
  select distinct on (i.address) private.title_of_address(i.address), i.address, coalesce(r.entry #>> '{picture,alt}', '')
  from private.import_rows r cross join lateral (select r.entry #>> '{picture,address}') i (address)
  where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update')
    and private.is_address_of_picture(i.address)
  order by i.address, r.number
  on conflict (origin) do update set alt = excluded.alt where p.alt = '' and excluded.alt <> '';

  -- A part at a time, as one value must not hold all texts of a large file.
  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', coalesce(r.target, gen_random_uuid()), 'title', r.entry -> 'title', 'slug', r.entry -> 'slug', 'content', r.body
        )
        || case when not r.entry ? 'excerpt' then '{}' else jsonb_build_object('excerpt', nullif(r.entry ->> 'excerpt', '')) end
        || case when not r.entry ? 'category' then '{}' else jsonb_build_object(
          'category_id', private.category_named(r.entry ->> 'category', r.entry ->> 'category_slug')
        ) end
        || case when not r.entry ? 'published_at' then '{}'
          else jsonb_build_object('published_at', private.moment_of(r.entry ->> 'published_at')) end
        || case when not private.is_address_of_picture(r.entry #>> '{picture,address}') then '{}' else jsonb_build_object(
          'picture', (select p.id from public.pictures p where p.origin = r.entry #>> '{picture,address}')
        ) end
        || case when not r.entry ? 'author' then '{}' else jsonb_build_object('author', coalesce(r.entry ->> 'author', '')) end
        order by r.number
      ) as states,
      array_remove(array_agg(r.target), null) as targets
    from private.import_rows r
    where r.account = auth.uid() and r.import = write_posts.import and r.outcome in ('create', 'update')
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('posts', part.states, private.stored_rows('posts', part.targets));
  end loop;

  perform set_config('private.is_import', 'on', true);
  with given as materialized (
    select distinct on (normalize(a.address)) normalize(a.address) as address, p.slug, p.id
    from private.import_rows r join public.posts p on p.slug = r.entry ->> 'slug'
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(r.entry -> 'addresses') when 'array' then r.entry -> 'addresses' else '[]' end
    ) a (address)
    where r.account = auth.uid() and r.import = write_posts.import and (r.outcome in ('create', 'update') or r.outcome = 'unchanged' and private.role_at_write() = 'publisher')
      and private.is_redirect_address(a.address) and a.address <> '/post/' || p.slug
      and not exists (select from public.redirects o where lower(o.address) = lower(a.address))
    order by normalize(a.address), r.number
  )
  insert into public.redirects (address, target, relation, record_id)
  select g.address, '/post/' || g.slug, 'posts', g.id
  from given g
  where g.address not in (
    select f.address from private.faults_of_redirects(array(select i.address from given i)) f where f.fault is not null
  )
  order by g.address
  on conflict (lower(address)) do nothing;
  perform set_config('private.is_import', 'off', true);
end;
$$;

-- Import of the matrix: a workshop is known by its id, without one by its title at its place. Categories, target groups
-- and levels are known by their codes, dimensions by their names.

create function private.number_of(given text) returns numeric
language sql immutable set search_path = ''
as $$
  select case when given ~ '^\s*\d{1,9}(\.\d{1,12})?\s*$' then given::numeric end;
$$;
comment on function private.number_of(text) is 'A number of a file without a sign; null for anything else.';

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
declare
  part record;
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

  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', r.target, 'title', r.entry -> 'title', 'duration_hours', private.number_of(r.entry ->> 'duration_hours')::real,
          'price_chf', private.number_of(r.entry ->> 'price_chf')::integer, 'category_id', c.id, 'target_group_id', g.id, 'level_id', l.id
        )
        || case when not r.entry ? 'prerequisites' then '{}'
          else jsonb_build_object('prerequisites', nullif(r.entry ->> 'prerequisites', '')) end
        order by r.number
      ) as states,
      coalesce(array_agg(r.target) filter (where r.outcome = 'update'), '{}') as targets
    from private.import_rows r join public.matrix_categories c on c.code = r.entry ->> 'category'
    join public.matrix_target_groups g on g.code = r.entry ->> 'target_group' join public.matrix_levels l on l.code = r.entry ->> 'level'
    where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update')
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('matrix_workshops', part.states, private.stored_rows('matrix_workshops', part.targets));
  end loop;

  delete from public.matrix_workshop_learning_objectives o
  using private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
  join public.matrix_dimensions d on d.name = given.key
  where r.account = auth.uid() and r.import = write_matrix.import and r.outcome = 'update'
    and o.matrix_workshop_id = r.target and o.dimension_id = d.id and coalesce(given.value, '') !~ '\S';

  for part in
    select
      jsonb_agg(
        jsonb_build_object(
          'id', coalesce(o.id, gen_random_uuid()), 'matrix_workshop_id', r.target, 'dimension_id', d.id, 'objective', given.value
        ) order by r.number, d.sort_order
      ) as states,
      array_remove(array_agg(o.id), null) as targets
    from private.import_rows r cross join jsonb_each_text(r.entry -> 'objectives') given
    join public.matrix_dimensions d on d.name = given.key
    left join public.matrix_workshop_learning_objectives o on o.matrix_workshop_id = r.target and o.dimension_id = d.id
    where r.account = auth.uid() and r.import = write_matrix.import and r.outcome in ('create', 'update') and given.value ~ '\S'
    group by r.number / 500 order by r.number / 500
  loop
    perform private.put_table('matrix_workshop_learning_objectives', part.states, private.stored_rows('matrix_workshop_learning_objectives', part.targets));
  end loop;
end;
$$;
