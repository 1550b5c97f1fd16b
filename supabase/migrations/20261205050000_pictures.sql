-- Pictures of the library. Supabase Storage holds each upload, named by the id of its row. A process beside the shell makes
-- the sizes that pages show; these are files like the copies of other hosts' pictures, and have their addresses.

create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint pictures_title_not_blank check (title ~ '\S'),
  alt text not null default '',
  is_decorative boolean not null default false,
  focus_x numeric(4, 3) not null default 0.5 constraint pictures_focus_x check (focus_x between 0 and 1),
  focus_y numeric(4, 3) not null default 0.5 constraint pictures_focus_y check (focus_y between 0 and 1),
  content_type text,
  width integer,
  height integer,
  bytes integer,
  sized_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pictures is 'Pictures of the library. Texts name one as /_pictures/{id}, records in their column picture.';
comment on column public.pictures.alt is 'The alternative text where the text around the picture gives none.';
comment on column public.pictures.focus_x is 'The point that stays in sight where the picture is cut, from the left, from 0 to 1.';
comment on column public.pictures.focus_y is 'The same from the top.';
comment on column public.pictures.bytes is 'Of the upload, as its type, width and height are; null until its sizes are made.';
comment on column public.pictures.failure is 'Why no sizes can be made; null unless that failed.';

-- Its version is that of what staff write: a form that is open while sizes are made has no conflict.
create trigger touch_updated_at before update of title, alt, is_decorative, focus_x, focus_y on public.pictures
  for each row execute function private.touch_updated_at();

alter table public.pictures enable row level security;
create policy "Staff read pictures" on public.pictures for select to authenticated using ((select private.is_staff()));
create policy "Staff add pictures" on public.pictures for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change pictures" on public.pictures
  for update to authenticated using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete pictures" on public.pictures for delete to authenticated using ((select private.is_staff()));
revoke all on public.pictures from public, anon, authenticated, service_role;
grant select, delete,
  insert (id, title, alt, is_decorative, focus_x, focus_y), update (title, alt, is_decorative, focus_x, focus_y)
  on public.pictures to authenticated;
grant select, insert, update, delete on public.pictures to service_role;

-- A post, a course and a workshop have one. It is no foreign key, so that a restored picture is back in its places.
alter table public.posts add column picture uuid;
alter table public.courses add column picture uuid;
alter table public.workshops add column picture uuid;
comment on column public.posts.picture is 'A picture of the library.';
comment on column public.courses.picture is 'A picture of the library. It is shown in place of thumbnail_url.';
comment on column public.workshops.picture is 'A picture of the library.';
grant insert (picture), update (picture) on public.posts, public.courses, public.workshops to authenticated;

create or replace function private.columns_of_draft(relation text) returns text[]
language sql immutable set search_path = ''
as $$
  select case relation
    when 'posts' then array['title', 'slug', 'content', 'excerpt', 'category_id', 'published_at', 'author', 'picture']
    when 'pages' then array['title', 'slug', 'description', 'content', 'published_at', 'links']
    when 'workshops' then array[
      'title', 'subtitle', 'description', 'content', 'learning_objectives', 'max_participants', 'duration',
      'workshop_category_id', 'picture'
    ]
    when 'ads' then array['title', 'subtitle', 'description', 'cta_text', 'cta_url', 'type', 'offer_id', 'is_active']
    when 'courses' then array[
      'title', 'slug', 'description', 'thumbnail_url', 'course_category_id', 'difficulty_level', 'is_published',
      'picture', 'modules'
    ]
  end;
$$;

-- Sizes.

create table private.picture_sizes (
  picture uuid not null references public.pictures (id) on delete cascade,
  content_type text not null constraint picture_sizes_content_type check (content_type in ('image/avif', 'image/webp')),
  width integer not null constraint picture_sizes_width check (width > 0),
  hash text not null constraint picture_sizes_hash_fkey references private.picture_files (hash),
  constraint picture_sizes_pkey primary key (picture, content_type, width)
);
comment on table private.picture_sizes is 'What pages show of the pictures of the library.';
create index picture_sizes_hash on private.picture_sizes (hash);

