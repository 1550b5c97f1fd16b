-- The trail: who wrote what to the content, when, and what it was before. Written by triggers, read by staff,
-- changed by nobody.

alter table private.settings
  add column trail_days integer not null default 400 constraint settings_trail_days check (trail_days > 0);
comment on column private.settings.trail_days is
  'How long entries of public.trail are kept. Change it with: update private.settings set trail_days = 100.';

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
comment on table public.trail is 'Every write of a content table, kept for private.settings.trail_days.';
comment on column public.trail.act is 'The same for all writes of one transaction.';
comment on column public.trail.actor_id is 'The account that wrote; null for SQL and secret keys. It may be gone by now.';
comment on column public.trail.actor_name is 'Display name or address of that account, as of then.';
comment on column public.trail.record_id is 'On whose page it shows: the course of a module or lesson, else the row itself.';
comment on column public.trail.parent_id is 'The course of a module, the module of a lesson.';
comment on column public.trail.title is 'What the row was called, as of then.';
comment on column public.trail.before is 'Of an update only the columns that changed, of a deletion the whole row. Without what the database derives.';
comment on column public.trail.after is 'Of an update only the columns that changed, of a new row all of it.';

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
  -- The number alone comes again when a database is put into another server.
  select md5(pg_catalog.pg_current_xact_id()::text || '/' || extract(epoch from now())::text)::uuid;
$$;
comment on function private.current_act() is 'What all writes of one transaction have in common, and no other.';

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
comment on function private.prune_trail() is 'Removes the oldest entries whose time is over, at most a thousand at once.';

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
      -- A lesson that goes with its module finds it in the trail only: deletions are recorded before they happen.
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
  -- Once in a transaction, by whoever writes.
  if not exists (select from public.trail t where t.act = this_act and t.id < entry) then
    perform private.prune_trail();
  end if;
  return old;
end;
$$;
comment on function private.record_in_trail() is
  'Writes what happens to a row into public.trail. Arguments: the columns that the database derives, which are left out.';

revoke execute on function
  private.current_act(), private.name_of_account(uuid), private.prune_trail(), private.record_in_trail() from public;

-- Deletions are recorded before they happen, so that what goes along comes after what it went along with.
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

-- A run of a workflow is a record of itself: who, when, what went in and what came out. Only that it was there and is
-- gone is news.
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
  'What happened to a record, newest act first, a course with its modules and lessons. entries: the first 50 writes of each act, without the texts. Older acts: before_entry is the last_entry of the oldest one that is known.';

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
      -- What came back, or was deleted again, has a later entry.
      and not exists (select from public.trail l where l.row_id = t.row_id and l.id > t.id)
      -- What went along with something is in that.
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
  'What was deleted in the last 30 days and is not back, newest first. Modules and lessons are in what they went along with. total counts all pages.';

revoke execute on function public.history(uuid, bigint, integer), public.trash(integer, integer) from public, anon;
grant execute on function public.history(uuid, bigint, integer), public.trash(integer, integer)
  to authenticated, service_role;
