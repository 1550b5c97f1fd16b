-- The part that AI had in the text of a post.

alter table public.posts
  add column ai text not null default 'none'
    constraint posts_ai check (ai in ('none', 'assisted', 'generated'));
comment on column public.posts.ai is
  'generated: a model wrote the text. assisted: a model wrote it, and somebody reviewed it and answers for it. none: no function wrote it.';
