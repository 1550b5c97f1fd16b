-- Texts that pages show otherwise since Markdown is read for German texts are listed for staff, until somebody dismisses the
-- list for everybody. A new site has no text from before.

alter table public.site add column reading_since timestamptz default now();
comment on column public.site.reading_since is
  'Texts that were last changed before are compared with how Markdown was read then; null once staff dismissed the list.';
grant update (reading_since) on public.site to authenticated;
