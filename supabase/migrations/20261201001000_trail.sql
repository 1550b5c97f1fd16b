-- The trail: an audit log of the content (who wrote what, when, and what it was before), and the way back to an earlier
-- state of a record or to what was deleted. Triggers write it, staff read it, nobody changes it.

create table public.trail (
  id bigint generated always as identity primary key,
  act uuid not null,
  happened_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  operation text not null constraint trail_operation check (operation in ('insert', 'update', 'delete')),
  relation text not null,
  row_id uuid not null,
  record_id uuid not null,
  parent_id uuid,
  title text not null,
  before jsonb,
  after jsonb
);
comment on table public.trail is 'Audit log: every write of a content table, kept for private.settings.trail_days.';
comment on column public.trail.act is 'Change set: the same for all writes of one transaction.';
comment on column public.trail.actor_id is 'The account that wrote; null for SQL and secret keys. The account may be deleted.';
comment on column public.trail.actor_name is 'Display name or address of that account at the time of the write.';
comment on column public.trail.record_id is 'The record on whose page the entry shows: the course of a module or lesson, else the row itself.';
comment on column public.trail.parent_id is 'The course of a module, the module of a lesson.';
comment on column public.trail.title is 'Title or name of the row at the time of the write.';
comment on column public.trail.before is 'The changed columns of an update, the whole row of a deletion. Without derived columns.';
comment on column public.trail.after is 'The changed columns of an update, the whole row of an insert.';

create index trail_of_record on public.trail (record_id, id);
create index trail_of_row on public.trail (row_id, id);
create index trail_of_act on public.trail (act, id);
create index trail_oldest on public.trail (happened_at);
create index trail_deletions on public.trail (id) where operation = 'delete';

alter table public.trail enable row level security;
create policy "Staff read the trail" on public.trail
  for select to authenticated using ((select private.is_staff()));
revoke all on public.trail from public, anon, authenticated, service_role;
grant select on public.trail to authenticated, service_role;

create function private.current_act() returns uuid
language sql stable set search_path = ''
as $$
  -- Transaction ids start anew when a dump is loaded into another server.
  select md5(pg_catalog.pg_current_xact_id()::text || '/' || extract(epoch from now())::text)::uuid;
$$;
comment on function private.current_act() is 'An id that all writes of one transaction have in common, and no other write.';

create function private.name_of_account(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(trim(u.raw_user_meta_data ->> 'display_name'), ''), nullif(trim(u.raw_user_meta_data ->> 'full_name'), ''),
    u.email
  )
  from auth.users u where u.id = account;
$$;
comment on function private.name_of_account(uuid) is 'Display name of an account, else its address.';

create function private.prune_trail() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.trail where id in (
    select t.id from public.trail t
    where t.happened_at < now() - make_interval(days => (select s.trail_days from private.settings s))
    order by t.happened_at limit 1000
    for update skip locked
  );
$$;
comment on function private.prune_trail() is 'Deletes the oldest expired entries, at most a thousand.';

create function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
  own_id constant uuid := (stored ->> 'id')::uuid;
  parent constant uuid := coalesce(stored ->> 'module_id', stored ->> 'course_id')::uuid;
  this_act constant uuid := private.current_act();
  entry bigint;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.trail (
    act, actor_id, actor_name, operation, relation, row_id, record_id, parent_id, title, before, after
  )
  values (
    this_act, (select auth.uid()), private.name_of_account((select auth.uid())), lower(tg_op), tg_table_name, own_id,
    case tg_table_name
      when 'modules' then parent
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
      stored ->> 'title', stored ->> 'name', stored #>> '{input_data,query}', stored #>> '{input_data,filename}',
      stored ->> 'workflow_type', ''
    ), old_row, new_row
  )
  returning id into entry;
  -- Once in each transaction.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.prune_trail();
  end if;
  return old;
end;
$$;
comment on function private.record_in_trail() is
  'Records a write in public.trail. Arguments: the derived columns, which are left out.';

-- Deletions are recorded before they happen, so that rows that are deleted by cascade come after their parent.
do $$
declare
  relation text;
  derived text;
