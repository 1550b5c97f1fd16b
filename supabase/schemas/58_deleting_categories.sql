-- Categories, and the axes and dimensions of the matrix, are deleted in one transaction with a move of what uses them.

create function private.uses_of(kind text) returns table (relation text, key text, is_required boolean)
language sql immutable set search_path = ''
as $$
  select u.relation, u.key, u.is_required
  from (values
    ('categories', 'posts', 'category_id', false),
    ('workshop_categories', 'workshops', 'workshop_category_id', false),
    ('course_categories', 'courses', 'course_category_id', false),
    ('matrix_categories', 'matrix_workshops', 'category_id', true),
    ('matrix_target_groups', 'matrix_workshops', 'target_group_id', true),
    ('matrix_levels', 'matrix_workshops', 'level_id', true),
    ('matrix_dimensions', 'matrix_workshop_learning_objectives', 'dimension_id', false)
  ) u (kind, relation, key, is_required)
  where u.kind = uses_of.kind;
$$;
comment on function private.uses_of(text) is
  'The table and column that refer to a kind of category. is_required: no row can be without. No row for an unknown kind.';

create function public.count_uses(kind text, ids uuid[]) returns table (id uuid, uses bigint)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  used record;
begin
  select u.relation, u.key into used from private.uses_of(kind) u;
  if used.relation is null then
    raise exception using errcode = 'PT400', message = 'There is no such kind of category.';
  end if;
  return query execute format(
    'select t.%2$I, count(*) from public.%1$I t where t.%2$I = any ($1) group by t.%2$I', used.relation, used.key
  ) using ids;
end;
$$;
comment on function public.count_uses(text, uuid[]) is
  'How many rows use each category. kind: its table, an axis or the dimensions of the matrix included. No row for one without uses.';

create function private.join_goals(dimension uuid, replacement uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform set_config('private.is_deletion', 'on', true);
  update public.matrix_workshop_learning_objectives o set objective = o.objective || e'\n\n' || gone.objective
  from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and o.dimension_id = replacement
    and o.matrix_workshop_id = gone.matrix_workshop_id;
  perform set_config('private.is_deletion', 'off', true);
  delete from public.matrix_workshop_learning_objectives gone
  where gone.dimension_id = dimension and (
    replacement is null or exists (
      select from public.matrix_workshop_learning_objectives o
      where o.dimension_id = replacement and o.matrix_workshop_id = gone.matrix_workshop_id
    )
  );
end;
$$;
comment on function private.join_goals(uuid, uuid) is
  'Appends objectives of a dimension to those of another where a workshop has both; deletes all for null.';

create function public.delete_category(kind text, category uuid, replacement uuid default null) returns bigint
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  used record;
  present uuid[];
  moved bigint;
begin
  select u.relation, u.key, u.is_required into used from private.uses_of(kind) u;
  if used.relation is null then
    raise exception using errcode = 'PT400', message = 'There is no such kind of category.';
  elsif replacement = category then
    raise exception using errcode = 'PT400', message = 'Nothing can be moved to what is deleted.';
  end if;
  -- The lock order of a save: first the row, then by its foreign key the category.
  execute format(
    'select count(*) from (select t.id from public.%1$I t where t.%2$I = $1 order by t.id for no key update) locked',
    used.relation, used.key
  ) into moved using category;
  execute format(
    'select array_agg(l.id) from (select t.id from public.%I t where t.id in ($1, $2) order by t.id for update) l', kind
  ) into present using category, replacement;
  if category = any (present) is not true then
    raise exception using errcode = 'PT404', message = 'It is deleted already.';
  elsif replacement is not null and replacement <> all (present) then
    raise exception using errcode = 'PT409', message = 'What should take its place was deleted meanwhile. Choose another.';
  end if;
  if kind = 'matrix_dimensions' then
    perform private.join_goals(category, replacement);
  elsif used.is_required and replacement is null then
    execute format('select count(*) from public.%I t where t.%I = $1', used.relation, used.key)
      into moved using category;
    if moved > 0 then
      raise exception using errcode = 'PT409', message = 'It is in use. Choose what takes its place.';
    end if;
  end if;
  execute format('update public.%1$I t set %2$I = $2 where t.%2$I = $1', used.relation, used.key)
    using category, replacement;
  get diagnostics moved = row_count;
  execute format('delete from public.%I t where t.id = $1', kind) using category;
  return moved;
end;
$$;
comment on function public.delete_category(text, uuid, uuid) is
  'Deletes a category, a value of an axis or a dimension of the matrix, and moves what uses it to another one, or to none where that is possible. Returns how many rows it moved. Objectives of a dimension are appended to those that a workshop has in the other one, and deleted when there is none.';

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

grant execute on function private.join_goals, private.uses_of, public.count_uses, public.delete_category to
  authenticated, service_role;
