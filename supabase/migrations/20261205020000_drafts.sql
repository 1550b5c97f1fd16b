-- Drafts of public records. A draft is stored beside its record, so that no policy, query or trigger of the record has
-- to know it: visitors read the record, staff also the draft. Publishing writes its content to the record.

create table public.drafts (
  id uuid primary key default gen_random_uuid(),
  relation text not null,
  record_id uuid not null constraint drafts_record_id_key unique,
  entry bigint not null,
  content jsonb not null constraint drafts_content_object check (jsonb_typeof(content) = 'object'),
  publish_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.drafts is
  'Drafts of posts, pages, workshops, ads and courses, at most one for each. save_draft, publish_draft and discard_draft write them.';
comment on column public.drafts.relation is 'The table of the record.';
comment on column public.drafts.entry is
  'The newest entry of the audit log about the record when the draft began, 0 for none. Later ones make it a conflict.';
comment on column public.drafts.content is
  'The columns of the record; links of a page: [{"place"}]; modules of a course, with their lessons, in order, and when each was changed.';
comment on column public.drafts.publish_at is 'Time from which the draft is published; null for none.';
comment on column public.drafts.failure is 'Why it was not published at its time; null unless that failed.';

create trigger touch_updated_at before update on public.drafts
  for each row execute function private.touch_updated_at();
create index drafts_due on public.drafts (publish_at) where publish_at is not null;

alter table public.drafts enable row level security;
create policy "Staff read drafts" on public.drafts
  for select to authenticated using ((select private.is_staff()));
revoke all on public.drafts from public, anon, authenticated, service_role;
grant select on public.drafts to authenticated, service_role;

create function private.columns_of_draft(relation text) returns text[]
language sql immutable set search_path = ''
as $$
  select case relation
    when 'posts' then array['title', 'slug', 'content', 'excerpt', 'category_id', 'published_at', 'author']
    when 'pages' then array['title', 'slug', 'description', 'content', 'published_at', 'links']
    when 'workshops' then array[
      'title', 'subtitle', 'description', 'content', 'learning_objectives', 'max_participants', 'duration',
      'workshop_category_id'
    ]
    when 'ads' then array['title', 'subtitle', 'description', 'cta_text', 'cta_url', 'type', 'offer_id', 'is_active']
    when 'courses' then array[
      'title', 'slug', 'description', 'thumbnail_url', 'course_category_id', 'difficulty_level', 'is_published',
      'modules'
    ]
  end;
$$;
comment on function private.columns_of_draft(text) is
  'The keys of a draft''s content; null for a table whose rows have no drafts.';

create function private.parts_of_record(relation text, record uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case relation
    when 'pages' then jsonb_build_object('links', (
      select coalesce(jsonb_agg(jsonb_build_object('place', l.place)), '[]')
      from public.links l where l.page_id = record
    ))
    when 'courses' then jsonb_build_object('modules', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.title, 'description', m.description, 'updated_at', m.updated_at, 'lessons', (
          select coalesce(jsonb_agg(to_jsonb(l) - array['module_id', 'order_position'] order by l.order_position, l.id), '[]')
          from public.lessons l where l.module_id = m.id
        )
      ) order by m.order_position, m.id), '[]')
      from public.modules m where m.course_id = record
    ))
    else '{}'
  end;
$$;

