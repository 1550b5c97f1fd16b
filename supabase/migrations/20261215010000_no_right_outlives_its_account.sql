-- Triggers hold the role of a caller for writes of five more tables. Invitations end with the rights of their sender, ids of
-- other records are refused, and a name counts for its own account alone.

-- Tables without check_role, whose writes wait for other locks than those of a record.
do $$
declare
  target regclass;
begin
  for target in
    select unnest(array[
      'public.sources', 'private.import_rows', 'private.ai_calls', 'private.article_claims', 'private.publication_requests'
    ]::regclass[])
    -- A hosted project's table belongs to its storage service.
    union all select to_regclass('storage.objects') where to_regclass('storage.contents') is not null
  loop
    execute format(
      'create trigger hold_role before insert or delete on %s for each statement execute function private.hold_role_of_statement()',
      target
    );
    execute format(
      'create or replace trigger expect_staff after insert on %s for each statement execute function private.expect_staff_at_write()',
      target
    );
  end loop;
end;
$$;

-- The roles come before the claim, as they do where an account is deleted.
create or replace function private.expect_article_claim(receipt uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.hold_role();
  perform private.expect_staff();
  if private.article_of_claim(receipt) is not null then
    raise exception using errcode = 'PT409', message = 'This article is stored already.';
  end if;
end;
$$;

create or replace function private.check_import(target text, import uuid, update_existing boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  case target
    when 'posts' then perform private.check_posts(import, update_existing);
    when 'matrix' then perform private.check_matrix(import, update_existing);
    else raise exception using errcode = 'PT400',
      message = format('There is no import of “%s”; expected posts or matrix.', target);
  end case;
  if private.role_at_write() <> 'publisher' then
    perform private.refuse_rows(target, import);
  end if;
  return private.import_report(import);
end;
$$;

-- Invitations end with the rights of whoever sent them, in whatever way these end.
create function private.end_invitations_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'users' then
    -- First, as where invitations are accepted.
    delete from private.staff s where s.user_id = old.id;
    delete from private.invitations i where i.accepted_at is null and i.invited_by = old.id;
  else
    delete from private.invitations i where i.accepted_at is null and i.invited_by = old.user_id;
  end if;
  return old;
end;
$$;
create trigger end_invitations_of_account after delete on private.staff
  for each row execute function private.end_invitations_of_account();
create trigger end_invitations_of_former_publisher after update of role on private.staff
  for each row when (old.role = 'publisher' and new.role <> 'publisher')
  execute function private.end_invitations_of_account();
-- The foreign key would leave an invitation without a sender, as the database's owner sends them.
create trigger end_invitations_of_account before delete on auth.users
  for each row execute function private.end_invitations_of_account();

create or replace function private.remove_staff(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.expect_publisher();
  perform private.expect_fresh_sign_in();
  -- Calls run one after the other, and each checks again: while it waited, the caller may have been removed or become
  -- the last one.
  lock table private.staff in share row exclusive mode;
  perform private.expect_publisher();
  if not exists (select from private.staff where user_id = account) then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  end if;
  if (select count(*) from private.staff) = 1 then
    raise exception using errcode = 'PT409', message = 'The last one who is staff cannot be removed.';
  end if;
  delete from private.staff where user_id = account;
  -- An invitation for it would bring it back.
  delete from private.invitations i
  where i.accepted_at is null and i.email = (select lower(u.email) from auth.users u where u.id = account);
end;
$$;

create or replace function private.set_role(account uuid, role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  present private.staff;
begin
  -- As remove_staff does: writes of the account end before, and see the role afterwards.
  lock table private.staff in share row exclusive mode;
  if not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  perform private.expect_fresh_sign_in();
  perform private.expect_role(role);
  select s.* into present from private.staff s where s.user_id = account for update;
  if present.user_id is null then
    raise exception using errcode = 'PT404', message = 'This account is not staff any more.';
  elsif present.is_operator and role <> 'publisher' then
    raise exception using errcode = 'PT409', message = 'An operator is a publisher.';
  end if;
  update private.staff s set role = set_role.role where s.user_id = account;
end;
$$;

create or replace function private.expect_own_or_operator(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is distinct from account and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only operators and the account itself may do this.';
  end if;
  if not private.shows_second_factor() then
    raise exception using errcode = '42501', message = 'This account has a second factor: sign in with its code to do this.';
  end if;
  if not exists (select from auth.users u where u.id = account) then
    raise exception using errcode = 'PT404', message = 'There is no such account.';
  end if;
end;
$$;

-- Ids. A draft of a course brings those of its new modules and lessons, an import those of workshops of the matrix. The
-- trash and the history find a row by its id alone.
create function private.has_other_record(relation text, record uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from (
      select 'ads' as relation, r.id from public.ads r where r.id = record
      union all select 'categories', r.id from public.categories r where r.id = record
      union all select 'citation_checks', r.id from public.citation_checks r where r.id = record
      union all select 'course_categories', r.id from public.course_categories r where r.id = record
      union all select 'courses', r.id from public.courses r where r.id = record
      union all select 'drafts', r.id from public.drafts r where r.id = record
      union all select 'lessons', r.id from public.lessons r where r.id = record
      union all select 'links', r.id from public.links r where r.id = record
      union all select 'matrix_categories', r.id from public.matrix_categories r where r.id = record
      union all select 'matrix_dimensions', r.id from public.matrix_dimensions r where r.id = record
      union all select 'matrix_levels', r.id from public.matrix_levels r where r.id = record
      union all select 'matrix_target_groups', r.id from public.matrix_target_groups r where r.id = record
      union all
      select 'matrix_workshop_learning_objectives', r.id from public.matrix_workshop_learning_objectives r where r.id = record
      union all select 'matrix_workshops', r.id from public.matrix_workshops r where r.id = record
      union all select 'modules', r.id from public.modules r where r.id = record
      union all select 'pages', r.id from public.pages r where r.id = record
      union all select 'pictures', r.id from public.pictures r where r.id = record
      union all select 'posts', r.id from public.posts r where r.id = record
      union all select 'prompts', r.id from public.prompts r where r.id = record
      union all select 'site', r.id from public.site r where r.id = record
      union all select 'sources', r.id from public.sources r where r.id = record
      union all select 'workflows', r.id from public.workflows r where r.id = record
      union all select 'workshop_categories', r.id from public.workshop_categories r where r.id = record
      union all select 'workshops', r.id from public.workshops r where r.id = record
      union all select o.relation, o.record from private.owners o where o.record = has_other_record.record
      union all select t.relation, t.row_id from public.trail t where t.row_id = record
    ) r where r.relation <> has_other_record.relation
  );
$$;
comment on function private.has_other_record(text, uuid) is 'Whether a row of another table has an id, or had it as far as the audit log goes back.';

create or replace function private.expect_new_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_there boolean;
  -- The record of the row that had this id last. It may be in the trash of another course.
  former uuid;
begin
  execute format('select exists (select from public.%I r where r.id = $1)', tg_table_name) into is_there using new.id;
  if is_there then
    return new;
  end if;
  if tg_table_name in ('modules', 'lessons') then
    former := (select t.record_id from public.trail t where t.row_id = new.id order by t.id desc limit 1);
  end if;
  if private.has_other_record(tg_table_name, new.id)
    or former not in (new.id, private.owned_record(tg_table_name, to_jsonb(new))) then
    raise exception using errcode = case tg_table_name when 'pictures' then '23505' else 'PT409' end,
      message = 'Another record has this id; expected a new one, or none.';
  end if;
  return new;
end;
$$;
comment on function private.expect_new_id() is
  'Refuses an id that another record has or had: its history, its place in the trash and its pictures are found by the id alone.';
create trigger expect_new_id before insert on public.modules for each row execute function private.expect_new_id();
create trigger expect_new_id before insert on public.lessons for each row execute function private.expect_new_id();
create trigger expect_new_id before insert on public.matrix_workshops for each row execute function private.expect_new_id();

-- A picture obeys the records that will show it, too, and its upload is a change of it.
create or replace function private.refusal_of_picture(role text, picture uuid, is_new boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when role = 'publisher' or is_new then null
    when not private.owns('pictures', picture) then 'Only publishers change pictures that others added.'
    when exists (
      select from (
        select u.relation, u.record_id from private.uses_of_picture(picture) u where u.is_public
        union all
        select d.relation, d.record_id from public.drafts d
        where d.publish_at is not null and private.draft_names_picture(d.content, picture)
      ) u
      where u.relation not in ('posts', 'pages', 'courses', 'workshops', 'ads')
        or private.refusal(role, private.owns(u.relation, u.record_id), true) is not null
    ) then 'This picture is part of something published that you may not change.'
  end;
$$;

create or replace function private.awaits_upload(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pictures p
    where p.id::text = name and private.owns('pictures', p.id) and not private.is_uploaded(p.id)
      -- Looking for uses reads every text, and a usual upload follows its row at once.
      and (p.created_at > now() - interval '10 minutes'
        or private.refusal_of_picture(private.role_of_caller(), p.id, false) is null)
  );
$$;

-- Names. Everybody chooses the own one, so that it takes no line of another from a text or from the history.
create or replace function private.note_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(new);
  subject constant uuid := coalesce(stored ->> 'record_id', stored ->> 'id')::uuid;
  byline constant text := coalesce(stored ->> 'author', stored #>> '{content,author}');
  -- A name that the text has already was not written by this save.
  is_there constant boolean := case
    when tg_table_name = 'drafts' then exists (select from public.posts p where p.id = subject and p.author = byline)
    when tg_op = 'UPDATE' then to_jsonb(old) ->> 'author' = byline
    else false
  end;
begin
  if not is_there and private.is_name_of((select auth.uid()), byline) then
    insert into private.bylines (post, account, name) values (subject, (select auth.uid()), byline) on conflict do nothing;
  end if;
  return null;
end;
$$;

create or replace function shipping.names_of(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from auth.users u,
      unnest(array[u.email, u.raw_user_meta_data ->> 'display_name']::text[]) name
    -- The registry itself writes these two.
    where u.id = account and btrim(name) <> '' and name !~ '\(token ' and name <> 'the owner of the database'
  );
$$;

-- A text that was written without AI stays so when somebody has a function store the same one.
create or replace function private.is_generated(post uuid, content text) returns boolean
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
  return exists (
    select from private.generated_posts g where g.hashes && array[hash, private.hash_with_codes(content)]
  ) and not exists (
    select from public.posts p where p.id = is_generated.post and p.ai = 'none' and private.hash_of_content(p.content) = hash
  );
end;
$$;

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

-- Contents of before are stored by this hash.
create function private.hash_with_codes(content text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(
    regexp_replace(normalize(private.seen_text(content), NFC), '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]', '', 'g'), 'UTF8'
  ));
$$;

create or replace function private.hash_of_content(content text) returns bytea
language sql stable set search_path = ''
as $$
  select private.hash_with_codes(private.without_codes(content));
$$;

update private.generated_posts g set hashes = g.hashes || private.hash_of_content(p.content)
from public.posts p where p.id = g.post and not g.hashes @> array[private.hash_of_content(p.content)];

revoke execute on function
  private.end_invitations_of_account, private.has_other_record, private.without_codes, private.hash_with_codes
  from public;
