-- Ads as visitors see them: the active ones, with the title of their offer where that is public.

create view public.shown_ads with (security_invoker = true) as
select
  a.id, a.type, a.subtitle, a.description, a.cta_text, a.cta_url,
  case
    when a.type = 'team' then (select w.title from public.workshops w where w.id = a.offer_id)
    else (select c.title from public.courses c where c.id = a.offer_id and c.is_published)
  end as offer_title
from public.ads a
where a.is_active;
comment on view public.shown_ads is 'Active ads, the same for everybody. offer_title is null without an offer that visitors can see.';

revoke all on public.shown_ads from public, anon, authenticated, service_role;
grant select on public.shown_ads to anon, authenticated, service_role;
