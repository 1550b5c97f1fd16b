-- Now is the database's: clocks of browsers are minutes off. A column of a time takes 'now' through the API, PostgreSQL's
-- word for the time of its transaction. The content of a draft is no column: its times are resolved when it is stored.

create function public.database_now() returns timestamptz
language sql volatile security invoker set search_path = ''
as $$
  select clock_timestamp();
$$;
comment on function public.database_now() is
  'The time of the database, which decides what is public. Pages measure it to say what is scheduled and what is past.';
revoke execute on function public.database_now from public, anon;
grant execute on function public.database_now to authenticated, service_role;

create function private.with_present(state jsonb, key text) returns jsonb
language sql volatile set search_path = ''
as $$
  select case when state ->> key = 'now' then state || jsonb_build_object(key, clock_timestamp()) else state end;
$$;

create function private.resolve_now() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.content := private.with_present(new.content, 'published_at');
  if jsonb_path_exists(new.content, '$.modules[*].** ? (@.updated_at == "now")') then
    new.content := new.content || jsonb_build_object('modules', (
      select jsonb_agg(private.with_present(m.module, 'updated_at') || jsonb_build_object('lessons', (
        select coalesce(jsonb_agg(private.with_present(l.lesson, 'updated_at') order by l.place), '[]')
        from jsonb_array_elements(m.module -> 'lessons') with ordinality l (lesson, place)
      )) order by m.place)
      from jsonb_array_elements(new.content -> 'modules') with ordinality m (module, place)
    ));
  end if;
  return new;
end;
$$;
comment on function private.resolve_now() is 'Replaces ''now'' in the content of a draft by the present time.';
create trigger resolve_now before insert or update of content on public.drafts
  for each row execute function private.resolve_now();

revoke execute on function private.with_present, private.resolve_now from public;
