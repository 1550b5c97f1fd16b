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
comment on function private.create_preview(text, uuid) is
  'For staff: makes a link that shows a record with its draft to whoever has it, for 7 days, and returns its token, once. 409 when the record has 20 links.';
select private.expose('create_preview', 'authenticated');

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
comment on function private.list_previews(uuid) is 'For staff: the links to the preview of a record that work, newest first.';
select private.expose('list_previews', 'authenticated');

create function private.revoke_preview(preview uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  delete from private.previews p where p.id = preview;
end;
$$;
comment on function private.revoke_preview(uuid) is 'For staff: ends a link to a preview at once.';
select private.expose('revoke_preview', 'authenticated');

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
  'The modules of a draft as rows, with the values that publication gives them, the totals of the course, and one lesson with its text.';

create function private.previewed(relation text, live jsonb, content jsonb, lesson uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  state jsonb;
begin
  -- The address stays that of the record, at which its page is rendered.
  execute format('select to_jsonb(jsonb_populate_record(null::public.%I, $1))', relation) into state
    using live || (content - array['links', 'modules', 'slug']);
  if relation = 'posts' then
    state := state || jsonb_build_object(
      'ai', private.ai_of((state ->> 'id')::uuid, state ->> 'title', state ->> 'excerpt', state ->> 'content')
    );
  end if;
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

create function private.read_preview(token text, lesson uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now()
    and exists (select from private.staff s where s.user_id = p.account);
  if preview.id is null then
    return null;
  end if;
  live := private.stored_row(preview.relation, preview.record_id);
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
comment on function private.read_preview(text, uuid) is
  'The record of a link with its draft, as its page reads it, for a lesson also that one; null for every token that has no link, for one that ended as for one that never was.';
select private.expose('read_preview', 'anon');

-- Previews end with the rights of whoever made them.
create function private.end_previews_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.previews p where p.account = old.user_id;
  return null;
end;
$$;

create trigger expect_staff after insert on private.previews
  for each row execute function private.expect_staff_at_write();

create trigger end_previews_of_account after delete on private.staff
  for each row execute function private.end_previews_of_account();
