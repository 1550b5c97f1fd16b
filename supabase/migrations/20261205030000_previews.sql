-- Previews: links that show a record with its draft to whoever has them, without an account, for seven days.

create table private.previews (
  id uuid primary key default gen_random_uuid(),
  relation text not null,
  record_id uuid not null,
  token_hash bytea not null constraint previews_token_hash_key unique,
  account uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table private.previews is
  'Links to drafts. create_preview makes them, revoke_preview and the deletion of their account delete them, private.retention those that have expired.';
comment on column private.previews.relation is 'The table of the record.';
comment on column private.previews.token_hash is 'SHA-256 of the token, which is stored nowhere.';
comment on column private.previews.account is 'Who made it.';
create index previews_record on private.previews (record_id);
create index previews_account on private.previews (account);
create index previews_expiry on private.previews (expires_at);
alter table private.previews enable row level security;
revoke all on private.previews from public, anon, authenticated, service_role;

create function private.create_preview(kind text, record uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.expect_staff();
  if kind = 'ads' then
    raise exception using errcode = 'PT400', message = 'An ad has no page of its own, so that it has no preview.';
  end if;
  -- Locks the record, so that links which are made at the same time are counted.
  perform private.lock_record(kind, record);
  if (select count(*) from private.previews p where p.record_id = record and p.expires_at > now()) >= 20 then
    raise exception using errcode = 'PT409', message = 'There are 20 links to this already; expected one to be revoked first.';
  end if;
  insert into private.previews (relation, record_id, token_hash, account)
  values (kind, record, sha256(convert_to(token, 'UTF8')), auth.uid());
  return token;
end;
$$;

create function public.create_preview(kind text, record uuid) returns text
language sql volatile security invoker set search_path = ''
as $$
  select private.create_preview(kind, record);
$$;
comment on function public.create_preview(text, uuid) is
  'For staff: makes a link that shows a record with its draft to whoever has it, for 7 days, and returns its token, once. 409 when the record has 20 links.';

create function private.list_previews(record uuid)
returns table (id uuid, created_at timestamptz, expires_at timestamptz, made_by text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select p.id, p.created_at, p.expires_at, coalesce(a.name, a.address)
    from private.previews p left join lateral private.person(p.account) a on true
    where p.record_id = record and p.expires_at > now()
    order by p.created_at desc, p.id;
end;
$$;

create function public.list_previews(record uuid)
returns table (id uuid, created_at timestamptz, expires_at timestamptz, made_by text)
language sql stable security invoker set search_path = ''
as $$
  select * from private.list_previews(record);
$$;
comment on function public.list_previews(uuid) is 'For staff: the links to the preview of a record that work, newest first.';

create function private.revoke_preview(preview uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.previews p where p.id = preview;
end;
$$;

create function public.revoke_preview(preview uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.revoke_preview(preview);
$$;
comment on function public.revoke_preview(uuid) is 'For staff: ends a link to a preview at once.';

-- Reading.

create function private.visible_columns(relation regclass, state jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(state) e
  join pg_catalog.pg_attribute a on a.attrelid = relation and a.attname = e.key and not a.attisdropped
  where has_column_privilege('anon', relation, a.attnum, 'select');
$$;
comment on function private.visible_columns(regclass, jsonb) is 'The columns of a row that visitors may read.';

create function private.previewed_modules(course jsonb, modules jsonb, lesson uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with m as materialized (
    select p.id, p.title, coalesce(p.description, '') as description, o.place - 1 as place, o.module -> 'lessons' as lessons
    from jsonb_array_elements(modules) with ordinality o (module, place)
    cross join jsonb_populate_record(null::public.modules, o.module) p
  ),
  l as materialized (
    select m.id as module, o.place, private.visible_columns('public.lessons', to_jsonb(p) || jsonb_build_object(
      'content', coalesce(p.content, ''), 'duration', coalesce(p.duration, '00:00:00'),
      'lesson_type', coalesce(p.lesson_type, 'text'), 'order_position', o.place - 1
    )) as state
    from m
    cross join jsonb_array_elements(m.lessons) with ordinality o (lesson, place)
    cross join jsonb_populate_record(null::public.lessons, o.lesson) p
  )
  select jsonb_build_object(
    'modules', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.title, 'description', m.description, 'order_position', m.place, 'lessons', (
          select coalesce(jsonb_agg(l.state - array['content', 'transcript', 'captions'] order by l.place), '[]')
          from l where l.module = m.id
        )
      ) order by m.place), '[]')
      from m
    ),
    'module_count', (select count(*) from m),
    'lesson_count', (select count(*) from l),
    'total_duration', (
      select to_char(coalesce(sum((l.state ->> 'duration')::interval), interval '0'), 'HH24:MI:SS') from l
    ),
    'lesson', (
      select l.state || jsonb_build_object('module', jsonb_build_object('course', course))
      from l where l.state ->> 'id' = lesson::text
    )
  );
$$;
comment on function private.previewed_modules(jsonb, jsonb, uuid) is
  'The modules of a draft as rows, with the values that put_modules gives them, the totals of the course, and one lesson with its text.';

create function private.previewed(relation text, live jsonb, content jsonb, lesson uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  state jsonb;
begin
  -- The address stays that of the record, at which its page is rendered.
  execute format('select to_jsonb(jsonb_populate_record(null::public.%I, $1))', relation) into state
    using live || (content - array['links', 'modules', 'slug']);
  state := private.visible_columns(format('public.%I', relation)::regclass, state);
  return state || case relation
    when 'posts' then jsonb_build_object(
      'published_at', coalesce((state ->> 'published_at')::timestamptz, now()),
      'category', (
        select jsonb_build_object('name', c.name, 'slug', c.slug)
        from public.categories c where c.id = (state ->> 'category_id')::uuid
      )
    )
    when 'workshops' then jsonb_build_object('category', (
      select jsonb_build_object('name', c.name)
      from public.workshop_categories c where c.id = (state ->> 'workshop_category_id')::uuid
    ))
    when 'courses' then jsonb_build_object('category', (
      select jsonb_build_object('name', c.name)
      from public.course_categories c where c.id = (state ->> 'course_category_id')::uuid
    )) || private.previewed_modules(
      jsonb_build_object('id', state -> 'id', 'title', state -> 'title', 'slug', state -> 'slug'),
      content -> 'modules', lesson
    )
    else '{}'
  end;
end;
$$;
comment on function private.previewed(text, jsonb, jsonb, uuid) is
  'A record with the content of a draft over it, as the reads of its page would find it.';

create function private.read_preview(token text, lesson uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now();
  if preview.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', preview.relation) into live
    using preview.record_id;
  return case when live is not null then jsonb_build_object(
    'relation', preview.relation,
    'expires_at', preview.expires_at,
    'row', private.previewed(
      preview.relation, live, coalesce(
        (select d.content from public.drafts d where d.record_id = preview.record_id),
        private.content_of(preview.relation, preview.record_id, live)
      ), lesson
    )
  ) end;
end;
$$;

create function public.read_preview(token text, lesson uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_preview(token, lesson);
$$;
comment on function public.read_preview(text, uuid) is
  'The record of a link with its draft, as its page reads it, for a lesson also that one; null for every token that has no link, for one that ended as for one that never was.';

revoke execute on function
  private.create_preview, private.list_previews, private.revoke_preview, private.visible_columns,
  private.previewed_modules, private.previewed, private.read_preview
  from public;
revoke execute on function public.create_preview, public.list_previews, public.revoke_preview, public.read_preview
  from public, anon, authenticated, service_role;
grant execute on function
  private.create_preview, private.list_previews, private.revoke_preview,
  public.create_preview, public.list_previews, public.revoke_preview
  to authenticated;
grant execute on function private.read_preview, public.read_preview to anon;

create or replace function shipping.shell_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    '/login', '/healthz', '/readyz', '/metrics', '/platform.json', '/robots.txt',
    '/sitemap.xml', '/favicon.svg', '/assets/*', '/overrides', '/reports', '/preview/*'
  ];
$$;

insert into private.retention (subject, days, purpose) values
  ('private.previews', 1, 'Shows a draft to whoever has the link; counts until it expires.');

create or replace function private.delete_expired(subject text, till timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  found_rows integer := 0;
  account uuid;
begin
  case subject
  when 'public.trail' then
    delete from public.trail where id in (
      select t.id from public.trail t where t.happened_at < till order by t.happened_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
    delete from private.bylines b
    where not exists (select from public.posts p where p.id = b.post)
      and not exists (select from public.trail t where t.row_id = b.post);
  when 'public.workflows' then
    delete from public.workflows where id in (
      select w.id from public.workflows w where w.created_at < till order by w.created_at limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.ai_calls' then
    delete from private.ai_calls where receipt in (
      select c.receipt from private.ai_calls c where c.day < till::date limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.invitations' then
    delete from private.invitations where id in (
      select i.id from private.invitations i where coalesce(i.accepted_at, i.expires_at) < till limit 1000
      for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.import_rows' then
    delete from private.import_rows i where (i.account, i.import, i.number) in (
      select r.account, r.import, r.number from private.import_rows r where r.staged_at < till
      order by r.staged_at limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.open_records' then
    delete from private.open_records o where (o.account, o.kind, o.record) in (
      select r.account, r.kind, r.record from private.open_records r where r.seen_at < till
      limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'private.previews' then
    delete from private.previews where id in (
      select p.id from private.previews p where p.expires_at < till limit 1000 for update skip locked
    );
    get diagnostics found_rows = row_count;
  when 'auth.audit_log_entries' then
    -- Where the auth service keeps the table to itself, it also ends the rows.
    if to_regclass('auth.audit_log_entries') is not null
      and has_table_privilege('auth.audit_log_entries', 'select')
      and has_table_privilege('auth.audit_log_entries', 'update')
      and has_table_privilege('auth.audit_log_entries', 'delete') then
      delete from auth.audit_log_entries where id in (
        select e.id from auth.audit_log_entries e where e.created_at < till limit 1000 for update skip locked
      );
      get diagnostics found_rows = row_count;
    end if;
  when 'auth.users' then
    for account in
      select u.id from auth.users u
      where u.created_at < till
        and not exists (select from private.admitted a where a.user_id = u.id)
        and not exists (
          select from private.invitations i
          where i.email = lower(u.email) and i.accepted_at is null and i.expires_at > now()
        )
      limit 1000 for update skip locked
    loop
      perform private.erase_account(account);
      found_rows := found_rows + 1;
    end loop;
  end case;
  return found_rows;
end;
$$;
