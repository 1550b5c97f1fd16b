-- The heading of /course-matrix: each school names its program.

alter table public.site
  add column matrix_title text not null default 'Workshop Program: AI in Adult Education'
    constraint site_matrix_title_length check (btrim(matrix_title) <> '' and length(matrix_title) <= 120);
comment on column public.site.matrix_title is 'Heading and title of /course-matrix.';
grant update (matrix_title) on public.site to authenticated;