begin
  foreach relation in array array[
    'categories', 'posts', 'ads', 'prompts', 'workshop_categories', 'workshops', 'course_categories', 'courses',
    'modules', 'lessons'
  ] loop
    derived := case relation
      when 'courses' then '''updated_at'', ''total_duration'', ''module_count'', ''lesson_count''' else '''updated_at'''
    end;
    execute format(
      'create trigger record_in_trail after insert or update on public.%I
         for each row execute function private.record_in_trail(%s)', relation, derived
    );
    execute format(
      'create trigger record_deletion_in_trail before delete on public.%I
         for each row execute function private.record_in_trail(%s)', relation, derived
    );
  end loop;
end;
$$;

-- A run of a workflow holds its input and output itself. The trail only records that it was inserted and deleted.
create trigger record_in_trail after insert on public.workflows
  for each row execute function private.record_in_trail('updated_at');
create trigger record_deletion_in_trail before delete on public.workflows
  for each row execute function private.record_in_trail('updated_at');

create function public.history(record uuid, before_entry bigint default null, size integer default 20)
returns table (
  act uuid, happened_at timestamptz, actor_id uuid, actor_name text, last_entry bigint, entry_count bigint, entries jsonb
)
language sql stable security invoker set search_path = ''
as $$
  with acts as (
    select t.act, max(t.id) as last_entry, count(*) as entry_count
    from public.trail t
    where t.record_id = record or t.row_id = record
    group by t.act
    having before_entry is null or max(t.id) < before_entry
    order by last_entry desc
    limit least(greatest(size, 0), 100)
  )
  select a.act, newest.happened_at, newest.actor_id, newest.actor_name, a.last_entry, a.entry_count, listed.entries
  from acts a
  join public.trail newest on newest.id = a.last_entry
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object(
        'id', e.id, 'operation', e.operation, 'relation', e.relation, 'title', e.title,
        'changed', case when e.operation = 'update' then (select jsonb_agg(k order by k) from jsonb_object_keys(e.before) k) else '[]' end
      ) order by e.id
    ) as entries
    from (
      select t.* from public.trail t
      where t.act = a.act and (t.record_id = record or t.row_id = record)
      order by t.id limit 50
    ) e
  ) listed
  order by a.last_entry desc;
$$;
comment on function public.history(uuid, bigint, integer) is
  'The change sets of a record, newest first; those of a course include its modules and lessons. entries: the first 50 writes of each change set, without the texts. For older ones set before_entry to the last_entry of the oldest known one.';

create function public.trash(page integer default 1, size integer default 100)
returns table (
  row_id uuid, relation text, title text, happened_at timestamptz, actor_name text, module_count bigint,
  lesson_count bigint, total bigint
)
language sql stable security invoker set search_path = ''
as $$
  with deleted as (
    select t.id, t.act, t.row_id, t.relation, t.title, t.happened_at, t.actor_name
    from public.trail t
    where t.operation = 'delete' and t.happened_at > now() - interval '30 days'
      -- A restored row has a later entry, and so has one that was deleted again.
      and not exists (select from public.trail l where l.row_id = t.row_id and l.id > t.id)
      -- Rows that were deleted by cascade belong to their parent.
      and not exists (
        select from public.trail p where p.act = t.act and p.row_id = t.parent_id and p.operation = 'delete'
      )
  )
  select
    d.row_id, d.relation, d.title, d.happened_at, d.actor_name,
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
  'Rows that were deleted in the last 30 days and not restored, newest first. Modules and lessons that were deleted by cascade belong to their parent. total counts all pages.';

-- Restoring. These functions write as the owner, since a restored row has its old id and created_at, which no caller
-- may send; so they check the caller's rights themselves.

