-- What uses a picture says whether visitors see it now, or from a time on.

create function private.scheduled_for(relation text, record_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select case relation
    when 'posts' then (select p.published_at from public.posts p where p.id = record_id and p.published_at > now())
    when 'pages' then (select p.published_at from public.pages p where p.id = record_id and p.published_at > now())
  end;
$$;
comment on function private.scheduled_for(text, uuid) is
  'The future time from which visitors see a record; null for one that they see, or never.';

drop function public.picture_uses(uuid);
drop function private.picture_uses(uuid);

create function private.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, is_scheduled boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return query
    with uses as (
      select u.relation, u.record_id, u.title, u.is_public and t.later is null as is_public,
        u.is_public and t.later is not null or exists (
          select from public.drafts d
          where d.record_id = u.record_id and d.publish_at is not null
            and strpos(d.content::text, picture_uses.picture::text) > 0
        ) as is_scheduled
      from private.uses_of_picture(picture_uses.picture) u
      cross join lateral (select private.scheduled_for(u.relation, u.record_id) as later) t
    )
    select * from uses u order by u.is_public desc, u.is_scheduled desc, u.relation, u.title, u.record_id;
end;
$$;

create function public.picture_uses(picture uuid)
returns table (relation text, record_id uuid, title text, is_public boolean, is_scheduled boolean)
language sql stable security invoker set search_path = ''
as $$
  select * from private.picture_uses(picture);
$$;
comment on function public.picture_uses(uuid) is
  'For staff: the records that use a picture of the library, those that visitors see first, then those that they will see. A lesson counts as its course, a draft as its record.';

revoke execute on function private.scheduled_for, private.picture_uses, public.picture_uses
  from public, anon, authenticated, service_role;
grant execute on function private.picture_uses, public.picture_uses to authenticated;
