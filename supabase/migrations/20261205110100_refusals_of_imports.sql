-- The check of an import says which rows the role of the caller does not allow, before the triggers refuse them.

create function private.refuse_rows(target text, import uuid) returns void
language sql volatile set search_path = ''
as $$
  with judged as (
    select r.number, case
      when refuse_rows.target = 'matrix' or r.creates <> '{}' then 'Only publishers may do this.'
      else private.refusal(
        private.role_of_caller(), r.target is null or private.owns(r.target),
        p.published_at is not null or private.moment_of(r.entry ->> 'published_at') is not null
      )
    end as fault
    from private.import_rows r left join public.posts p on p.id = r.target
    where r.account = auth.uid() and r.import = refuse_rows.import and r.outcome in ('create', 'update')
  )
  update private.import_rows r set outcome = 'wrong', faults = array[j.fault], creates = '{}'
  from judged j
  where r.account = auth.uid() and r.import = refuse_rows.import and r.number = j.number and j.fault is not null;
$$;
comment on function private.refuse_rows(text, uuid) is
  'Marks the staged rows that check_role would refuse, as they would be new or change what is there.';

create or replace function private.check_import(target text, import uuid, update_existing boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  case target
    when 'posts' then perform private.check_posts(import, update_existing);
    when 'matrix' then perform private.check_matrix(import, update_existing);
    else raise exception using errcode = 'PT400',
      message = format('There is no import of “%s”; expected posts or matrix.', target);
  end case;
  if private.role_of_caller() <> 'publisher' then
    perform private.refuse_rows(target, import);
  end if;
  return private.import_report(import);
end;
$$;

revoke execute on function private.refuse_rows from public;
