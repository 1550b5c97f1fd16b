-- The trail: an audit log of the content (who wrote what, when, and what it was before), and the way back to an earlier
-- state of a record or to what was deleted. Triggers write it, staff read it, nobody changes it.

create table public.trail (
  id bigint generated always as identity primary key,
  act uuid not null,
  happened_at timestamptz not null default now(),
  actor_id uuid,
  operation text not null constraint trail_operation check (operation in ('insert', 'update', 'delete')),
  relation text not null,
  row_id uuid not null,
  record_id uuid not null,
  parent_id uuid,
  title text not null,
  before jsonb,
  after jsonb
);
comment on table public.trail is 'Audit log: every write of a content table, kept as private.retention says.';
comment on column public.trail.act is 'Change set: the same for all writes of one transaction.';
comment on column public.trail.actor_id is
  'The account that wrote; null for SQL and secret keys. The account may be deleted: then nothing says whose it was.';
comment on column public.trail.record_id is
  'The record on whose page the entry shows: the course of a module or lesson, the workshop of a learning objective, the record of a draft or sign-off, else the row itself.';
comment on column public.trail.parent_id is
  'The course of a module, the module of a lesson, the matrix workshop of a learning objective, the record of a draft or sign-off.';
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

create function private.current_act() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  -- Transaction ids start anew when a dump is loaded into another server.
  return md5(pg_catalog.pg_current_xact_id()::text || '/' || extract(epoch from now())::text)::uuid;
end;
$$;
comment on function private.current_act() is 'An id that all writes of one transaction have in common, and no other write.';

create function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.record_in_trail() is
  'Records a write in public.trail. Arguments: the columns that are left out: derived ones, and the content of a draft.';

-- The trail stores accounts by id only. Whoever reads it gets the address of the account, which the auth service keeps
-- unique, and beside it the name that the account gave itself. Where a name was copied from an account, this is noted.

create function private.person(account uuid) returns table (address text, name text)
language sql stable security definer set search_path = ''
as $$
  select
    u.email::text,
    coalesce(
      nullif(trim(u.raw_user_meta_data ->> 'display_name'), ''), nullif(trim(u.raw_user_meta_data ->> 'full_name'), '')
    )
  from auth.users u where u.id = account and (select private.is_staff());
$$;
comment on function private.person(uuid) is
  'For staff: the address of an account and the name that it gave itself, which is no proof. No row once the account is deleted.';

create function public.history(record uuid, before_entry bigint default null, size integer default 20)
returns table (
  act uuid, happened_at timestamptz, actor_id uuid, actor_address text, actor_name text, last_entry bigint,
  entry_count bigint, entries jsonb, together integer
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
  select
    a.act, newest.happened_at, newest.actor_id, actor.address, actor.name, a.last_entry, a.entry_count, listed.entries,
    coalesce(cardinality(private.records_of_change_set(a.act)), 0)
  from acts a
  join public.trail newest on newest.id = a.last_entry
  left join lateral private.person(newest.actor_id) actor on true
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
  'The change sets of a record, newest first; those of a course include its modules and lessons. entries: the first 50 writes of each change set, without the texts. For older ones set before_entry to the last_entry of the oldest known one. actor_address: null once the account actor_id is deleted. together: how many records undo_change_set takes back, 0 where it does not.';

create function public.trash(page integer default 1, size integer default 100)
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
      -- A published draft is the record itself.
      and not (t.relation = 'drafts' and exists (
        select from public.trail p where p.act = t.act and p.record_id = t.record_id and p.id < t.id
      ))
      -- A redirect that ended because a record took its address.
      and not (t.relation = 'redirects' and exists (
        select from public.trail p where p.act = t.act and p.relation <> 'redirects'
      ))
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

-- A run of a workflow holds its input and output itself. The trail only records that it was inserted and deleted.
create trigger record_in_trail after insert on public.workflows
  for each row execute function private.record_in_trail('updated_at');
create trigger record_deletion_in_trail before delete on public.workflows
  for each row execute function private.record_in_trail('updated_at');

create trigger forget_owners after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_owners();

grant all on sequence public.trail_id_seq to anon, authenticated, service_role;
grant select on public.trail to authenticated, service_role;
grant execute on function private.person, public.history, public.trash to authenticated, service_role;