create function private.lock_course(course uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- The lock order of reorder_course.
  perform from public.modules m where m.course_id = course order by m.id for no key update;
  perform from public.lessons l join public.modules m on m.id = l.module_id
    where m.course_id = course order by l.id for no key update of l;
  -- An insert of a lesson locks its module, by the foreign key, and then the course. Restoring may delete a module.
  perform from public.modules m where m.course_id = course order by m.id for update;
  perform from public.courses c where c.id = course for no key update;
end;
$$;

create function private.live_row(relation text, row_id uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  found_row jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1 for no key update', relation)
    into found_row using row_id;
  return found_row;
end;
$$;
comment on function private.live_row(text, uuid) is 'The present state of a row, which it locks; null when there is none.';

create function private.row_at(of_relation text, of_row uuid, live jsonb, entry bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  next_operation constant text := (
    select t.operation from public.trail t
    where t.relation = of_relation and t.row_id = of_row and t.id > entry order by t.id limit 1
  );
begin
  if next_operation is null then
    return live;
  elsif next_operation = 'insert' then
    return null;
  end if;
  -- The first change of a column after the entry holds the value that it had.
  return coalesce(live, '{}') || (
    select jsonb_object_agg(found.key, found.value)
    from (
      select distinct on (b.key) b.key, b.value
      from public.trail t cross join jsonb_each(t.before) b
      where t.relation = of_relation and t.row_id = of_row and t.id > entry
      order by b.key, t.id
    ) found
  );
end;
$$;
comment on function private.row_at(text, uuid, jsonb, bigint) is
  'State of a row right after an entry of the trail, computed from its present state; null when it did not exist then. Entry 0 is before all entries that are kept.';

create function private.reference_exists(relation text, key text, state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case key
    when 'category_id' then exists (select from public.categories c where c.id = (state ->> key)::uuid)
    when 'workshop_category_id' then exists (select from public.workshop_categories c where c.id = (state ->> key)::uuid)
    when 'course_category_id' then exists (select from public.course_categories c where c.id = (state ->> key)::uuid)
    when 'user_id' then exists (select from auth.users u where u.id = (state ->> key)::uuid)
    when 'offer_id' then
      case when state ->> 'type' = 'team' then exists (select from public.workshops w where w.id = (state ->> key)::uuid)
      else exists (select from public.courses c where c.id = (state ->> key)::uuid) end
    else true
  end;
$$;

-- A restored state must fit today's constraints: the address of an ad, a unique name or slug.
create function private.address_in_words(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when cleaned ~* '^https?://' then cleaned
    when cleaned ~ '^//' then coalesce('https://' || nullif(ltrim(cleaned, '/'), ''), '/')
    else coalesce(
      nullif(
        regexp_replace(substring(cleaned from '^[^?#]*'), '//+', '/', 'g')
          || coalesce(substring(cleaned from '[?#].*$'), ''),
        ''
      ),
      '/'
    )
  end
  from regexp_replace(translate(address, '\', '/'), '[[:cntrl:]]', '', 'g') as cleaned;
$$;
comment on function private.address_in_words(text) is
  'An address that ads_cta_url_relative_or_http refuses, written as browsers read it.';

create function private.free_text(relation text, key text, row_id uuid, wanted text) returns text
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
    candidate := wanted || case key when 'slug' then '-' else ' ' end || number;
  end loop;
  return candidate;
end;
$$;
comment on function private.free_text(text, text, uuid, text) is
  'A slug or name for this row, with a number if another row has it.';

create function private.fit_value(relation text, row_id uuid, key text, value text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key = 'slug' or key = 'name' and relation in ('workshop_categories', 'course_categories')
      then private.free_text(relation, key, row_id, value)
    when key = 'cta_url' then private.address_in_words(value)
    else value
  end;
$$;
comment on function private.fit_value(text, uuid, text, text) is 'A text of a row as today''s constraints allow it.';

create function private.fit_row(relation text, row_id uuid, inout state jsonb, out adjusted text[])
language plpgsql stable set search_path = ''
as $$
declare
  key text;
  fitted text;
begin
  adjusted := '{}';
  foreach key in array array['category_id', 'workshop_category_id', 'course_category_id', 'offer_id', 'user_id'] loop
    if state ->> key is not null and not private.reference_exists(relation, key, state) then
      state := jsonb_set(state, array[key], 'null');
      adjusted := adjusted || key;
    end if;
  end loop;
  foreach key in array array['slug', 'name', 'cta_url'] loop
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
  'A state as today''s constraints allow it: dangling references are null, a taken slug or name gets a number, an address is normalized, a prompt does not replace the active one. adjusted: the columns that differ.';

create function private.put_row(relation text, row_id uuid, wanted jsonb) returns text[]
language plpgsql volatile set search_path = ''
as $$
declare
  live constant jsonb := private.live_row(relation, row_id);
  fitted constant record := private.fit_row(relation, row_id, wanted);
  -- Leaves out derived columns, and columns that the table no longer has.
  columns constant text[] := array(
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', relation)::regclass and a.attnum > 0 and not a.attisdropped
      and fitted.state ? a.attname
      and a.attname <> all (array['updated_at', 'total_duration', 'module_count', 'lesson_count'])
      and (live is null or a.attname <> all (array['id', 'created_at']))
      and (live is null or live -> a.attname is distinct from fitted.state -> a.attname)
  );
  list constant text := (select string_agg(quote_ident(c), ', ') from unnest(columns) c);
begin
  if list is null then
    return fitted.adjusted;
  elsif live is null then
    execute format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', relation, list
    ) using fitted.state;
  else
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      relation, list
    ) using fitted.state, row_id;
  end if;
  return fitted.adjusted;
end;
$$;
comment on function private.put_row(text, uuid, jsonb) is
  'Updates a row to a state, or inserts it with its id. Returns the columns that had to be adjusted.';

create function private.put_outline(course uuid, entry bigint) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  known record;
  state jsonb;
  superfluous uuid[] := '{}';
begin
  for known in
    select r.relation, r.id from (
      select 'modules' as relation, m.id from public.modules m where m.course_id = course
      union
      select 'lessons', l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = course
      union
      select t.relation, t.row_id from public.trail t
      where t.record_id = course and t.id > entry and t.relation in ('modules', 'lessons')
    ) r
    -- Modules come first, since lessons refer to them.
    order by r.relation desc, r.id
  loop
    state := private.row_at(known.relation, known.id, private.live_row(known.relation, known.id), entry);
    if state is null then
      superfluous := superfluous || known.id;
    else
      perform private.put_row(known.relation, known.id, state);
    end if;
  end loop;
  delete from public.lessons l where l.id = any (superfluous);
  delete from public.modules m where m.id = any (superfluous);
end;
$$;
comment on function private.put_outline(uuid, bigint) is
  'Restores modules and lessons of a course to their state right after an entry; deletes later ones.';

create function private.restore_version(record uuid, entry bigint, seen bigint) returns text[]
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
  if of_relation in ('modules', 'lessons') then
    -- The position belongs to the course.
    state := state - array['module_id', 'course_id', 'order_position'];
  end if;
  adjusted := private.put_row(of_relation, record, state);
  if of_relation = 'courses' then
    perform private.put_outline(record, entry);
  end if;
  return adjusted;
end;
$$;

create function private.expect_place(deleted public.trail) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if deleted.relation = 'modules' and not exists (select from public.courses c where c.id = deleted.parent_id) then
    raise exception using errcode = 'PT409', message = 'Its course is in the trash: restore that first.';
  elsif deleted.relation = 'lessons' and not exists (select from public.modules m where m.id = deleted.parent_id) then
    raise exception using errcode = 'PT409', message = 'Its module is in the trash: restore that first.';
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
comment on function private.expect_place(public.trail) is 'Makes room for a restored module or lesson at its old position.';

create function private.restore_deleted(deleted uuid) returns text[]
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
    perform private.expect_place(last);
  end if;
  for gone in
    select t.* from public.trail t
    where t.act = last.act and t.operation = 'delete'
      and (t.id = last.id or t.parent_id = deleted or (t.record_id = deleted and t.relation = 'lessons'))
    order by t.id
  loop
    adjusted := adjusted || private.put_row(gone.relation, gone.row_id, gone.before);
  end loop;
  if last.relation in ('modules', 'lessons') then
    perform public.reorder_course(last.record_id, '[]');
  end if;
  return adjusted;
end;
$$;

create function public.restore_version(record uuid, entry bigint, seen bigint) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_version(record, entry, seen);
$$;
comment on function public.restore_version(uuid, bigint, bigint) is
  'Restores a record, a course with its modules and lessons, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';

create function public.restore_deleted(deleted uuid) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_deleted(deleted);
$$;
comment on function public.restore_deleted(uuid) is
  'Restores a row that was deleted in the last 30 days, with its id and the rows that were deleted by cascade. 409 when it is restored already or its parent is missing. Returns the columns that had to be adjusted.';

revoke execute on all functions in schema private from public;
revoke execute on function public.history, public.trash, public.restore_version, public.restore_deleted from public, anon;
grant execute on function
  private.restore_version, private.restore_deleted,
  public.history, public.trash, public.restore_version, public.restore_deleted
  to authenticated, service_role;
