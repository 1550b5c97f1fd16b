-- Two functions refused whoever is not staff, in the same words: one is enough.

do $$
declare
  definition text;
begin
  for definition in
    select replace(pg_get_functiondef(oid), 'private.require_staff()', 'private.expect_staff()')
    from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and prosrc like '%private.require\_staff()%'
  loop
    execute definition;
  end loop;
end;
$$;

drop function private.require_staff();
