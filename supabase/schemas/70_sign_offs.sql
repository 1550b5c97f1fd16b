-- Which posts a model wrote, and who signed them off. posts.ai follows from both, whoever writes the post and by whatever
-- way: nobody sets it.

create table private.generated_posts (
  post uuid primary key,
  hashes bytea[] not null default '{}'
);
comment on table private.generated_posts is
  'Posts that article generation stored, and posts with the content of one of them. Without a foreign key, so that a post which comes back from the trash is still one of them.';
comment on column private.generated_posts.hashes is 'Of each content that the post has had: a post with the same content is a copy.';

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

create index generated_posts_hashes on private.generated_posts using gin (hashes);
create index sign_offs_record on private.sign_offs (record_id, signed_at);
create index sign_offs_account on private.sign_offs (account);

alter table private.generated_posts enable row level security;
alter table private.sign_offs enable row level security;

-- A sign-off holds for typing errors alone. Marks, names, negations and other letters in short words change the sense.

create function private.is_typo(signed text, stored text) returns boolean
language sql immutable set search_path = ''
as $$
  with words as (
    select
      -- Kinds of quotation marks and of dashes are one.
      translate(signed, '„“”»«‚‘’''–—', '"""""''''''''--') as signed,
      translate(stored, '„“”»«‚‘’''–—', '"""""''''''''--') as stored
  ),
  letters as (
    select
      lower(regexp_replace(w.signed, '[^[:alpha:]]', '', 'g')) as before,
      lower(regexp_replace(w.stored, '[^[:alpha:]]', '', 'g')) as after,
      -- It may be a name.
      (w.signed || ' ' || w.stored) ~ '(^|\s)[^[:alpha:]]*[[:upper:]]' as is_capital,
      -- Markdown, a question and a quotation.
      regexp_replace(w.signed, '[[:alpha:].,;:!…()-]', '', 'g') as marks_before,
      regexp_replace(w.stored, '[[:alpha:].,;:!…()-]', '', 'g') as marks_after
    from words w
  ),
  same as (
    select i from letters l cross join lateral generate_series(0, least(length(l.before), length(l.after))) i
  ),
  start as (
    select max(s.i) as size from same s cross join letters l where left(l.before, s.i) = left(l.after, s.i)
  ),
  tail as (
    select max(s.i) as size from same s cross join letters l cross join start
    where s.i <= least(length(l.before), length(l.after)) - start.size and right(l.before, s.i) = right(l.after, s.i)
  ),
  middle as (
    select
      substr(l.before, start.size + 1, length(l.before) - start.size - tail.size) as before,
      substr(l.after, start.size + 1, length(l.after) - start.size - tail.size) as after,
      substr(l.before, start.size, 1) as letter
    from letters l cross join start cross join tail
  )
  select case
    when greatest(length(signed), length(stored)) > 100 then false
    -- Letters between punctuation: no number, no address, no link.
    when (signed || ' ' || stored) !~ '^([^[:alnum:]\s/@<>\[\]]*[[:alpha:]]([[:alpha:]''’-]*[[:alpha:]])?[^[:alnum:]\s/@<>\[\]]*( |$)){2}$'
      then false
    else (
      select l.marks_before = l.marks_after
        and least(length(l.before), length(l.after)) >= 4
        and left(l.before, 1) = left(l.after, 1)
        and not l.before || ' ' || l.after ~ '\m(k?ein(e[mnrs]?)?|nicht|nichts|nie|niemals|niemand(e[mn])?|nirgend(s|wo)|ohne|weder|nein|none|never|without)\M'
        -- Ihnen is not ihnen.
        and not l.before ~ '^ihr(e[mnrs]?|en)?$|^ihnen$'
        and case
          -- Case and punctuation.
          when length(m.before || m.after) = 0 then true
          -- Two letters that changed places, of which one is no vowel.
          when length(m.before) = 2 and m.before = reverse(m.after) then m.before !~ '^[aeiouyäöü]{2}$'
          -- A letter that is there twice, or only once.
          when length(m.before || m.after) = 1 then
            not l.is_capital and least(length(l.before), length(l.after)) >= 7 and m.before || m.after = m.letter
          else false
        end
      from letters l cross join middle m
    )
  end;
$$;
comment on function private.is_typo(text, text) is
  'Whether two different words are spellings of one: at least 4 letters and no digit in both, the same first letter and marks, no negation, and either the same letters, two neighbours that changed places, not both vowels, or in a long word without a capital one letter that is there twice or once.';

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

