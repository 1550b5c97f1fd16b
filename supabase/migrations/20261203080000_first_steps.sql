-- The first steps of a new site, which the dashboard shows until each is done or was declared not needed.

alter table public.site add column skipped_steps text[] not null default '{}'
  constraint site_skipped_steps_known
    check (skipped_steps <@ array['name', 'colors', 'imprint', 'post', 'invitation']);
comment on column public.site.skipped_steps is 'First steps that staff declared not needed: name, colors, imprint, post, invitation.';
grant update (skipped_steps) on public.site to authenticated;

create function private.first_steps() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  return (
    select jsonb_build_object(
      'skipped', to_jsonb(s.skipped_steps),
      'done', to_jsonb(array_remove(array[
        -- The values of private.put_first_site.
        case when s.name <> 'KI-Lernplattform' then 'name' end,
        case when lower(s.brand_color) <> '#2347c5' or lower(s.accent_color) <> '#ff9a62' then 'colors' end,
        case when exists (
          select from public.pages p where p.slug = 'impressum' and p.published_at <= now()
        ) then 'imprint' end,
        case when exists (select from public.posts p where p.published_at <= now()) then 'post' end,
        case when (select count(*) > 1 from private.staff) or exists (
          select from private.invitations i
          where not i.by_start and i.accepted_at is null and i.expires_at > now()
        ) then 'invitation' end
      ], null))
    )
    from public.site s
  );
end;
$$;
comment on function private.first_steps() is 'Which first steps are done, and which are not needed.';

create function public.first_steps() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.first_steps();
$$;
comment on function public.first_steps() is 'Which first steps of a new site are done, and which are not needed. Staff only.';

create function private.skip_first_steps(steps text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.expect_staff();
  update public.site s
  set skipped_steps = (select array_agg(distinct step order by step) from unnest(s.skipped_steps || steps) step)
  where not steps <@ s.skipped_steps;
end;
$$;
comment on function private.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody.';

create function public.skip_first_steps(steps text[]) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.skip_first_steps(steps);
$$;
comment on function public.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody. Staff only.';

revoke execute on function private.first_steps, public.first_steps, private.skip_first_steps, public.skip_first_steps
  from public, anon;
revoke execute on function public.first_steps, public.skip_first_steps from service_role;
grant execute on function private.first_steps, public.first_steps, private.skip_first_steps, public.skip_first_steps
  to authenticated;
