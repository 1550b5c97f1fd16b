-- The matrix in the audit log: a workshop's history has its learning objectives, and the trash brings back both. A
-- category that is restored gets back what was moved when it was deleted.

do $$
declare
  relation text;
begin
  foreach relation in array array[
    'matrix_categories', 'matrix_target_groups', 'matrix_levels', 'matrix_dimensions', 'matrix_workshops',
    'matrix_workshop_learning_objectives'
  ] loop
    execute format(
      'create trigger record_in_trail after insert or update on public.%1$I
         for each row execute function private.record_in_trail(''updated_at'');
       create trigger record_deletion_in_trail before delete on public.%1$I
         for each row execute function private.record_in_trail(''updated_at'')', relation
    );
  end loop;
end;
$$;

comment on column public.trail.record_id is
  'The record on whose page the entry shows: the course of a module or lesson, the workshop of a learning objective, else the row itself.';
comment on column public.trail.parent_id is
  'The course of a module, the module of a lesson, the matrix workshop of a learning objective.';

create or replace function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
  own_id constant uuid := (stored ->> 'id')::uuid;
  parent constant uuid :=
    coalesce(stored ->> 'module_id', stored ->> 'course_id', stored ->> 'matrix_workshop_id')::uuid;
  this_act constant uuid := private.current_act();
  entry bigint;
begin
  if current_setting('private.is_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.trail (
    act, actor_id, operation, relation, row_id, record_id, parent_id, title, before, after
  )
  values (
    this_act, (select auth.uid()), lower(tg_op), tg_table_name, own_id,
    case tg_table_name
      when 'modules' then parent
      when 'matrix_workshop_learning_objectives' then parent
      -- A lesson that is deleted by cascade finds its module in the trail only: deletions are recorded before they
      -- happen.
      when 'lessons' then coalesce(
        (select m.course_id from public.modules m where m.id = parent),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
      else own_id
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label',
      (select d.name from public.matrix_dimensions d where d.id = (stored ->> 'dimension_id')::uuid),
      stored #>> '{input_data,query}', stored #>> '{input_data,filename}', stored ->> 'workflow_type', ''
    ), old_row, new_row
  )
  returning id into entry;
  -- Once in each transaction.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.apply_retention();
  end if;
  return old;
end;
$$;

create or replace function public.trash(page integer default 1, size integer default 100)
returns table (
  row_id uuid, relation text, title text, happened_at timestamptz, actor_id uuid, actor_address text,
  module_count bigint, lesson_count bigint, total bigint
)
language sql stable security invoker set search_path = ''
as $$
  with deleted as (
    select t.id, t.act, t.row_id, t.relation, t.title, t.happened_at, t.actor_id
    from public.trail t
    where t.operation = 'delete' and t.happened_at > now() - interval '30 days'
      -- An objective comes back with its workshop or dimension, or by an earlier version of the workshop.
      and t.relation <> 'matrix_workshop_learning_objectives'
      -- A restored row has a later entry, and so has one that was deleted again.
      and not exists (select from public.trail l where l.row_id = t.row_id and l.id > t.id)
      -- Rows that were deleted by cascade belong to their parent.
      and not exists (
        select from public.trail p where p.act = t.act and p.row_id = t.parent_id and p.operation = 'delete'
      )
  )
  select
    d.row_id, d.relation, d.title, d.happened_at, d.actor_id,
    (select p.address from private.person(d.actor_id) p),
    (select count(*) from public.trail m where m.act = d.act and m.operation = 'delete' and m.parent_id = d.row_id and m.relation = 'modules'),
    (
      select count(*) from public.trail l
      where l.act = d.act and l.operation = 'delete' and l.relation = 'lessons' and l.row_id <> d.row_id
        and (l.parent_id = d.row_id or l.record_id = d.row_id)
    ),
    count(*) over ()
  from deleted d
  order by d.id desc
  limit least(greatest(size, 0), 100) offset (greatest(page, 1) - 1) * least(greatest(size, 0), 100);
