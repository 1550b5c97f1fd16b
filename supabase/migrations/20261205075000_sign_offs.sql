-- Which posts a model wrote, and who signed them off. posts.ai follows from both, whoever writes the post and by whatever
-- way: nobody sets it.

create table private.generated_posts (
  post uuid primary key,
  hashes bytea[] not null default '{}'
);
comment on table private.generated_posts is
  'Posts that article generation stored, and posts with the content of one of them. Without a foreign key, so that a post which comes back from the trash is still one of them.';
comment on column private.generated_posts.hashes is 'Of each content that the post has had: a post with the same content is a copy.';
create index generated_posts_hashes on private.generated_posts using gin (hashes);
alter table private.generated_posts enable row level security;

create table private.sign_offs (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null,
  account uuid references auth.users (id) on delete set null,
  signed_at timestamptz not null default now(),
  version timestamptz not null,
  title text not null,
  excerpt text not null,
  content text not null
);
comment on table private.sign_offs is 'Texts of posts that somebody has reviewed and answers for. sign_off writes them, nothing changes them.';
comment on column private.sign_offs.record_id is 'The post.';
comment on column private.sign_offs.account is 'Who signed; null once the account is deleted.';
comment on column private.sign_offs.version is 'The updated_at of what was signed: of the post, or of its draft.';
create index sign_offs_record on private.sign_offs (record_id, signed_at);
create index sign_offs_account on private.sign_offs (account);
alter table private.sign_offs enable row level security;
revoke all on private.generated_posts, private.sign_offs from public, anon, authenticated, service_role;

-- What is more than a typo.

create function private.is_typo(signed text, stored text) returns boolean
language sql immutable set search_path = ''
as $$
  with letters as (
    select
      lower(regexp_replace(signed, '[^[:alpha:]]', '', 'g')) as before,
      lower(regexp_replace(stored, '[^[:alpha:]]', '', 'g')) as after
  ),
  same as (
    select i from generate_series(0, least(length(signed), length(stored))) i
  ),
  start as (
    select max(i) as size from same where left(signed, i) = left(stored, i)
  ),
  tail as (
    select max(s.i) as size from same s cross join start
    where s.i <= least(length(signed), length(stored)) - start.size and right(signed, s.i) = right(stored, s.i)
  )
  select case
    when greatest(length(signed), length(stored)) > 100 then false
    -- Letters between punctuation: no number, no address, no link.
    when (signed || ' ' || stored) !~ '^([^[:alnum:]\s/@<>\[\]]*[[:alpha:]]([[:alpha:]''’-]*[[:alpha:]])?[^[:alnum:]\s/@<>\[\]]*( |$)){2}$'
      then false
    else (
      select least(length(l.before), length(l.after)) >= 4 and left(l.before, 1) = left(l.after, 1)
        -- Months that one letter tells apart.
        and not (l.before in ('juni', 'juli') and l.after in ('juni', 'juli'))
        and greatest(length(signed), length(stored)) - start.size - tail.size <= 2
      from letters l cross join start cross join tail
    )
  end;
$$;
comment on function private.is_typo(text, text) is
  'Whether two different words are spellings of one: at least 4 letters and no digit in both, the same first letter, and at most 2 characters that differ.';

create function private.is_same_but_for_typos(signed text, stored text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  before constant text[] := regexp_split_to_array(btrim(signed), '\s+');
  after constant text[] := regexp_split_to_array(btrim(stored), '\s+');
begin
  return signed = stored or cardinality(before) = cardinality(after) and (
    select count(*) <= 10 and coalesce(bool_and(private.is_typo(w.signed, w.stored)), true)
    from (
      select p.signed, p.stored from unnest(before, after) p (signed, stored) where p.signed <> p.stored limit 11
    ) w
  );
end;
$$;
comment on function private.is_same_but_for_typos(text, text) is
  'Whether two texts have the same words, but for at most 10 that differ by a typo. Whitespace does not count.';

create function private.text_of_post(title text, excerpt text, content text) returns text
language sql immutable set search_path = ''
as $$
  -- A word of its own between the parts: a word that moves from one to another is no typo.
  select concat_ws(E' \x01 ', title, coalesce(excerpt, ''), content);
$$;

create function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(translate(content, E' \t\n\r' || chr(160), ''), 'UTF8'));
$$;

