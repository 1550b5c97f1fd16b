-- Retention once a transaction.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_in_trail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  old_row jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - tg_argv when 'DELETE' then stored - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then stored - tg_argv end;
  own_id constant uuid := (stored ->> 'id')::uuid;
  kind constant private.kinds := (select k from private.kinds k where k.relation = tg_table_name);
  parent constant uuid := case
    when kind.is_versioned then stored ->> kind.parent_key when tg_table_name <> 'redirects' then stored ->> 'record_id'
  end::uuid;
  this_act constant uuid := private.current_act();
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
    case
      when parent is null then own_id
      when not exists (select from private.kinds k where k.relation = kind.parent and k.is_versioned) then parent
      -- A part of a part that is deleted by cascade finds its parent in the trail only: deletions are recorded before
      -- they happen.
      else coalesce(
        private.owned_record(tg_table_name, stored),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label', stored #>> '{content,title}', stored ->> 'address',
      (select d.name from public.matrix_dimensions d where d.id = (stored ->> 'dimension_id')::uuid),
      stored #>> '{input_data,query}', stored #>> '{input_data,filename}', stored ->> 'workflow_type', ''
    ), old_row, new_row
  );
  -- Once in each transaction. The table does not say: after a large import the planner reads all of it for one act.
  if current_setting('private.recorded_act', true) is distinct from this_act::text then
    perform set_config('private.recorded_act', this_act::text, true);
    perform private.apply_retention();
  end if;
  return old;
end;
$function$;

reset check_function_bodies;
