-- The words below the headings of the lists of workshops and courses: each school has its own.

alter table public.site
  add column workshops_intro text not null
    default 'Vom ersten Ausprobieren bis zur gemeinsamen Spielregel: Wir kommen in Ihr Haus und arbeiten an Ihren Aufgaben.'
    constraint site_workshops_intro_length check (length(workshops_intro) <= 400),
  add column courses_intro text not null
    default 'Lektion für Lektion im eigenen Tempo: lesen, zuschauen, gleich am eigenen Kurs ausprobieren.'
    constraint site_courses_intro_length check (length(courses_intro) <= 400);
comment on column public.site.workshops_intro is 'Below the heading of /workshops; an empty text shows nothing.';
comment on column public.site.courses_intro is 'Below the heading of /online-courses; an empty text shows nothing.';
grant update (workshops_intro, courses_intro) on public.site to authenticated;