create table private.picture_claims (
  picture uuid primary key references public.pictures (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
comment on table private.picture_claims is 'Which uploads wait for their sizes.';
comment on column private.picture_claims.attempts is 'How often a process took the upload; a fourth failure is the last.';
comment on column private.picture_claims.due_at is 'When a process may take it: at once, after a claim ends, or for the next attempt.';
create index picture_claims_due on private.picture_claims (due_at);

alter table private.picture_sizes enable row level security;
alter table private.picture_claims enable row level security;
revoke all on private.picture_sizes, private.picture_claims from public, anon, authenticated, service_role;

create function private.queue_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.picture_claims (picture) values (new.id);
  return null;
end;
$$;
create trigger queue_picture after insert on public.pictures
  for each row execute function private.queue_picture();

-- Uploads.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'pictures', 'pictures', false, 20000000,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
)
on conflict (id) do nothing;

create function private.is_uploaded(picture uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = picture::text);
$$;

create function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p where p.id::text = name and not private.is_uploaded(p.id)
  );
$$;
comment on function private.awaits_upload(text) is 'Whether a picture has this id, and no upload yet.';

-- A token of the process that makes sizes allows nothing but that.

alter table shipping.deploy_tokens drop constraint deploy_tokens_kind;
alter table shipping.deploy_tokens
  add constraint deploy_tokens_kind check (kind in ('operator', 'team', 'shell', 'pictures'));
comment on type shipping.deployer is
  'The caller: kind (operator, team, shell or pictures), teams, rights, the name for the history, and the account of a session.';

