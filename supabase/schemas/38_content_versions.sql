-- Content versions: one for each topic. A server compares versions to know whether a page that it rendered still shows
-- what the database holds. Only what visitors can see counts.
--
-- A version is random and not a counter: after a restore no version comes again, so that cached pages stay right.

create table private.content_topics (
  topic text primary key,
  version uuid not null default gen_random_uuid()
);
comment on table private.content_topics is 'Cache tags and their versions: topics of the content, and the registry.';

-- Statements note changed topics, and a deferred trigger updates the versions at the end of the transaction, in one
-- order: if each statement updated them, transactions that touch topics in different orders would deadlock. The table
-- is unlogged, since no row outlives its transaction.
create unlogged table private.changed_topics (
  transaction xid8 not null default pg_catalog.pg_current_xact_id(),
  topic text not null,
  public_from timestamptz not null,
  primary key (transaction, topic)
);
comment on table private.changed_topics is 'Topics that open transactions have changed.';
comment on column private.changed_topics.public_from is 'Time from which visitors can see the change.';

alter table private.content_topics enable row level security;
alter table private.changed_topics enable row level security;

create function private.note_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  visible constant text :=
    'select r.id, md5((to_jsonb(r) - ''updated_at'')::text) as row, p.public_from
     from %s r cross join lateral (select %s as public_from) p where p.public_from is not null';
  visible_from timestamptz := '-infinity';
begin
  if tg_op <> 'TRUNCATE' then
    execute format(
      case tg_op
        when 'INSERT' then 'select min(after.public_from) from (%2$s) after'
        when 'DELETE' then 'select min(before.public_from) from (%1$s) before'
        else
          'select least(min(before.public_from), min(after.public_from))
           from (%1$s) before full join (%2$s) after using (id) where before.row is distinct from after.row'
      end,
      format(visible, 'old_rows', tg_argv[1]),
      format(visible, 'new_rows', tg_argv[1])
    ) into visible_from;
  end if;
  if visible_from is not null then
    insert into private.changed_topics as noted (topic, public_from) values (tg_argv[0], visible_from)
    on conflict (transaction, topic) do update set public_from = excluded.public_from
      where excluded.public_from < noted.public_from;
  end if;
  return null;
end;
$$;
comment on function private.note_change() is
  'Arguments: the topic, and as SQL the time from which a row r is public, null for never. A change of updated_at alone is ignored.';

create function private.draw_versions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
  drawn uuid;
  told jsonb := '{}';
begin
  for changed in
    with taken as (
      delete from private.changed_topics c where c.transaction = pg_catalog.pg_current_xact_id()
      returning c.topic, c.public_from
    )
    -- Rows that become public while this transaction ends count as public.
    select t.topic from taken t where t.public_from <= clock_timestamp() + interval '10 seconds' order by t.topic
  loop
    update private.content_topics t set version = default where t.topic = changed returning t.version into drawn;
    told := told || jsonb_build_object(changed, drawn);
  end loop;
  -- Notifies also when a change becomes public later, so that listeners learn the time.
  perform pg_catalog.pg_notify('content', told::text);
  begin
    if told <> '{}' and to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
      execute 'select realtime.send($1, ''changed'', ''content'', true)' using told;
    end if;
  exception when others then
    raise warning 'A change of the content was not broadcast: %', sqlerrm;
  end;
  return null;
end;
$$;
comment on function private.draw_versions() is 'At the end of a transaction: updates the version of each changed topic and sends a notification.';

create function private.watch_content(relation regclass, topic text, public_from text default '''-infinity''::timestamptz')
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.content_topics (topic) values (watch_content.topic) on conflict do nothing;
  -- Triggers run in the order of their names: those that lock rows run before these.
  execute format(
    'create trigger watch_insert after insert on %1$s referencing new table as new_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_update after update on %1$s referencing old table as old_rows new table as new_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_delete after delete on %1$s referencing old table as old_rows
       for each statement execute function private.note_change(%2$L, %3$L);
     create trigger watch_truncate after truncate on %1$s
       for each statement execute function private.note_change(%2$L, %3$L)',
    relation, topic, public_from
  );
end;
$$;
comment on function private.watch_content(regclass, text, text) is
  'For migrations: adds triggers that count changes of a table for a topic. public_from: the time from which a row r is public, as SQL.';

-- PL/pgSQL, since it plans the query once for each connection: planning was most of the cost of a call.
create function private.content_versions() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(t.topic, concat_ws(
      '/',
      t.version,
      case t.topic
        -- Scheduled posts and pages become public without a write.
        when 'posts' then (
          select extract(epoch from max(p.published_at))::text from public.posts p where p.published_at <= now()
        )
        when 'pages' then (
          select extract(epoch from max(p.published_at))::text from public.pages p where p.published_at <= now()
        )
        when 'redirects' then (
          select extract(epoch from max(r.public_from))::text from public.redirects r where r.public_from <= now()
        )
        -- Links of pages come and go with the publication of the page.
        when 'site' then (
          select md5(string_agg(l.id::text, ' ' order by l.id))
          from public.links l join public.pages p on p.id = l.page_id
          where p.published_at <= now()
        )
        -- Ads show titles of offers, which are in other tables. They are read here, so that the order of writes does
        -- not matter.
        when 'ads' then (select md5(jsonb_agg(a.offer_title order by a.id)::text) from public.shown_ads a)
      end
    ))
    from private.content_topics t
  );
end;
$$;
comment on function private.content_versions() is
  'An opaque version for each topic. Equal versions mean that visitors see no difference.';
select private.expose('content_versions', 'anon', 'authenticated', 'service_role');

create constraint trigger draw_versions after insert on private.changed_topics
  deferrable initially deferred for each row execute function private.draw_versions();

-- Supabase Realtime decides by the policies of realtime.messages. Without one for inserts no client sends.
do $$
begin
  if to_regclass('realtime.messages') is not null then
    execute 'create policy content_is_heard on realtime.messages for select to anon, authenticated
      using (extension = ''broadcast'' and (select realtime.topic()) = ''content'')';
  end if;
end;
$$;