create function private.content_of(relation text, record uuid, state jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(e.key, e.value)
  from jsonb_each(state || private.parts_of_record(relation, record)) e
  where e.key = any (private.columns_of_draft(relation));
$$;
comment on function private.content_of(text, uuid, jsonb) is
  'A state of a record as the content of a draft. Links and modules are those of now.';

create function private.last_entry(record uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(t.id), 0) from public.trail t where t.record_id = record and t.relation <> 'drafts';
$$;

create function private.expect_content(relation text, columns jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  known constant text[] := private.columns_of_draft(relation);
  unknown constant text := (select min(k) from jsonb_object_keys(columns) k where k <> all (known));
  module jsonb;
begin
  if unknown is not null then
    raise exception using errcode = 'PT400', message = format(
      'A draft of %s has no "%s"; expected some of: %s.', relation, unknown, array_to_string(known, ', ')
    );
  end if;
  -- Refuses values of other types.
  execute format('select from jsonb_populate_record(null::public.%I, $1)', relation)
    using columns - array['links', 'modules'];
  for module in select m from jsonb_array_elements(columns -> 'modules') m loop
    if (module ->> 'id')::uuid is null
      or exists (select from jsonb_array_elements(module -> 'lessons') l where (l ->> 'id')::uuid is null) then
      raise exception using errcode = 'PT400', message = 'Each module and lesson of a draft needs an id.';
    end if;
    perform from jsonb_populate_record(null::public.modules, module);
    perform from jsonb_populate_recordset(null::public.lessons, module -> 'lessons');
  end loop;
end;
$$;
comment on function private.expect_content(text, jsonb) is 'Refuses columns that a record of this kind does not have, and values of other types.';

create function private.place_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.drafts d where d.record_id = new.record_id) then
    raise exception using errcode = 'PT409', message = 'There is a newer draft of it.';
  elsif private.live_row(new.relation, new.record_id) is null then
    raise exception using errcode = 'PT409', message = 'What it is a draft of is in the trash: restore that first.';
  end if;
  -- A restored draft waits for somebody who publishes it.
  new.publish_at := null;
  return new;
end;
$$;
create trigger place_draft before insert on public.drafts
  for each row execute function private.place_draft();

create function private.delete_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.drafts d where d.record_id = old.id;
  return null;
end;
$$;
do $$
declare
  relation text;
begin
  foreach relation in array array['posts', 'pages', 'workshops', 'ads', 'courses'] loop
    execute format(
      'create trigger delete_draft after delete on public.%I
         for each row execute function private.delete_draft()', relation
    );
  end loop;
end;
$$;

create function private.lock_record(relation text, record uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  live jsonb;
begin
  if private.columns_of_draft(relation) is null then
    raise exception using errcode = 'PT400', message = format('Rows of "%s" have no drafts.', relation);
  elsif relation = 'courses' then
    perform private.lock_course(record);
  end if;
  live := private.live_row(relation, record);
  if live is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  return live;
end;
$$;
comment on function private.lock_record(text, uuid) is
  'The present state of a record, which is locked before its draft. 404 when there is none.';

create function private.save_draft(
  kind text, record uuid, columns jsonb, base timestamptz, version timestamptz, publish_at timestamptz
) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live jsonb;
  draft public.drafts;
begin
  perform private.expect_staff();
  live := private.lock_record(kind, record);
  perform private.expect_content(kind, columns);
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if draft.updated_at is distinct from version or base <> (live ->> 'updated_at')::timestamptz then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.id is null then
    insert into public.drafts (relation, record_id, entry, content)
    values (kind, record, private.last_entry(record), private.content_of(kind, record, live))
    returning * into draft;
  end if;
  update public.drafts d set
    content = d.content || columns, publish_at = save_draft.publish_at, failure = null,
    entry = case when base is null then d.entry else private.last_entry(record) end
  where d.id = draft.id
  returning d.updated_at into version;
  return version;
end;
$$;

create function public.save_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null,
  publish_at timestamptz default null
) returns timestamptz
language sql volatile security invoker set search_path = ''
as $$
  select private.save_draft(kind, record, columns, base, version, publish_at);
$$;
comment on function public.save_draft(text, uuid, jsonb, timestamptz, timestamptz, timestamptz) is
  'For staff: stores columns in the draft of a record, and returns its version. 409 unless version is the updated_at of the draft, null for none, and base that of the record. base: the record that the content takes into account; null for an unchanged one. publish_at: when to publish it.';

create function private.put_modules(course uuid, modules jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.modules as stored (id, course_id, title, description, order_position)
  select m.id, course, m.title, coalesce(m.description, ''), o.place - 1
  from jsonb_array_elements(modules) with ordinality o (module, place)
  cross join jsonb_populate_record(null::public.modules, o.module) m
  on conflict (id) do update set
    title = excluded.title, description = excluded.description, order_position = excluded.order_position
    where stored.course_id = excluded.course_id and (stored.title, stored.description, stored.order_position)
      is distinct from (excluded.title, excluded.description, excluded.order_position);
  insert into public.lessons as stored (
    id, module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  select
    l.id, (o.module ->> 'id')::uuid, l.title, coalesce(l.content, ''), l.video_url, l.captions, l.transcript,
    coalesce(l.duration, '00:00:00'), coalesce(l.lesson_type, 'text'), p.place - 1
  from jsonb_array_elements(modules) o (module)
  cross join jsonb_array_elements(o.module -> 'lessons') with ordinality p (lesson, place)
  cross join jsonb_populate_record(null::public.lessons, p.lesson) l
  on conflict (id) do update set
    module_id = excluded.module_id, title = excluded.title, content = excluded.content,
    video_url = excluded.video_url, captions = excluded.captions, transcript = excluded.transcript,
    duration = excluded.duration, lesson_type = excluded.lesson_type, order_position = excluded.order_position
    where exists (select from public.modules m where m.id = stored.module_id and m.course_id = course)
      and to_jsonb(stored) - 'updated_at' is distinct from to_jsonb(excluded) - 'updated_at';
  delete from public.lessons l using public.modules m
  where m.id = l.module_id and m.course_id = course and not exists (
    select from jsonb_array_elements(modules) o (module), jsonb_array_elements(o.module -> 'lessons') p (lesson)
    where (p.lesson ->> 'id')::uuid = l.id
  );
  delete from public.modules m
  where m.course_id = course and not exists (
    select from jsonb_array_elements(modules) o (module) where (o.module ->> 'id')::uuid = m.id
  );
end;
$$;
comment on function private.put_modules(uuid, jsonb) is
  'Makes the modules and lessons of a course those of a draft. Rows of other courses stay as they are.';

create function private.put_draft(record uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  draft public.drafts;
  list text;
begin
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if private.last_entry(record) > draft.entry then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.relation = 'pages' then
    perform public.save_page(record, null, draft.content);
  else
    list := (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(draft.content - 'modules') k);
    execute format(
      'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id = $2',
      draft.relation, list
    ) using draft.content, record;
  end if;
  if draft.relation = 'courses' then
    perform private.put_modules(record, draft.content -> 'modules');
  end if;
  delete from public.drafts d where d.id = draft.id;
end;
$$;
comment on function private.put_draft(uuid) is
  'Publishes the draft of a locked record. 409 when the record has changed since the draft began.';

create function private.publish_draft(
  kind text, record uuid, columns jsonb, base timestamptz, version timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.save_draft(kind, record, columns, base, version, null);
  perform private.put_draft(record);
end;
$$;

create function public.publish_draft(
  kind text, record uuid, columns jsonb, base timestamptz default null, version timestamptz default null
) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.publish_draft(kind, record, columns, base, version);
$$;
comment on function public.publish_draft(text, uuid, jsonb, timestamptz, timestamptz) is
  'For staff: stores columns in the draft of a record, as save_draft does, writes the draft to the record and deletes it. 409 also when the record has changed since the draft began.';

create function private.discard_draft(record uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from public.drafts d where d.record_id = record and d.updated_at = version;
  if not found and exists (select from public.drafts d where d.record_id = record) then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
end;
$$;

create function public.discard_draft(record uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.discard_draft(record, version);
$$;
comment on function public.discard_draft(uuid, timestamptz) is
  'For staff: deletes the draft of a record, which can be restored for 30 days. 409 unless version is its updated_at.';

create function private.read_draft(record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  draft public.drafts;
  live jsonb;
begin
  perform private.expect_staff();
  select d.* into draft from public.drafts d where d.record_id = record;
  if draft.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', draft.relation) into live using record;
  return to_jsonb(draft) - array['relation', 'record_id', 'entry'] || jsonb_build_object(
    'is_stale', private.last_entry(record) > draft.entry,
    -- Without the entries since then the record of then is not known.
    'began', case when exists (select from public.trail t where t.id <= draft.entry) or draft.entry = 0 then
      private.content_of(draft.relation, record, private.row_at(draft.relation, record, live, draft.entry)) - 'modules'
    end
  );
end;
$$;

create function public.read_draft(record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_draft(record);
$$;
comment on function public.read_draft(uuid) is
  'For staff: the draft of a record, null for none. is_stale: the record has changed since the draft began. began: the columns of the record of then, null when the audit log does not hold them any more.';

create function private.publish_due_drafts() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
  published integer := 0;
begin
  for due in
    select d.relation, d.record_id from public.drafts d where d.publish_at <= now() order by d.publish_at, d.id
  loop
    begin
      perform private.lock_record(due.relation, due.record_id);
      if exists (select from public.drafts d where d.record_id = due.record_id and d.publish_at <= now()) then
        perform private.put_draft(due.record_id);
        published := published + 1;
      end if;
    exception when others then
      update public.drafts d set publish_at = null, failure = sqlerrm where d.record_id = due.record_id;
    end;
  end loop;
  return published;
end;
$$;
comment on function private.publish_due_drafts() is
  'Publishes the drafts whose time has come, and returns how many. One that cannot be published stays, with the reason. The embedded backend calls it, elsewhere a schedule of pg_cron.';
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('publish-due-drafts', '* * * * *', 'select private.publish_due_drafts()');
  end if;
end;
$$;

-- The audit log. A draft shows in the history of its record.

create trigger record_in_trail after insert or update on public.drafts
  for each row execute function private.record_in_trail('updated_at', 'entry');
create trigger record_deletion_in_trail before delete on public.drafts
  for each row execute function private.record_in_trail('updated_at');

comment on column public.trail.record_id is
  'The record on whose page the entry shows: the course of a module or lesson, the workshop of a learning objective, the record of a draft, else the row itself.';
comment on column public.trail.parent_id is
  'The course of a module, the module of a lesson, the matrix workshop of a learning objective, the record of a draft.';

create or replace function private.record_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end;
  stored jsonb := coalesce(new_row, old_row);
  own_id constant uuid := (stored ->> 'id')::uuid;
  parent constant uuid := coalesce(
    stored ->> 'module_id', stored ->> 'course_id', stored ->> 'matrix_workshop_id', stored ->> 'record_id'
  )::uuid;
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
    case
      when tg_table_name in ('modules', 'matrix_workshop_learning_objectives', 'drafts') then parent
      -- A lesson that is deleted by cascade finds its module in the trail only: deletions are recorded before they
      -- happen.
      when tg_table_name = 'lessons' then coalesce(
        (select m.course_id from public.modules m where m.id = parent),
        (select t.record_id from public.trail t where t.row_id = parent order by t.id desc limit 1),
        own_id
      )
      else own_id
    end,
    parent, coalesce(
      stored ->> 'title', stored ->> 'name', stored ->> 'label', stored #>> '{content,title}',
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
      -- A published draft is the record itself.
      and not (t.relation = 'drafts' and exists (
        select from public.trail p where p.act = t.act and p.record_id = t.record_id and p.id < t.id
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

-- The author of a draft of a post is a name, too.

create or replace function private.note_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(new);
  author constant text := coalesce(stored ->> 'author', stored #>> '{content,author}');
begin
  if private.is_name_of((select auth.uid()), author) then
    insert into private.bylines (post, account, name)
    values (coalesce(stored ->> 'record_id', stored ->> 'id')::uuid, (select auth.uid()), author)
    on conflict do nothing;
  end if;
  return null;
end;
$$;
create trigger note_byline after insert or update on public.drafts
  for each row when (new.relation = 'posts') execute function private.note_byline();

create function private.draft_without_bylines(state jsonb, of_post uuid, of_account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when state ? 'content'
    then jsonb_set(state, '{content}', private.without_bylines(state -> 'content', of_post, of_account))
    else state
  end;
$$;
comment on function private.draft_without_bylines(jsonb, uuid, uuid) is
  'A state of a post''s draft in the trail, without the name of an account.';

create or replace function private.erase_account(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := (select lower(u.email) from auth.users u where u.id = account);
  posts constant uuid[] := array(select b.post from private.bylines b where b.account = erase_account.account);
begin
  update public.posts p set author = ''
  from private.bylines b where b.account = erase_account.account and b.post = p.id and b.name = p.author;
  update public.drafts d set content = private.without_bylines(d.content, d.record_id, account)
  where d.relation = 'posts' and d.record_id = any (posts);
  -- After the posts, whose change is in the trail with the name.
  update public.trail t set
    before = private.without_bylines(t.before, t.row_id, account), after = private.without_bylines(t.after, t.row_id, account)
  where t.relation = 'posts' and t.row_id = any (posts);
  update public.trail t set
    before = private.draft_without_bylines(t.before, t.record_id, account),
    after = private.draft_without_bylines(t.after, t.record_id, account)
  where t.relation = 'drafts' and t.record_id = any (posts);
  delete from private.invitations i
  where i.email = address or i.accepted_by = account or (i.invited_by = account and i.accepted_at is null);
  if to_regprocedure('shipping.forget_account(uuid)') is not null then
    execute 'select shipping.forget_account($1)' using account;
  end if;
  -- These refer to accounts without a foreign key. Projects may lack a table.
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = account::text or lower(e.payload ->> 'actor_username') = address;
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id = account;
  end if;
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
end;
$$;

revoke execute on function
  private.columns_of_draft, private.parts_of_record, private.content_of, private.last_entry, private.expect_content,
  private.place_draft, private.delete_draft, private.lock_record, private.save_draft, private.put_modules,
  private.put_draft, private.publish_draft, private.discard_draft, private.read_draft, private.publish_due_drafts,
  private.draft_without_bylines
  from public;
revoke execute on function public.save_draft, public.publish_draft, public.discard_draft, public.read_draft
  from public, anon, service_role;
grant execute on function
  private.save_draft, private.publish_draft, private.discard_draft, private.read_draft,
  public.save_draft, public.publish_draft, public.discard_draft, public.read_draft
  to authenticated;
