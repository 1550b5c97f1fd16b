-- The triggers that many tables have. Most follow private.kinds; a new table of content joins each other list that fits it.

-- Cache tags: what changes for visitors gives the tag another version.
select private.watch_content('public.categories', 'categories');
select private.watch_content('public.posts', 'posts', 'r.published_at');
select private.watch_content('public.ads', 'ads', 'case when r.is_active then ''-infinity''::timestamptz end');
select private.watch_content('public.workshop_categories', 'workshops');
select private.watch_content('public.workshops', 'workshops');
select private.watch_content('public.course_categories', 'courses');
select private.watch_content('public.courses', 'courses', 'case when r.is_published then ''-infinity''::timestamptz end');
select private.watch_content('public.modules', 'courses', $$
  (select '-infinity'::timestamptz from public.courses c where c.id = r.course_id and c.is_published)
$$);
select private.watch_content('public.lessons', 'courses', $$
  (select '-infinity'::timestamptz from public.modules m join public.courses c on c.id = m.course_id
   where m.id = r.module_id and c.is_published)
$$);
select private.watch_content('public.matrix_categories', 'matrix');
select private.watch_content('public.matrix_target_groups', 'matrix');
select private.watch_content('public.matrix_levels', 'matrix');
select private.watch_content('public.matrix_dimensions', 'matrix');
select private.watch_content('public.matrix_workshops', 'matrix');
select private.watch_content('public.matrix_workshop_learning_objectives', 'matrix');
select private.watch_content('public.site', 'site');
select private.watch_content('public.links', 'site');
select private.watch_content('public.pages', 'pages', 'r.published_at');
select private.watch_content(
  'public.pictures', 'pictures',
  'case when r.sized_at is not null or r.original is not null or r.origin is null and r.failure is not null '
  'then ''-infinity''::timestamptz end'
);

select private.watch_content('public.redirects', 'redirects', 'r.public_from');

-- Pictures of other hosts that texts name.
select private.watch_pictures(format('public.%I', k.relation), k.texts) from private.kinds k where k.texts <> '{}';
select private.watch_pictures('public.courses', '{}', '{thumbnail_url}');

-- The versions that forms compare, where a table has no trigger that names its columns.
do $$
declare
  relation text;
begin
  for relation in
    select k.relation from private.kinds k
    where k.derived is not null and not exists (
      select from pg_trigger t where t.tgrelid = format('public.%I', k.relation)::regclass and t.tgname = 'touch_updated_at'
    )
  loop
    execute format(
      'create trigger touch_updated_at before update on public.%I
         for each row execute function private.touch_updated_at()', relation
    );
  end loop;
end;
$$;

-- The audit log. Deletions are recorded before they happen, so that rows that are deleted by cascade come after their parent.
do $$
declare
  kind private.kinds;
begin
  for kind in select k.* from private.kinds k where k.derived is not null loop
    execute format(
      'create trigger record_in_trail after insert or update on public.%1$I
         for each row execute function private.record_in_trail(%2$s);
       create trigger record_deletion_in_trail before delete on public.%1$I
         for each row execute function private.record_in_trail(%2$s)',
      kind.relation, (select string_agg(quote_literal(c), ', ') from unnest(kind.derived) c)
    );
  end loop;
end;
$$;

-- Records with an owner, with a draft, and with a request for publication.
do $$
declare
  kind private.kinds;
begin
  for kind in select k.* from private.kinds k loop
    if kind.owner_key = 'id' then
      execute format(
        'create trigger check_0_owner after insert on public.%I for each row execute function private.note_owner()', kind.relation
      );
    end if;
    if kind.has_drafts then
      execute format(
        'create trigger delete_draft after delete on public.%I
           for each row execute function private.delete_draft()', kind.relation
      );
    end if;
    if kind.has_drafts or kind.relation = 'drafts' then
      execute format(
        'create trigger end_request after update or delete on public.%I
           for each row execute function private.end_request()', kind.relation
      );
    end if;
  end loop;
end;
$$;

-- Addresses of before. After check_role and record_in_trail, so that a redirect of a refused write is never stored.
do $$
declare
  kind private.kinds;
begin
  for kind in select k.* from private.kinds k where k.address is not null loop
    execute format(
      'create trigger redirect_former_address after insert or delete on public.%1$I
         for each row execute function private.keep_address();
       create trigger redirect_changed_address after update on public.%1$I for each row when (%2$s)
         execute function private.keep_address()',
      kind.relation,
      (select string_agg(format('old.%1$I is distinct from new.%1$I', c), ' or ') from unnest(array['slug', kind.public_key]) c where c is not null)
    );
  end loop;
end;
$$;

-- The role of the caller, for each row, and held from the statement on.
do $$
declare
  relation regclass;
begin
  for relation in
    select format('public.%I', k.relation)::regclass from private.kinds k
    union all select 'private.dismissed_links'::regclass
  loop
    execute format(
      'create trigger check_role after insert or update or delete on %s for each row execute function private.check_role()',
      relation
    );
  end loop;
  for relation in
    select t.tgrelid from pg_trigger t where t.tgfoid = 'private.check_role'::regproc
    union all select unnest(array['public.workflows', 'public.citation_checks']::regclass[])
  loop
    execute format(
      'create trigger hold_role before insert or update or delete on %s for each statement execute function private.hold_role_of_statement()',
      relation
    );
  end loop;
end;
$$;

