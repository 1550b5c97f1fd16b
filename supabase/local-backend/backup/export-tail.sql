-- Supabase's own authentication cannot read accounts in which these are null.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where instance_id is null;
    update auth.users set confirmation_token = coalesce(confirmation_token, ''),
      recovery_token = coalesce(recovery_token, ''), email_change = coalesce(email_change, ''),
      email_change_token_new = coalesce(email_change_token_new, '');
  end if;
end
$$;
-- Some of the records that still had words of an earlier version get theirs here, the others where the database is served.
do $$
begin
  if to_regprocedure('private.index_batch(integer)') is not null then
    perform private.index_batch(1000);
    -- Triggers, of which one would end this row, do not run here. Nobody keeps a page of this database yet.
    delete from private.changed_topics;
  end if;
end
$$;
commit;
