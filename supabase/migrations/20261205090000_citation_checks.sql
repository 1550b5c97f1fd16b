-- What a form judged about the citations of a post, and the reason of whoever publishes one that its source contradicts
-- or does not have. Beside the post, as no visitor sees it.

create table public.citation_checks (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null constraint citation_checks_record_id_key unique,
  findings jsonb not null default '[]' constraint citation_checks_findings check (
    jsonb_typeof(findings) = 'array' and octet_length(findings::text) <= 1000000
  ),
  reason text constraint citation_checks_reason check (reason ~ '\S' and length(reason) <= 2000),
  reason_at timestamptz constraint citation_checks_reason_at check ((reason is null) = (reason_at is null)),
  updated_at timestamptz not null default now()
);
comment on table public.citation_checks is
  'The states of the citations of posts when a form was last saved. keep_citations writes it.';
comment on column public.citation_checks.record_id is 'The post.';
comment on column public.citation_checks.findings is
  '[{"sentence", "number", "state"}]; number: that of the source, 0 for a sentence that states a fact and cites nothing.';
comment on column public.citation_checks.reason is
  'Why the post was last published with a citation that is contradicted or not found; null when that never happened.';

create trigger touch_updated_at before update on public.citation_checks
  for each row execute function private.touch_updated_at();

alter table public.citation_checks enable row level security;
create policy "Staff read citation checks" on public.citation_checks
  for select to authenticated using ((select private.is_staff()));
revoke all on public.citation_checks from public, anon, authenticated, service_role;
grant select on public.citation_checks to authenticated, service_role;

create function private.keep_citations(post uuid, judged jsonb, given text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  fault text;
begin
  perform private.expect_staff();
  -- The post stays until this ends.
  perform from public.posts p where p.id = post for key share;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such post.';
  end if;
  fault := private.refusal(private.role_of_caller(), private.owns(post), false);
  if fault is not null then
    raise exception using errcode = '42501', hint = 'role', message = fault;
  end if;
  insert into public.citation_checks as c (record_id, findings, reason, reason_at)
  values (post, judged, given, case when given is not null then now() end)
  on conflict (record_id) do update set
    findings = excluded.findings, reason = coalesce(excluded.reason, c.reason),
    reason_at = coalesce(excluded.reason_at, c.reason_at);
end;
$$;

create function public.keep_citations(post uuid, findings jsonb, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.keep_citations(post, findings, reason);
$$;
comment on function public.keep_citations(uuid, jsonb, text) is
  'For staff who may write a draft of the post: keeps what was judged about its citations, and with a reason that and its time. Without one an earlier reason stays.';

create function private.forget_citations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.citation_checks c where c.record_id = old.id;
  return null;
end;
$$;
create trigger forget_citations after delete on public.posts
  for each row execute function private.forget_citations();

-- The audit log has reasons, in the history of the post.

create trigger record_in_trail after insert on public.citation_checks
  for each row when (new.reason is not null)
  execute function private.record_in_trail('updated_at', 'findings');
create trigger record_update_in_trail after update on public.citation_checks
  for each row when (new.reason_at is distinct from old.reason_at)
  execute function private.record_in_trail('updated_at', 'findings');

create function private.place_citations_in_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.record_id := new.parent_id;
  new.title := (select c.reason from public.citation_checks c where c.id = new.row_id);
  return new;
end;
$$;
comment on function private.place_citations_in_trail() is 'Shows a reason in the history of its post, as the title of the entry.';
create trigger place_citations before insert on public.trail
  for each row when (new.relation = 'citation_checks')
  execute function private.place_citations_in_trail();

revoke execute on function
  private.keep_citations, private.forget_citations, private.place_citations_in_trail from public;
revoke execute on function public.keep_citations from public, anon, service_role;
grant execute on function private.keep_citations, public.keep_citations to authenticated;