-- Composed, since stored texts may be decomposed.
create function private.text_of_post(title text, excerpt text, content text) returns text
language sql immutable set search_path = ''
as $$
  -- A word of its own between the parts: a word that moves from one to another is no typo.
  select normalize(concat_ws(E' \x01 ', title, coalesce(excerpt, ''), content));
$$;

-- A copy looks like its original, however its spaces and its accents are written.
create function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select private.hash_with_codes(private.without_codes(content));
$$;

-- A text that was written without AI stays so when somebody has a function store the same one.
create function private.is_generated(post uuid, content text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  plain text;
  hash bytea;
  known bytea[];
begin
  if exists (select from private.generated_posts g where g.post = is_generated.post) then
    return true;
  -- The stored text needs no hash, which would cost most of a save of a long post.
  elsif not exists (select from private.generated_posts) or exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and p.content = is_generated.content
  ) then
    return false;
  end if;
  -- Once, not for each row of the comparison.
  plain := private.without_codes(content);
  hash := private.hash_with_codes(plain);
  known := array[hash, case when plain <> content then private.hash_with_codes(content) end];
  return exists (select from private.generated_posts g where g.hashes && known) and not exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and private.hash_of_content(p.content) = hash
  );
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

-- Signing off.

create function private.expect_signer(post uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  if private.refusal(private.role_of_caller(), private.owns('posts', post), true) is not null then
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

-- Whoever signs may sign when the lock is held: a role that became narrower while the call waited signs nothing.
create function private.sign_off(post uuid, version timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  live public.posts;
  signed public.posts;
begin
  perform private.lock_record('posts', post);
  perform private.expect_signer(post);
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
comment on function private.sign_off(uuid, timestamptz) is
  'For staff who may publish a post: signs off its text, or that of its draft. 409 unless version is the updated_at of the draft, or without one of the post. Only this lowers posts.ai, and an edit beyond typos raises it again.';
select private.expose('sign_off', 'authenticated');

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
    'may_sign_off', private.refusal(private.role_of_caller(), private.owns('posts', post), true) is null,
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
comment on function private.read_origin(uuid) is
  'For staff: the part of AI in a post (ai) and in its text that is published next (would_be), the version that sign_off expects, whether the caller may sign it off, and the newest 10 sign-offs; holds: it covers that text.';
select private.expose('read_origin', 'authenticated');

-- A copy is known with what Markdown does not show: comments, escapes, and characters that are written by their numbers.
create function private.without_codes(markdown text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := regexp_replace(private.without_comments(markdown), '\\([!-/:-@\[-`{-~])', '\1', 'g');
  code text[];
  point integer;
begin
  if strpos(plain, '&') = 0 then
    return plain;
  end if;
  plain := regexp_replace(plain, '&(nbsp|ensp|emsp|thinsp|Tab|NewLine);', ' ', 'g');
  plain := regexp_replace(plain, '&(shy|zwj|zwnj|lrm|rlm|ZeroWidthSpace|NoBreak|InvisibleTimes|InvisibleComma);', '', 'g');
  for code in
    select distinct m from regexp_matches(plain, '(&#(?:[xX]0*([0-9a-fA-F]{1,5})|0*(\d{1,6}));)', 'g') m limit 1000
  loop
    point := coalesce(('x' || lpad(code[2], 8, '0'))::bit(32)::integer, code[3]::integer);
    plain := replace(plain, code[1], case
      when point between 1 and 55295 or point between 57344 and 1114111 then chr(point) else '' end);
  end loop;
  return plain;
end;
$$;

-- private.generated_posts may hold this hash of a content.
create function private.hash_with_codes(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(
    regexp_replace(normalize(private.seen_text(content), NFC), '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]', '', 'g'), 'UTF8'
  ));
$$;

create trigger set_ai before insert or update on public.posts
  for each row execute function private.set_ai();
create trigger note_generated after insert or update on public.posts
  for each row when (new.ai <> 'none') execute function private.note_generated();

create trigger note_article after insert or update of post_id on private.article_claims
  for each row when (new.post_id is not null) execute function private.note_article();

create trigger forget_origins after delete on public.trail referencing old table as gone
  for each statement execute function private.forget_origins();

-- The audit log. A sign-off shows in the history of its post.

create trigger record_in_trail after insert on private.sign_offs
  for each row execute function private.record_in_trail('account', 'excerpt', 'content');
create trigger expect_staff after insert on private.sign_offs
  for each row execute function private.expect_staff_at_write();