create function shipping.expect_sizer(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  found constant shipping.deploy_tokens := (
    select t from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'))
  );
begin
  if found.kind is distinct from 'pictures' or found.revoked_at is not null or found.expires_at <= now() then
    raise exception using errcode = '42501', message = 'Only a valid token for pictures may do this.';
  end if;
  perform shipping.note_use(found);
end;
$$;
comment on function shipping.expect_sizer(text) is 'Raises an exception unless the token is that of a process that makes sizes.';

create or replace function shipping.deployer_of(token text) returns shipping.deployer
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  found shipping.deploy_tokens;
  who shipping.deployer;
begin
  if token is not null then
    select * into found from shipping.deploy_tokens t where t.hash = sha256(convert_to(token, 'UTF8'));
    if found.id is null then
      raise exception using errcode = '42501', message = 'This token is unknown.';
    elsif found.revoked_at is not null then
      raise exception using errcode = '42501', message = 'This token is revoked.';
    elsif found.expires_at <= now() then
      raise exception using errcode = '42501', message = 'This token has expired.';
    elsif found.kind = 'pictures' then
      raise exception using errcode = '42501', message = 'This token is for the sizes of pictures only.';
    end if;
    perform shipping.note_use(found);
    return row(
      found.kind, array_remove(array[found.team], null), found.may,
      format('%s (token %s)', coalesce(found.team, found.kind), found.id), null
    )::shipping.deployer;
  end if;
  select
    case when s.is_operator then 'operator' else 'team' end,
    array(select m.team from shipping.team_members m where m.account = s.user_id),
    array['canary', 'promote'],
    u.email,
    s.user_id
  into who
  from private.staff s join auth.users u on u.id = s.user_id where s.user_id = caller;
  if who.kind is null or (who.kind = 'team' and who.teams = '{}') then
    raise exception using errcode = '42501', message = 'Only members of a team and operators may do this; show a token or sign in.';
  end if;
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
  return who;
end;
$$;

create or replace function shipping.create_deploy_token(token text, kind text, team text, may text[], days integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  who constant shipping.deployer := shipping.expect_fresh_operator(token);
  maker constant text := case when who.account is null then who.name else '' end;
begin
  if kind is null or kind not in ('team', 'shell', 'pictures') then
    raise exception using errcode = 'PT400', message = 'A token is for a team, for a shell or for pictures.';
  end if;
  if days not between 1 and 366 then
    raise exception using errcode = 'PT400', message = 'A token is valid for 1 to 366 days.';
  end if;
  if kind in ('shell', 'pictures') then
    return shipping.make_token(kind, null, '{}', make_interval(days => coalesce(days, 366)), maker, who.account);
  end if;
  if not exists (select from shipping.teams t where t.name = create_deploy_token.team) then
    raise exception using errcode = 'PT404', message = format('There is no team "%s".', create_deploy_token.team);
  end if;
  if may is null or may = '{}' or not may <@ array['publish', 'canary', 'promote'] then
    raise exception using errcode = 'PT400', message = 'A team''s token may publish, canary or promote, or several of these.';
  end if;
  if who.account is not null and may <> array['publish'] then
    raise exception using errcode = '42501',
      message = 'A session makes tokens that may publish; tokens that may canary or promote are made on the command line, with an operator''s token.';
  end if;
  return shipping.make_token(
    kind, create_deploy_token.team, may, make_interval(days => coalesce(days, 90)), maker, who.account
  );
end;
$$;
comment on function public.create_deploy_token(text, text, text, text[], integer) is
  'For operators: a token of a team, of a shell or for pictures, which is shown only once. Days: 1 to 366; null: 90 for a team, else 366.';

create function shipping.reads_uploads() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from shipping.deploy_tokens t
    where t.kind in ('pictures', 'shell') and t.revoked_at is null and t.expires_at > now()
      and t.hash = sha256(convert_to(
        coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-pictures-token', ''), 'UTF8'
      ))
  );
$$;
comment on function shipping.reads_uploads() is
  'Whether the header X-Pictures-Token of a request to the Storage is a token for pictures or of a shell.';

create function private.is_orphan(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from public.pictures p where p.id::text = name) and not exists (
    select from public.trail t
    where t.relation = 'pictures' and t.row_id::text = name and t.happened_at > now() - interval '30 days'
  );
$$;
comment on function private.is_orphan(text) is 'Whether an upload has no picture, also none in the trash.';

create policy "Staff upload pictures" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'pictures' and (select private.is_staff()) and private.awaits_upload(name)
  );
create policy "Staff read uploads of pictures" on storage.objects
  for select to authenticated using (bucket_id = 'pictures' and (select private.is_staff()));
create policy "Tokens read uploads of pictures" on storage.objects
  for select to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()));
create policy "Tokens remove uploads without a picture" on storage.objects
  for delete to anon using (bucket_id = 'pictures' and (select shipping.reads_uploads()) and private.is_orphan(name));

-- Calls of the process that makes sizes.

create function shipping.claim_uploads(token text, most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_sizer(token);
  -- Rows whose upload ended before it was whole.
  perform set_config('private.is_retention', 'on', true);
  delete from public.pictures p where p.created_at < now() - interval '1 hour' and not private.is_uploaded(p.id)
    and p.sized_at is null;
  perform set_config('private.is_retention', '', true);
  -- An upload that ended the process at each attempt, which could not say why.
  update public.pictures p set failure = 'Its sizes could not be made in four attempts.'
  from private.picture_claims c
  where c.picture = p.id and c.attempts >= 4 and c.due_at <= now() and p.failure is null;
  with due as (
    select c.picture from private.picture_claims c join public.pictures p on p.id = c.picture
    where c.due_at <= now() and c.attempts < 4 and p.sized_at is null and private.is_uploaded(p.id)
    order by c.due_at limit least(greatest(most, 0), 20)
    for update of c skip locked
  ), claimed as (
    update private.picture_claims c set attempts = c.attempts + 1, due_at = now() + interval '2 minutes'
    from due where c.picture = due.picture
    returning c.picture, c.attempts
  )
  select jsonb_build_object(
    'uploads', coalesce(jsonb_agg(jsonb_build_object('picture', c.picture, 'attempt', c.attempts)), '[]'),
    'orphans', (
      select coalesce(jsonb_agg(o.name), '[]') from (
        select name from storage.objects where bucket_id = 'pictures' and private.is_orphan(name) limit 20
      ) o
    )
  ) into found from claimed c;
  return found;
end;
$$;

create function public.claim_uploads(token text, most integer) returns jsonb
language sql security invoker set search_path = ''
as $$
  select shipping.claim_uploads(token, most);
$$;
comment on function public.claim_uploads(text, integer) is
  'For the process that makes sizes: {uploads: [{picture, attempt}], orphans: [name]}. No other process gets these uploads for two minutes; orphans are uploads to remove.';

create function shipping.has_claim(claim jsonb) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select from private.picture_claims c
    where c.picture = (claim ->> 'picture')::uuid and c.attempts = (claim ->> 'attempt')::integer for update
  );
