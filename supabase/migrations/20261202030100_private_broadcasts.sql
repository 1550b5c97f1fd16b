-- Changes are broadcast in a private channel: the database sends, and nobody else may. With a public channel every holder
-- of the publishable key could tell all shells that everything has changed.

create or replace function private.draw_versions() returns trigger
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

-- Supabase Realtime decides by the policies of realtime.messages. Without one for inserts no client sends.
do $$
begin
  if to_regclass('realtime.messages') is not null then
    execute 'create policy content_is_heard on realtime.messages for select to anon, authenticated
      using (extension = ''broadcast'' and (select realtime.topic()) = ''content'')';
  end if;
end;
$$;
