-- An account that was deleted while its write waited is refused by its role before its row: the foreign key would be asked
-- first otherwise, with an error that says nothing of rights. The trigger comes after hold_role, by its name.
do $$
declare
  target regclass;
begin
  for target in
    select unnest(array[
      'public.sources', 'private.import_rows', 'private.ai_calls', 'private.article_claims', 'private.publication_requests'
    ]::regclass[])
  loop
    execute format('drop trigger expect_staff on %s', target);
    execute format(
      'create trigger still_staff before insert on %s for each statement execute function private.expect_staff_at_write()',
      target
    );
  end loop;
end;
$$;