$$;
comment on function public.trash(integer, integer) is
  'Rows that were deleted in the last 30 days and not restored, newest first. Modules, lessons and learning objectives that were deleted with their parent belong to it. total counts all pages.';

create or replace function private.reference_exists(relation text, key text, state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case key
    when 'category_id' then
      case relation
        when 'matrix_workshops' then exists (select from public.matrix_categories c where c.id = (state ->> key)::uuid)
        else exists (select from public.categories c where c.id = (state ->> key)::uuid)
      end
    when 'target_group_id' then exists (select from public.matrix_target_groups g where g.id = (state ->> key)::uuid)
    when 'level_id' then exists (select from public.matrix_levels l where l.id = (state ->> key)::uuid)
    when 'dimension_id' then exists (select from public.matrix_dimensions d where d.id = (state ->> key)::uuid)
    when 'matrix_workshop_id' then exists (select from public.matrix_workshops w where w.id = (state ->> key)::uuid)
    when 'workshop_category_id' then exists (select from public.workshop_categories c where c.id = (state ->> key)::uuid)
    when 'course_category_id' then exists (select from public.course_categories c where c.id = (state ->> key)::uuid)
    when 'user_id' then exists (select from auth.users u where u.id = (state ->> key)::uuid)
    when 'offer_id' then
      case when state ->> 'type' = 'team' then exists (select from public.workshops w where w.id = (state ->> key)::uuid)
      else exists (select from public.courses c where c.id = (state ->> key)::uuid) end
    else true
  end;
$$;

create or replace function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := wanted;
  number integer := 1;
  taken boolean;
begin
  loop
    execute format('select exists (select from public.%I t where t.%I = $1 and t.id <> $2)', relation, key)
      into taken using candidate, row_id;
    exit when not taken;
    number := number + 1;
    candidate := wanted || case when key in ('slug', 'code') then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_text(text, text, uuid, text) is
  'A slug, code or name for this row, with a number if another row has it.';

create or replace function private.fit_value(relation text, row_id uuid, key text, value text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key in ('slug', 'code')
      or key = 'name' and relation in ('workshop_categories', 'course_categories', 'matrix_dimensions')
      then private.free_text(relation, key, row_id, value)
    when key = 'cta_url' then private.address_in_words(value)
    else value
  end;
$$;

create or replace function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  fitted text;
begin
  adjusted := '{}';
  foreach key in array array[
    'category_id', 'target_group_id', 'level_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'
  ] loop
    continue when state ->> key is null or private.reference_exists(relation, key, state);
    if relation = 'matrix_workshops' then
      -- The row keeps the value that it has, as it cannot be without.
      state := state - key;
      adjusted := adjusted || (relation || '.' || key);
    else
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  foreach key in array array['slug', 'code', 'name', 'cta_url'] loop
    continue when state ->> key is null;
    fitted := private.fit_value(relation, row_id, key, state ->> key);
    if fitted <> state ->> key then
      state := jsonb_set(state, array[key], to_jsonb(fitted));
      adjusted := adjusted || key;
    end if;
  end loop;
  if relation = 'prompts' and (state ->> 'is_active')::boolean and exists (
    select from public.prompts p where p.is_active and p.workflow_type = state ->> 'workflow_type' and p.id <> row_id
  ) then
    state := jsonb_set(state, '{is_active}', 'false');
    adjusted := adjusted || array['is_active'];
  end if;
end;
$$;
comment on function private.fit_row(text, uuid, jsonb) is
  'A state as today''s constraints allow it: dangling references are null, those of a matrix workshop as they are now, a taken slug, code or name gets a number, an address is normalized, a prompt does not replace the active one. adjusted: the columns that differ.';

create function private.put_goals(workshop uuid, entry bigint) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  goals constant text := 'matrix_workshop_learning_objectives';
  known uuid;
  live jsonb;
  state jsonb;
  wanted jsonb := '[]';
  adjusted text[] := '{}';
begin
  for known in
    select o.id from public.matrix_workshop_learning_objectives o where o.matrix_workshop_id = workshop
    union
    select t.row_id from public.trail t where t.record_id = workshop and t.id > entry and t.relation = goals
  loop
    live := private.live_row(goals, known);
    state := private.row_at(goals, known, live, entry);
    continue when state is null;
    if not private.reference_exists(goals, 'dimension_id', state) then
      adjusted := array['dimension_id'];
      continue when live is null;
      state := jsonb_set(state, '{dimension_id}', live -> 'dimension_id');
    end if;
    wanted := wanted || state;
  end loop;
  -- A workshop has one objective for each dimension: those that leave theirs make room first.
  delete from public.matrix_workshop_learning_objectives o
  where o.matrix_workshop_id = workshop and not exists (
    select from jsonb_array_elements(wanted) w
    where (w ->> 'id')::uuid = o.id and (w ->> 'dimension_id')::uuid = o.dimension_id
  );
  for state in select w from jsonb_array_elements(wanted) w loop
    if exists (
      select from public.matrix_workshop_learning_objectives o
      where o.matrix_workshop_id = workshop and o.dimension_id = (state ->> 'dimension_id')::uuid
        and o.id <> (state ->> 'id')::uuid
    ) then
      adjusted := array['dimension_id'];
    else
      perform private.put_row(goals, (state ->> 'id')::uuid, state);
    end if;
  end loop;
  return adjusted;
end;
$$;
comment on function private.put_goals(uuid, bigint) is
  'Restores the learning objectives of a matrix workshop to their state right after an entry. Returns dimension_id when one was left out, as its dimension is gone.';

create or replace function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  of_relation constant text := (select t.relation from public.trail t where t.row_id = record order by t.id desc limit 1);
  live jsonb;
  state jsonb;
  adjusted text[];
begin
  perform private.expect_staff();
  if of_relation = 'courses' then
    perform private.lock_course(record);
  elsif of_relation = 'matrix_workshops' then
    -- The lock order of save_matrix_workshop.
    perform from public.matrix_workshop_learning_objectives o
      where o.matrix_workshop_id = record order by o.id for no key update;
  end if;
  live := case when of_relation is not null then private.live_row(of_relation, record) end;
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  if exists (select from public.trail t where (t.record_id = record or t.row_id = record) and t.id > seen) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  state := private.row_at(of_relation, record, live, entry);
  if state is null then
    raise exception using errcode = 'PT404', message = 'There was no such record then.';
  end if;
  -- The position belongs to the course, the axis, or the menu.
  if of_relation in ('modules', 'lessons') then
    state := state - array['module_id', 'course_id', 'order_position'];
  elsif of_relation = 'links' then
    state := state - 'position';
  else
    state := state - 'sort_order';
  end if;
  adjusted := private.put_row(of_relation, record, state);
  if of_relation = 'courses' then
    perform private.put_outline(record, entry);
  elsif of_relation = 'matrix_workshops' then
    adjusted := adjusted || private.put_goals(record, entry);
  end if;
  return adjusted;
end;
$$;
comment on function public.restore_version(uuid, bigint, bigint) is
  'Restores a record, a course with its modules and lessons, a matrix workshop with its objectives, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';

create or replace function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  missing text;
begin
  select p.name into missing
  from (values
    (1, 'modules', 'course_id', 'course'), (2, 'lessons', 'module_id', 'module'),
    (3, 'matrix_workshops', 'category_id', 'category'), (4, 'matrix_workshops', 'target_group_id', 'target group'),
    (5, 'matrix_workshops', 'level_id', 'level'),
    (6, 'matrix_workshop_learning_objectives', 'matrix_workshop_id', 'workshop'),
    (7, 'matrix_workshop_learning_objectives', 'dimension_id', 'dimension')
  ) p (place, relation, key, name)
  where p.relation = deleted.relation and not case p.name
    when 'course' then exists (select from public.courses c where c.id = deleted.parent_id)
    when 'module' then exists (select from public.modules m where m.id = deleted.parent_id)
    else private.reference_exists(deleted.relation, p.key, deleted.before)
  end
  order by p.place limit 1;
  if missing is not null then
    raise exception using errcode = 'PT409', message = format('Its %s is in the trash: restore that first.', missing);
  end if;
  if deleted.relation = 'matrix_workshop_learning_objectives' and exists (
    select from public.matrix_workshop_learning_objectives o
    where o.matrix_workshop_id = deleted.parent_id and o.dimension_id = (deleted.before ->> 'dimension_id')::uuid
  ) then
    raise exception using errcode = 'PT409', message = 'Its workshop has another objective in this dimension.';
  end if;
  -- Moves the rows behind it.
  update public.modules m set order_position = m.order_position + 1
  where deleted.relation = 'modules' and m.course_id = deleted.parent_id
    and m.order_position >= (deleted.before ->> 'order_position')::integer;
  update public.lessons l set order_position = l.order_position + 1
  where deleted.relation = 'lessons' and l.module_id = deleted.parent_id
    and l.order_position >= (deleted.before ->> 'order_position')::integer;
end;
$$;
comment on function private.expect_place(public.trail) is
  'Expects what a deleted row refers to and cannot be without; makes room for a module or lesson at its old position.';

create function private.take_back_moves(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  used record;
begin
  select u.relation, u.key into used from private.uses_of(deleted.relation) u;
  if used.relation is null then
    return;
  end if;
  -- One statement for all rows: a category may have thousands.
  execute format(
    'update public.%1$I t set %2$I = $2 from public.trail e
     where e.act = $1 and e.operation = ''update'' and e.relation = %1$L and e.row_id = t.id
       and e.before ->> %2$L = $2::text and t.%2$I::text is not distinct from e.after ->> %2$L',
    used.relation, used.key
  ) using deleted.act, deleted.row_id;
  update public.matrix_workshop_learning_objectives o set objective = e.before ->> 'objective'
  from public.trail e
  where deleted.relation = 'matrix_dimensions' and e.act = deleted.act and e.operation = 'update'
    and e.relation = used.relation and e.row_id = o.id and o.objective = e.after ->> 'objective';
end;
$$;
comment on function private.take_back_moves(public.trail) is
  'Gives a restored category what was moved when it was deleted, where nobody has changed that since.';

create or replace function private.restore_deleted(deleted uuid) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last public.trail;
  gone public.trail;
  adjusted text[] := '{}';
begin
  perform private.expect_staff();
  -- The advisory lock serializes two restores of the same row.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(deleted::text, 0));
  select t.* into last from public.trail t where t.row_id = deleted order by t.id desc limit 1;
  if last.id is null or last.operation = 'delete' and last.happened_at <= now() - interval '30 days' then
    raise exception using errcode = 'PT404', message = 'It is not in the trash any more.';
  elsif last.operation <> 'delete' then
    raise exception using errcode = 'PT409', message = 'It is back already.';
  end if;
  if last.relation in ('modules', 'lessons') then
    perform private.lock_course(last.record_id);
  end if;
  perform private.expect_place(last);
  for gone in
    select t.* from public.trail t
    where t.act = last.act and t.operation = 'delete' and (
      t.id = last.id or t.parent_id = deleted or (t.record_id = deleted and t.relation = 'lessons')
      or t.before ->> 'dimension_id' = deleted::text
    )
    order by t.id <> last.id, t.id
  loop
    if gone.relation = 'matrix_workshop_learning_objectives' and not (
      private.reference_exists(gone.relation, 'matrix_workshop_id', gone.before)
      and private.reference_exists(gone.relation, 'dimension_id', gone.before)
    ) then
      adjusted := adjusted || array['dimension_id'];
    else
      adjusted := adjusted || private.put_row(gone.relation, gone.row_id, gone.before);
    end if;
  end loop;
  perform private.take_back_moves(last);
  if last.relation in ('modules', 'lessons') then
    perform public.reorder_course(last.record_id, '[]');
  end if;
  return adjusted;
end;
$$;
comment on function public.restore_deleted(uuid) is
  'Restores a row that was deleted in the last 30 days, with its id, the rows that were deleted with it, and for a category what was moved then. 409 when it is restored already or its parent is missing. Returns the columns that had to be adjusted.';

revoke execute on function private.put_goals, private.take_back_moves from public;
