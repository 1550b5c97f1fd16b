interface Break {
  readonly change: string;
  readonly namedBy: string;
  readonly sql: string;
}

/** Migrations that break releases, by the checks that name them. */
const NAMED_BY: Readonly<Record<'both' | 'rendering' | 'squawk', Readonly<Record<string, string>>>> = {
  both: {
    'a dropped column': 'alter table public.posts drop column excerpt cascade',
    'a dropped table': 'drop table public.matrix_workshop_learning_objectives cascade',
  },
  rendering: {
    'a dropped function': 'drop function public.search(text, integer)',
    'a second function that takes the same call': `create function public.count_posts(category_slug text default null, author text default null) returns bigint
      language sql stable as 'select count(*) from public.posts'`,
    'a function without one of its arguments': `alter function public.newest_posts(bigint, integer, text) rename to newest_posts_of;
      create function public.newest_posts(skip bigint, take integer) returns setof public.posts
      language sql stable as 'select * from public.newest_posts_of(skip, take)'`,
    'a second foreign key to a table of embedded rows':
      'alter table public.posts add column other_category_id uuid references public.categories (id)',
    'a dropped foreign key of embedded rows': 'alter table public.lessons drop constraint lessons_module_id_fkey',
    'a table that visitors may no longer read': 'revoke select on public.workshops from anon',
    'a column that visitors may no longer read': `revoke select on public.course_categories from anon;
      grant select (id) on public.course_categories to anon`,
    'a dropped policy': 'drop policy "Visitors read published posts" on public.posts',
    'a policy that hides the rows within others': `create policy "Nobody reads categories" on public.workshop_categories
      as restrictive for select to anon using (false)`,
    'a function that visitors may no longer call':
      'revoke execute on function public.count_posts(text) from public, anon',
    'a function that fails': `create or replace function public.count_posts(category_slug text default null) returns bigint
      language plpgsql stable as 'begin raise exception ''not any more''; end'`,
    'a function with another result': `drop function public.search(text, integer);
      create function public.search(query text, max_hits integer default 20) returns jsonb
      language sql stable as 'select jsonb_build_object(''hits'', ''[]''::jsonb)'`,
    'a constraint that rows do not fulfil':
      "alter table public.posts add constraint posts_author_is_named check (author ~ 'Nobody')",
  },
  squawk: {
    'a column of another type': 'alter table public.posts alter column comment_count type bigint',
    'a column that every new row needs': 'alter table public.redirects add column color text not null',
  },
};

export const BREAKS: readonly Break[] = Object.entries(NAMED_BY).flatMap(([namedBy, changes]) =>
  Object.entries(changes).map(([change, sql]) => ({ change, namedBy, sql })),
);

export const HARMLESS: Readonly<Record<string, string>> = {
  'a new table': `create table public.events (id uuid primary key default gen_random_uuid(), title text not null);
    alter table public.events enable row level security;
    create policy "Everybody reads events" on public.events for select to anon, authenticated using (true);
    grant select on public.events to anon, authenticated`,
  'a new column': 'alter table public.posts add column subtitle text',
  'a new column with a default': 'alter table public.workshops add column seats integer default 12',
  'a new required column with a default':
    'alter table public.posts add column reading_minutes integer not null default 5',
  'a new index': 'create index posts_of_author on public.posts (author)',
  'a dropped index': 'drop index public.posts_of_category',
  'a function that is replaced by an equal one':
    "do $$ begin execute pg_get_functiondef('public.search(text, integer)'::regprocedure); end $$",
  'a function with one more argument, which has a default': `drop function public.count_posts(text);
    create function public.count_posts(category_slug text default null, written_by text default null) returns bigint
    language sql stable as $$
      select count(*) from public.posts p left join public.categories c on c.id = p.category_id
      where (category_slug is null or c.slug = category_slug) and (written_by is null or p.author = written_by)
    $$;
    grant execute on function public.count_posts(text, text) to anon, authenticated`,
  'a renamed constraint': 'alter table public.posts rename constraint posts_slug_key to posts_slug_is_unique',
  'a policy for staff': `create policy "Staff read all ads, too" on public.ads for select to authenticated
    using ((select public.is_staff()))`,
  'another comment': "comment on table public.posts is 'Posts of the blog.'",
  'a wider check': `alter table public.courses drop constraint courses_difficulty_level,
    add constraint courses_difficulty_level check (difficulty_level in ('beginner', 'intermediate', 'advanced', 'expert'))`,
  'a new trigger': `create function private.nothing() returns trigger language plpgsql as 'begin return new; end';
    create trigger nothing before update on public.posts for each row execute function private.nothing()`,
  'another value of an enum': `create type public.mood as enum ('calm');
    alter type public.mood add value 'glad' after 'calm'`,
  'a new view': `create view public.newest_workshops with (security_invoker = true) as
      select id, title from public.workshops order by created_at desc limit 3;
    grant select on public.newest_workshops to anon`,
  'filled gaps':
    "update public.posts set excerpt = title where excerpt is null; update public.posts set author = 'Alex Muster'",
  'more rights': 'grant select on public.trail to service_role; grant select on public.ads to anon',
  'a new function': `create function public.count_workshops() returns bigint
    language sql stable as 'select count(*) from public.workshops'`,
  'a column that a trigger fills': `alter table public.posts add column summary text;
    update public.posts set summary = excerpt;
    create function private.fill_summary() returns trigger language plpgsql as 'begin new.summary := new.excerpt; return new; end';
    create trigger fill_summary before insert or update on public.posts for each row execute function private.fill_summary()`,
  'a foreign key to a table that no page embeds':
    'alter table public.workshops add column host_id uuid references auth.users (id) on delete set null',
};
