-- Forms. Each reads a record in one request, with all that the database says about it.

create function private.read_editing(kind text, record uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  live jsonb;
  columns jsonb;
  draft public.drafts;
  waiting jsonb;
begin
  perform private.expect_staff();
  if record is not null and private.columns_of_draft(kind) is not null then
    live := private.stored_row(kind, record);
    if live is null then
      raise exception using errcode = 'PT404', message = 'There is no such record.';
    end if;
    -- The builder reads the outline of a course apart, without its texts.
    columns := case kind
      when 'courses' then private.columns_in_draft(kind, live) else private.content_of(kind, record, live)
    end || jsonb_build_object('id', record, 'updated_at', live -> 'updated_at');
    select d.* into draft from public.drafts d where d.record_id = record;
  end if;
  if draft.id is not null then
    waiting := private.state_of_draft(draft);
    waiting := waiting || jsonb_build_object(
      'began', case when (waiting ->> 'is_stale')::boolean then private.beginning_of_draft(draft, live) end
    );
  end if;
  return private.read_publication(kind, record) || jsonb_build_object(
    'record', columns, 'draft', waiting,
    'origin', case when kind = 'posts' and record is not null then private.read_origin(record) end
  );
end;
$$;
comment on function private.read_editing(text, uuid) is
  'For staff: what the form of a record reads. record: its columns and parts, without the modules of a course; null for a new one and for a kind without drafts, whose table the form reads. draft: as read_draft, but began is null unless the record has changed since the draft began. refusal, draft_refusal and request: as read_publication. origin: as read_origin, null for anything but a post. 404 when there is no such record.';
select private.expose('read_editing', 'authenticated');

create function public.choices_of_post(post uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
      from public.categories c
    ),
    'sources', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.number), '[]')
      from (
        select o.id, o.number, o.url, o.title, o.state, o.failure
        from public.sources o where o.post_id = choices_of_post.post order by o.number limit 999
      ) s
    ),
    'check', (
      select jsonb_build_object('findings', k.findings, 'reason', k.reason)
      from public.citation_checks k where k.record_id = choices_of_post.post
    )
  );
$$;
comment on function public.choices_of_post(uuid) is
  'For the form of a post: all categories, the sources of the post, at most 999, and its citations as they were judged last (check). post: null for a new one.';

grant execute on function public.choices_of_post to authenticated;