$$;

create function shipping.store_picture_size(token text, size jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  content constant bytea := decode(size ->> 'data', 'base64');
  own_hash constant text := encode(sha256(content), 'hex');
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(size) then
    return false;
  end if;
  insert into private.picture_files (hash, content_type, width, height, bytes)
  values (own_hash, size ->> 'type', (size ->> 'width')::integer, (size ->> 'height')::integer, content)
  on conflict do nothing;
  insert into private.picture_sizes (picture, content_type, width, hash)
  values ((size ->> 'picture')::uuid, size ->> 'type', (size ->> 'width')::integer, own_hash)
  on conflict on constraint picture_sizes_pkey do update set hash = excluded.hash;
  return true;
end;
$$;

create function public.store_picture_size(token text, size jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.store_picture_size(token, size);
$$;
comment on function public.store_picture_size(text, jsonb) is
  'For the process that makes sizes: {picture, attempt, type, width, height, data} with base64. False when the claim is another''s by now.';

create function shipping.finish_upload(token text, result jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  own_id constant uuid := (result ->> 'picture')::uuid;
  attempt constant integer := (result ->> 'attempt')::integer;
  is_last constant boolean := attempt >= 4 or coalesce((result ->> 'isFinal')::boolean, false);
begin
  perform shipping.expect_sizer(token);
  if not shipping.has_claim(result) then
    return false;
  end if;
  if result ? 'failure' then
    update private.picture_claims c
    set attempts = case when is_last then 4 else c.attempts end,
        due_at = now() + case attempt when 1 then interval '1 minute' when 2 then interval '10 minutes' else interval '1 hour' end
    where c.picture = own_id;
    update public.pictures p set failure = result ->> 'failure' where p.id = own_id and is_last;
    return true;
  end if;
  update public.pictures p set
    content_type = result ->> 'type', width = (result ->> 'width')::integer, height = (result ->> 'height')::integer,
    bytes = (result ->> 'bytes')::integer, sized_at = now(), failure = null
  where p.id = own_id;
  delete from private.picture_claims c where c.picture = own_id;
  return true;
end;
$$;

create function public.finish_upload(token text, result jsonb) returns boolean
language sql security invoker set search_path = ''
as $$
  select shipping.finish_upload(token, result);
$$;
comment on function public.finish_upload(text, jsonb) is
  'For the process that makes sizes: {picture, attempt, type, width, height, bytes} of the upload once all its sizes are stored, or {picture, attempt, failure, isFinal}. False when the claim is another''s by now.';

create function shipping.find_library_picture(token text, picture uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform shipping.expect_shell(token);
  return coalesce(
    (
      select jsonb_build_object('type', s.content_type, 'hash', s.hash)
      from private.picture_sizes s join public.pictures p on p.id = s.picture
      where s.picture = find_library_picture.picture and s.content_type = 'image/webp' and s.width <= 1280
        and p.sized_at is not null
      order by s.width desc limit 1
    ),
    (
      select '{"type": null, "hash": null}'::jsonb from public.pictures p
      where p.id = find_library_picture.picture and private.is_uploaded(p.id)
    )
  );
end;
$$;

create function public.find_library_picture(token text, picture uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select shipping.find_library_picture(token, picture);
$$;
comment on function public.find_library_picture(text, uuid) is
  'For shells: the size {type, hash} to which the address of a picture of the library leads; both are null while only its upload is there, the result is null for no picture.';

-- Copies of pictures of other hosts are tidied as before; files that are sizes stay.

create or replace function shipping.claim_pictures(token text, most integer, is_tidying boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  perform shipping.expect_shell(token);
  if is_tidying then
    delete from private.picture_names n where n.ended_at < now() - interval '30 days';
    delete from private.picture_copies c
    where not exists (select from private.picture_names n where n.address = c.address);
    delete from private.picture_files where hash in (
      select f.hash from private.picture_files f
      where not exists (select from private.picture_copies c where c.file = f.hash)
        and not exists (select from private.picture_sizes s where s.hash = f.hash)
      for update skip locked
    );
  end if;
  -- A save gives addresses without a copy new attempts.
  with saved as (
    select n.ctid as place from private.picture_names n where not n.is_taken for update skip locked
  ), taken as (
    update private.picture_names n set is_taken = true from saved where n.ctid = saved.place returning n.address
  )
  insert into private.picture_copies as c (address) select distinct address from taken order by address
  on conflict (address) do update set attempts = 0, due_at = now()
    where c.file is null and (c.failure is not null or c.attempts >= 4);
  with due as (
    select c.id from private.picture_copies c
    where c.file is null and c.due_at <= now() and c.attempts < 4
      and exists (select from private.picture_names n where n.address = c.address and n.ended_at is null)
    order by c.due_at limit least(greatest(most, 0), 20)
    for update skip locked
  ), claimed as (
    update private.picture_copies c set attempts = c.attempts + 1, due_at = now() + interval '2 minutes'
    from due where c.id = due.id
    returning c.id, c.address, c.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'address', address, 'attempt', attempts)), '[]')
  into found from claimed;
  return found;
end;
$$;

-- What documents show.

create function private.shown_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security definer set search_path = ''
as $$
  select
    a.address, p.alt, p.is_decorative, p.width, p.height, p.focus_x, p.focus_y, (
      select coalesce(jsonb_agg(
        jsonb_build_object('type', s.content_type, 'width', s.width, 'hash', s.hash) order by s.content_type, s.width
      ), '[]')
      from private.picture_sizes s where s.picture = p.id and p.sized_at is not null
    )
  from (select distinct unnest(addresses) as address) a
  join public.pictures p on a.address = '/_pictures/' || p.id
  where p.sized_at is not null or p.failure is null and private.is_uploaded(p.id);
$$;

create function public.library_pictures(addresses text[])
returns table (
  address text, alt text, is_decorative boolean, width integer, height integer, focus_x numeric, focus_y numeric,
  sizes jsonb
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.shown_pictures(addresses);
$$;
comment on function public.library_pictures(text[]) is
  'Pictures of the library by their addresses /_pictures/{id}, with their sizes [{type, width, hash}]; without sizes the address itself is shown. Others are left out.';

select private.watch_content(
  'public.pictures', 'pictures', 'case when r.sized_at is not null or r.failure is not null then ''-infinity''::timestamptz end'
);

-- Uses. Nothing public shows a picture without an alternative text that is not decorative on purpose.

create function private.texts_with_pictures(relation text) returns text[]
language sql immutable set search_path = ''
as $$
  select case relation
    when 'posts' then array['content']
    when 'pages' then array['content']
    when 'workshops' then array['content', 'learning_objectives']
    when 'lessons' then array['content', 'transcript']
    when 'matrix_workshop_learning_objectives' then array['objective']
    else '{}'
  end;
$$;
comment on function private.texts_with_pictures(text) is 'The columns of a table with Markdown.';

create function private.uses_in(relation text, state jsonb)
returns table (picture uuid, field text, has_text boolean)
language sql stable set search_path = ''
as $$
  select (found[2])::uuid, name, found[1] ~ '\S'
  from unnest(private.texts_with_pictures(relation)) as name, regexp_matches(
    state ->> name,
    '!\[((?:[^\[\]\\]|\\.)*)\]\(\s*<?/_pictures/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
  ) as found
  union all
  select (state ->> 'picture')::uuid, 'picture', false where state ->> 'picture' is not null;
$$;
comment on function private.uses_in(text, jsonb) is
  'The pictures of the library in a row: in its texts, where it may give an alternative text, and in its column picture.';

create function private.is_shown(relation text, state jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when relation in ('posts', 'pages') then state ->> 'published_at' is not null
    when relation = 'courses' then (state ->> 'is_published')::boolean
    when relation = 'lessons' then exists (
      select from public.modules m join public.courses c on c.id = m.course_id
      where m.id = (state ->> 'module_id')::uuid and c.is_published
    )
    else relation in ('workshops', 'matrix_workshop_learning_objectives')
  end;
$$;
comment on function private.is_shown(text, jsonb) is 'Whether visitors see a row, now or from its time on.';

create function private.expect_alternative_texts(relation text, state jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  missing record;
begin
  select p.title, u.field into missing
  from private.uses_in(relation, state) u join public.pictures p on p.id = u.picture
  where not u.has_text and p.alt !~ '\S' and not p.is_decorative
  order by u.field = 'picture' desc limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = missing.field, message = format(
      'The picture "%s" has no alternative text. Write one in the library, or mark the picture as decorative.',
      missing.title
    );
  end if;
end;
$$;

create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson jsonb;
begin
  if not private.is_shown(tg_table_name, to_jsonb(new)) then
    return new;
  end if;
  perform private.expect_alternative_texts(tg_table_name, to_jsonb(new));
  if tg_table_name = 'courses' then
    for lesson in
      select to_jsonb(l) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = new.id and strpos(l.content || coalesce(l.transcript, ''), '/_pictures/') > 0
    loop
      perform private.expect_alternative_texts('lessons', lesson);
    end loop;
  end if;
  return new;
end;
$$;
create trigger check_pictures before insert or update on public.posts
  for each row when (new.picture is not null or strpos(new.content, '/_pictures/') > 0)
  execute function private.check_pictures();
create trigger check_pictures before insert or update on public.pages
  for each row when (strpos(new.content, '/_pictures/') > 0) execute function private.check_pictures();
create trigger check_pictures before insert or update on public.workshops
  for each row when (new.picture is not null or strpos(new.content || new.learning_objectives, '/_pictures/') > 0)
  execute function private.check_pictures();
create trigger check_pictures before insert or update on public.courses
  for each row when (new.is_published) execute function private.check_pictures();
create trigger check_pictures before insert or update on public.lessons
  for each row when (strpos(new.content || coalesce(new.transcript, ''), '/_pictures/') > 0)
  execute function private.check_pictures();
create trigger check_pictures before insert or update on public.matrix_workshop_learning_objectives
  for each row when (strpos(new.objective, '/_pictures/') > 0) execute function private.check_pictures();

create function private.uses_of_picture(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, needs_text boolean)
language sql stable security definer set search_path = ''
as $$
  with rows as (
    select 'posts' as of_table, 'posts' as relation, p.id as record_id, p.title, to_jsonb(p) as state from public.posts p
    where p.picture = uses_of_picture.picture or strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'pages', 'pages', p.id, p.title, to_jsonb(p) from public.pages p where strpos(p.content, uses_of_picture.picture::text) > 0
    union all
    select 'workshops', 'workshops', w.id, w.title, to_jsonb(w) from public.workshops w
    where w.picture = uses_of_picture.picture or strpos(w.content || w.learning_objectives, uses_of_picture.picture::text) > 0
    union all
    select 'courses', 'courses', c.id, c.title, to_jsonb(c) from public.courses c where c.picture = uses_of_picture.picture
    union all
    select 'lessons', 'courses', m.course_id, c.title, to_jsonb(l) from public.lessons l
    join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where strpos(l.content || coalesce(l.transcript, ''), uses_of_picture.picture::text) > 0
    union all
    select 'matrix_workshop_learning_objectives', 'matrix_workshops', w.id, w.title, to_jsonb(o)
    from public.matrix_workshop_learning_objectives o join public.matrix_workshops w on w.id = o.matrix_workshop_id
    where strpos(o.objective, uses_of_picture.picture::text) > 0
  ), uses as (
    select r.relation, r.record_id, r.title, private.is_shown(r.of_table, r.state) as is_public, not u.has_text as needs_text
    from rows r cross join private.uses_in(r.of_table, r.state) u where u.picture = uses_of_picture.picture
    union all
    select d.relation, d.record_id, coalesce(d.content ->> 'title', ''), false, false
    from public.drafts d where strpos(d.content::text, uses_of_picture.picture::text) > 0
  )
  select u.relation, u.record_id, min(u.title), bool_or(u.is_public), bool_or(u.is_public and u.needs_text)
  from uses u group by u.relation, u.record_id;
$$;

create function private.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    select u.relation, u.record_id, u.title, u.is_public from private.uses_of_picture(picture) u
    order by u.is_public desc, u.relation, u.title, u.record_id;
end;
$$;

create function public.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean)
language sql stable security invoker set search_path = ''
as $$
  select * from private.picture_uses(picture);
$$;
comment on function public.picture_uses(uuid) is
  'For staff: the records that use a picture of the library, those that visitors see first. A lesson counts as its course, a draft as its record.';

create function private.keep_alternative_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  missing text;
begin
  select u.title into missing from private.uses_of_picture(new.id) u where u.needs_text limit 1;
  if found then
    raise exception using errcode = 'PT400', hint = 'alt', message = format(
      '"%s" shows this picture to visitors: it needs an alternative text, or must be decorative.', missing
    );
  end if;
  return new;
end;
$$;
create trigger keep_alternative_text before update on public.pictures
  for each row when (
    new.alt !~ '\S' and not new.is_decorative and (old.alt ~ '\S' or old.is_decorative)
  ) execute function private.keep_alternative_text();

-- The audit log. What is read from the upload follows from it; a row whose upload never came is no loss.

create trigger record_in_trail after insert or update on public.pictures
  for each row execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure'
  );
create trigger record_deletion_in_trail before delete on public.pictures
  for each row when (old.sized_at is not null or private.is_uploaded(old.id)) execute function private.record_in_trail(
    'updated_at', 'content_type', 'width', 'height', 'bytes', 'sized_at', 'failure'
  );

revoke execute on function
  private.queue_picture, private.is_uploaded, private.awaits_upload, private.is_orphan, private.shown_pictures,
  private.texts_with_pictures, private.uses_in, private.is_shown, private.expect_alternative_texts,
  private.check_pictures, private.uses_of_picture, private.picture_uses, private.keep_alternative_text,
  shipping.expect_sizer, shipping.reads_uploads, shipping.claim_uploads, shipping.has_claim, shipping.find_library_picture,
  shipping.store_picture_size, shipping.finish_upload,
  public.claim_uploads, public.store_picture_size, public.finish_upload, public.find_library_picture, public.library_pictures, public.picture_uses
  from public, anon, authenticated, service_role;
grant execute on function private.awaits_upload, private.picture_uses, public.picture_uses to authenticated;
grant execute on function
  shipping.reads_uploads, private.is_orphan, private.is_uploaded to anon, authenticated, service_role;
grant execute on function private.shown_pictures, public.library_pictures to anon, authenticated, service_role;
grant execute on function
  shipping.claim_uploads, shipping.store_picture_size, shipping.finish_upload, shipping.find_library_picture,
  public.find_library_picture, public.claim_uploads, public.store_picture_size, public.finish_upload
  to anon, authenticated;
