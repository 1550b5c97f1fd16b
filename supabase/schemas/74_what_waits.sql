-- What waits for the caller, above the posts of the dashboard.

create function private.own_drafts() returns table (relation text, id uuid, at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- An inactive ad is put aside, and no draft.
  unpublished constant text := (
    select string_agg(format(
      'union all (
         select %1$L, t.id, t.updated_at from public.%1$I t
         where t.%2$I is %3$s and not exists (select from public.drafts d where d.record_id = t.id)
       )',
      k.relation, k.public_key, case k.public_key when 'published_at' then 'null' else 'false' end
    ), ' ')
    from private.kinds k where k.has_drafts and k.public_key in ('published_at', 'is_published')
  );
begin
  return query execute format(
    'select w.* from (
       select u.* from (
         (select d.relation, d.record_id, d.updated_at from public.drafts d where d.publish_at is null and d.failure is null)
         %s
       ) u (relation, id, at)
       order by u.at desc, u.id limit 500
     ) w
     where (
       $1 = (select o.account from private.owners o where o.relation = w.relation and o.record = w.id) or $1 = (
         select t.actor_id from public.trail t
         where t.record_id = w.id and t.relation not in (''sign_offs'', ''citation_checks'') order by t.id desc limit 1
       )
     ) and not exists (select from private.publication_requests r where r.record = w.id)
     order by w.at desc, w.id limit 20',
    unpublished
  ) using (select auth.uid());
end;
$$;
comment on function private.own_drafts() is
  'The newest 20 unpublished records and drafts that the caller created or was the last to edit, among the newest 500 of everybody, without those that wait for a time or a publisher.';

create function private.coming_publications() returns table (relation text, id uuid, at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  records constant text := (
    select string_agg(format('union all select %1$L, t.id, t.published_at from public.%1$I t', k.relation), ' ')
    from private.kinds k where k.public_key = 'published_at'
  );
begin
  return query execute format(
    'select u.* from (select d.relation, d.record_id, d.publish_at from public.drafts d %s) u (relation, id, at)
     where u.at > now() and u.at <= now() + interval ''7 days'' order by u.at, u.id limit 20',
    records
  );
end;
$$;
comment on function private.coming_publications() is 'The next 20 records and drafts that are published at a time within 7 days.';

create function private.what_waits(legal text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return jsonb_build_object(
    'steps', private.first_steps(),
    'reading_since', (select s.reading_since from public.site s where private.role_of_caller() = 'publisher'),
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'relation', f.relation, 'id', f.record_id, 'title', private.title_of(f.relation, f.record_id), 'reason', f.failure
      ) order by f.updated_at desc, f.id), '[]')
      from (
        select d.* from public.drafts d
        where d.failure is not null
          and (private.role_of_caller() = 'publisher' or private.owns(d.relation, d.record_id))
        order by d.updated_at desc, d.id limit 20
      ) f
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'relation', r.kind, 'id', r.record, 'title', r.title, 'at', r.requested_at, 'by', r.requested_by
      ) order by r.requested_at, r.record), '[]')
      from private.publication_requests() r
    ),
    'drafts', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('title', private.title_of(d.relation, d.id)) order by d.at desc, d.id), '[]')
      from private.own_drafts() d
    ),
    'coming', (
      select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('title', private.title_of(c.relation, c.id)) order by c.at, c.id), '[]')
      from private.coming_publications() c
    ),
    'unsigned', (select count(*) from public.posts p where p.ai = 'generated'),
    'legal', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', l.slug, 'id', p.id) order by l.place), '[]')
      from unnest(legal) with ordinality l (slug, place)
      left join public.pages p on p.slug = l.slug
      where coalesce(p.published_at > now(), true)
    ),
    'is_operator', private.is_operator()
  );
end;
$$;
comment on function private.what_waits(text[]) is
  'For staff: what the dashboard shows above its posts. failed: drafts that could not be published at their time, of the caller, for publishers of everybody; requests as publication_requests; drafts: the caller''s own; coming: what is published within 7 days; unsigned: posts that AI wrote and nobody signed off; legal: those of these slugs without a public page; reading_since: the time for which former_texts has a list.';
select private.expose('what_waits', 'authenticated');