-- Tables without check_role, whose writes wait for other locks than those of a record. An account that was deleted while
-- its write waited is refused by its role before its row: the foreign key would be asked first otherwise, with an error
-- that says nothing of rights. The trigger comes after hold_role, by its name.
do $$
declare
  relation regclass;
begin
  foreach relation in array array[
    'public.sources', 'private.import_rows', 'private.ai_calls', 'private.article_claims', 'private.publication_requests'
  ]::regclass[] loop
    execute format(
      'create trigger hold_role before insert or delete on %1$s for each statement execute function private.hold_role_of_statement();
       create trigger still_staff before insert on %1$s for each statement execute function private.expect_staff_at_write()',
      relation
    );
  end loop;
end;
$$;

-- Uploads. Files are rows of the embedded platform only; the table of a hosted project belongs to its storage service.
do $$
begin
  if to_regclass('storage.contents') is null then
    return;
  end if;
  create trigger hold_role before insert or delete on storage.objects
    for each statement execute function private.hold_role_of_statement();
  create trigger expect_staff after insert on storage.objects
    for each statement execute function private.expect_staff_at_write();
  create trigger expect_room after insert on storage.objects
    for each row execute function private.expect_room_of_upload();
  -- At the end of the transaction, after the bytes: uploads do not wait for each other's.
  create constraint trigger count_insert after insert on storage.objects deferrable initially deferred
    for each row execute function private.count_upload();
  create trigger count_delete after delete on storage.objects referencing old table as gone
    for each statement execute function private.count_removed_uploads();
end;
$$;

-- Room. A write of content is an insert, or an update of a text. Other updates take something offline, order, or move what
-- used a deleted category.
do $$
declare
  content regclass;
  texts text;
begin
  for content in
    select t.tgrelid from pg_trigger t where t.tgfoid = 'private.check_role'::regproc
    union select unnest(array['public.workflows', 'public.citation_checks', 'public.sources', 'private.sign_offs']::regclass[])
  loop
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into texts
    from pg_attribute a
    where a.attrelid = content and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype);
    execute format(
      'create trigger expect_room before insert or update of %s on %s for each statement execute function private.expect_room_at_write()',
      texts, content
    );
  end loop;
end;
$$;

-- Texts that are searched or compared are stored composed.
do $$
declare
  found record;
begin
  for found in
    select c.relname, private.composed_keys(c.oid) as keys from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('trail', 'sources')
  loop
    continue when found.keys is null;
    execute format(
      'create trigger compose_texts before insert or update on public.%I
         for each row when (%s) execute function private.compose_texts(%s)',
      found.relname,
      (select string_agg(format('new.%I is not nfc normalized', key), ' or ') from unnest(found.keys) key),
      (select string_agg(quote_literal(key), ', ') from unnest(found.keys) key)
    );
  end loop;
end;
$$;

-- The index of the search.
do $$
declare
  part record;
begin
  for part in select * from (values
    ('post', 'posts', array['title'], array['excerpt'], array['content'], array['author'], true),
    ('page', 'pages', array['title'], array['description'], array['content'], null, true),
    ('workshop', 'workshops', array['title'], array['subtitle', 'description'], array['content', 'learning_objectives'], null, false),
    ('course', 'courses', array['title'], array['description'], null, null, false),
    ('lesson', 'lessons', array['title'], null, array['content'], array['transcript'], false),
    ('matrix_workshop', 'matrix_workshops', array['title'], array['prerequisites'], null, null, false)
  ) as r (kind, relation, title, lead, content, rest, is_dated)
  loop
    execute format(
      'create trigger index_words after insert or delete on public.%I
         for each row execute function private.index_new_record(%L)', part.relation, part.kind);
    -- One trigger for all columns, so that a save writes the index once.
    execute (
      select format(
        'create trigger index_changes after update of %1$s on public.%2$I for each row
           when (%3$s) execute function private.index_changed_parts(%4$s)',
        string_agg(c.names, ', '), part.relation, string_agg(c.changes, ' or '),
        concat_ws(', ', quote_literal(part.kind), string_agg(quote_literal(c.name || ' ' || c.names), ', ')))
      from (
        select p.name, string_agg(n, ',') as names, string_agg(format('old.%1$I is distinct from new.%1$I', n), ' or ') as changes
        from (values ('title', part.title), ('lead', part.lead), ('content', part.content), ('rest', part.rest)) as p (name, columns)
        cross join lateral unnest(p.columns) n
        group by p.name
      ) c
    );
    if part.is_dated then
      execute format(
        'create trigger index_publication after update of published_at on public.%I for each row
           when (old.published_at is distinct from new.published_at) execute function private.index_publication(%L)',
        part.relation, part.kind);
    end if;
  end loop;

  for part in select * from (values
    ('course', 'modules', 'course_id', 'course_id, title, description'),
    ('matrix_workshop', 'matrix_workshop_learning_objectives', 'matrix_workshop_id', 'matrix_workshop_id, dimension_id, objective')
  ) as r (kind, relation, parent, columns)
  loop
    execute format(
      'create trigger index_after_insert after insert on public.%1$I referencing new table as changed
         for each statement execute function private.index_parents(%2$L, %3$L, %4$L);
       create trigger index_after_update after update on public.%1$I referencing old table as former new table as changed
         for each statement execute function private.index_parents(%2$L, %3$L, %4$L);
       create trigger index_after_delete after delete on public.%1$I referencing old table as former
         for each statement execute function private.index_parents(%2$L, %3$L, %4$L)',
      part.relation, part.kind, part.parent, part.columns);
  end loop;
end
$$;