create function private.is_generated(post uuid, content text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  hash bytea;
begin
  if exists (select from private.generated_posts g where g.post = is_generated.post) then
    return true;
  end if;
  -- Once, not for each row of the comparison.
  hash := private.hash_of_content(content);
  return exists (select from private.generated_posts g where g.hashes @> array[hash]);
end;
$$;
comment on function private.is_generated(uuid, text) is 'Whether a post is a generated one, or has the content of one.';

create function private.ai_of(post uuid, title text, excerpt text, content text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_generated(post, content) then 'none'
    when exists (
      select from private.sign_offs s where s.record_id = ai_of.post and private.is_same_but_for_typos(
        private.text_of_post(s.title, s.excerpt, s.content), private.text_of_post(ai_of.title, ai_of.excerpt, ai_of.content)
      )
    ) then 'assisted'
    else 'generated'
  end;
$$;
comment on function private.ai_of(uuid, text, text, text) is 'The part that AI has in a text of a post, if the post has it.';

create function private.set_ai() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.ai := private.ai_of(new.id, new.title, new.excerpt, new.content);
  return new;
end;
$$;
comment on function private.set_ai() is 'Computes posts.ai, whatever the writer sent.';
create trigger set_ai before insert or update on public.posts
  for each row execute function private.set_ai();

-- ai follows from the text. A change of it alone is no edit: forms that are open have no conflict, and the version that
-- somebody signed off stays the version.
drop trigger touch_updated_at on public.posts;
create trigger touch_updated_at before update on public.posts
  for each row when (new.ai = old.ai or to_jsonb(new) - 'ai' <> to_jsonb(old) - 'ai')
  execute function private.touch_updated_at();

-- What waits for a sign-off.
create index posts_unsigned on public.posts (published_at desc, id) where ai = 'generated';

create function private.note_generated() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant bytea := private.hash_of_content(new.content);
begin
  insert into private.generated_posts as stored (post, hashes) values (new.id, array[hash])
  on conflict (post) do update set hashes = stored.hashes || hash where not stored.hashes @> array[hash];
  return null;
end;
$$;
comment on function private.note_generated() is
  'Notes the content of a generated post, and a copy as generated. After the write, as an insert may not happen.';
create trigger note_generated after insert or update on public.posts
  for each row when (new.ai <> 'none') execute function private.note_generated();

create function private.note_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.generated_posts (post) values (new.post_id) on conflict do nothing;
  update public.posts p set ai = 'generated' where p.id = new.post_id;
  return null;
end;
$$;
comment on function private.note_article() is 'Notes the post that article generation has stored.';
create trigger note_article after insert or update of post_id on private.article_claims
  for each row when (new.post_id is not null) execute function private.note_article();

create function private.forget_origins() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten constant uuid[] := array(
    select g.row_id from gone g
    where g.relation = 'posts' and g.operation = 'delete' and not exists (select from public.trail t where t.row_id = g.row_id)
  );
begin
  delete from private.generated_posts g where g.post = any (forgotten);
  delete from private.sign_offs s where s.record_id = any (forgotten);
  return null;
end;
$$;
comment on function private.forget_origins() is
  'Ends what is known of deleted posts, whose deletion the audit log does not hold any more.';
create trigger forget_origins after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_origins();

-- Signing off.

create function private.expect_signer(post uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.refusal(private.role_of_caller(), private.owns(post), true) is not null then
    raise exception using errcode = '42501', hint = 'role',
      message = 'Only who may publish this post may sign it off.';
  end if;
end;
$$;

create function private.text_to_sign(post public.posts) returns public.posts
language plpgsql stable security definer set search_path = ''
as $$
declare
  draft public.drafts;
begin
  select d.* into draft from public.drafts d where d.record_id = post.id;
  if draft.id is not null then
    post.title := draft.content ->> 'title';
    post.excerpt := draft.content ->> 'excerpt';
    post.content := draft.content ->> 'content';
    post.updated_at := draft.updated_at;
  end if;
  return post;
end;
$$;
comment on function private.text_to_sign(public.posts) is 'A post with the text and the version of its draft, if there is one.';

create function private.sign_off(post uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live public.posts;
  signed public.posts;
begin
  perform private.expect_signer(post);
  perform private.lock_record('posts', post);
  select p.* into live from public.posts p where p.id = post;
  signed := private.text_to_sign(live);
  if signed.updated_at is distinct from version then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  elsif private.ai_of(post, signed.title, signed.excerpt, signed.content) = 'none' then
    raise exception using errcode = 'PT400', message = 'No function wrote this post: there is nothing to sign off.';
  end if;
  insert into private.sign_offs (record_id, account, version, title, excerpt, content)
  values (post, (select auth.uid()), version, signed.title, coalesce(signed.excerpt, ''), signed.content);
  update public.posts p set ai = 'assisted'
  where p.id = post and p.ai <> private.ai_of(p.id, p.title, p.excerpt, p.content);
end;
$$;

create function public.sign_off(post uuid, version timestamptz) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.sign_off(post, version);
$$;
comment on function public.sign_off(uuid, timestamptz) is
  'For staff who may publish a post: signs off its text, or that of its draft. 409 unless version is the updated_at of the draft, or without one of the post. Only this lowers posts.ai, and an edit beyond typos raises it again.';

create function private.read_origin(post uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  live public.posts;
  present public.posts;
begin
  perform private.expect_staff();
  select p.* into live from public.posts p where p.id = post;
  if live.id is null then
    raise exception using errcode = 'PT404', message = 'There is no such record.';
  end if;
  present := private.text_to_sign(live);
  return jsonb_build_object(
    'ai', live.ai,
    'would_be', private.ai_of(post, present.title, present.excerpt, present.content),
    'version', present.updated_at,
    'may_sign_off', private.refusal(private.role_of_caller(), private.owns(post), true) is null,
    'sign_offs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', s.signed_at, 'by', coalesce(a.name, a.address), 'version', s.version,
        'holds', private.is_same_but_for_typos(
          private.text_of_post(s.title, s.excerpt, s.content),
          private.text_of_post(present.title, present.excerpt, present.content)
        )
      ) order by s.signed_at desc, s.id), '[]')
      from (
        select o.* from private.sign_offs o where o.record_id = post order by o.signed_at desc, o.id limit 10
      ) s
      left join lateral private.person(s.account) a on true
    )
  );
end;
$$;

create function public.read_origin(post uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.read_origin(post);
$$;
comment on function public.read_origin(uuid) is
  'For staff: the part of AI in a post (ai) and in its text that is published next (would_be), the version that sign_off expects, whether the caller may sign it off, and the newest 10 sign-offs; holds: it covers that text.';

-- The audit log. A sign-off shows in the history of its post.

create trigger record_in_trail after insert on private.sign_offs
  for each row execute function private.record_in_trail('account', 'excerpt', 'content');

comment on column public.trail.record_id is
  'The record on whose page the entry shows: the course of a module or lesson, the workshop of a learning objective, the record of a draft or sign-off, else the row itself.';
comment on column public.trail.parent_id is
  'The course of a module, the module of a lesson, the matrix workshop of a learning objective, the record of a draft or sign-off.';

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
      when tg_table_name in ('modules', 'matrix_workshop_learning_objectives') or stored ? 'record_id' then parent
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

create or replace function private.last_entry(record uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(t.id), 0) from public.trail t
  where t.record_id = record and (t.row_id = record or t.relation in ('modules', 'lessons'))
    -- What follows from the text is no conflict.
    and coalesce(t.before - 'ai' <> '{}', true);
$$;
comment on function private.last_entry(uuid) is
  'The newest entry of the audit log about a record itself, 0 for none: what is about its draft or a sign-off does not count.';

-- A preview says what the draft will be.

create or replace function private.previewed(relation text, live jsonb, content jsonb, lesson uuid) returns jsonb
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

-- Posts from before: those that article generation or a workflow names. Nobody writes them by this, so that their history
-- stays as it is.

insert into private.generated_posts (post)
select c.post_id from private.article_claims c where c.post_id is not null
union
select p.id from public.posts p
where p.id::text in (
  select i #>> '{}' from public.workflows w cross join jsonb_path_query(w.output_data, '$.**.post_id') i
);
alter table public.posts disable trigger record_in_trail;
update public.posts p set ai = 'generated' from private.generated_posts g where g.post = p.id;
alter table public.posts enable trigger record_in_trail;

revoke execute on function
  private.is_typo, private.is_same_but_for_typos, private.text_of_post, private.hash_of_content, private.is_generated, private.ai_of,
  private.set_ai, private.note_generated, private.note_article, private.forget_origins, private.expect_signer,
  private.text_to_sign, private.sign_off, private.read_origin
  from public;
revoke execute on function public.sign_off, public.read_origin from public, anon, service_role;
grant execute on function private.sign_off, private.read_origin, public.sign_off, public.read_origin to authenticated;
