-- The tables of content as rows, which functions and triggers read in place of lists of their own.

create table private.kinds (
  relation text primary key,
  parent text references private.kinds (relation),
  parent_key text,
  place_key text,
  part_key text,
  is_versioned boolean not null default false,
  owner_key text,
  public_key text,
  has_drafts boolean not null default false,
  document text[] not null default '{}',
  texts text[] not null default '{}',
  derived text[],
  address text,
  title_key text
);
comment on table private.kinds is 'Kinds of rows of content: records, and with a parent the parts of one.';
comment on column private.kinds.parent_key is 'The column of a part that refers to its parent.';
comment on column private.kinds.place_key is 'The column with the position of a part from 0; in a document it is the place in the list.';
comment on column private.kinds.part_key is 'The column by which a document without ids knows a part; it is unique below the parent.';
comment on column private.kinds.is_versioned is 'A write of a part gives its record another version, so that it is locked before the record and is in its history.';
comment on column private.kinds.owner_key is
  'The column that refers to the record with an owner, or to a parent that does; null for rows of publishers.';
comment on column private.kinds.public_key is
  'The column that makes a row public: a time, a future one included, or true. Null for rows that are public with their parent, or always.';
comment on column private.kinds.document is 'The columns and parts that a document may have.';
comment on column private.kinds.texts is 'The columns with Markdown.';
comment on column private.kinds.derived is
  'Columns that the audit log leaves out and nothing writes; null for a table with audit triggers of its own.';

comment on column private.kinds.address is 'The beginning of the public address of a record, which its slug follows; null where it has no slug.';
comment on column private.kinds.title_key is 'The column by which staff know a row; null for parts and rows that have none of their own.';

alter table private.kinds enable row level security;

insert into private.kinds (
  relation, parent, parent_key, place_key, part_key, is_versioned, owner_key, public_key, has_drafts, document, texts, derived
) values
  ('categories', null, null, null, null, false, null, null, false, '{name, slug}', '{}', '{updated_at}'),
  (
    'posts', null, null, null, null, false, 'id', 'published_at', true,
    '{title, slug, content, excerpt, category_id, published_at, author, picture}', '{content}', '{updated_at}'
  ),
  (
    'pages', null, null, null, null, false, 'id', 'published_at', true,
    '{title, slug, description, content, published_at, links}', '{content}', '{updated_at}'
  ),
  -- Menu and footer are the publishers', links of own pages included.
  ('links', 'pages', 'page_id', null, 'page_id', false, null, null, false, '{place}', '{}', '{updated_at}'),
  ('workshop_categories', null, null, null, null, false, null, null, false, '{name}', '{}', '{updated_at}'),
  (
    'workshops', null, null, null, null, false, 'id', null, true,
    '{title, subtitle, description, content, learning_objectives, max_participants, duration, workshop_category_id, picture}',
    '{content, learning_objectives}', '{updated_at}'
  ),
  (
    'ads', null, null, null, null, false, 'id', 'is_active', true,
    '{title, subtitle, description, cta_text, cta_url, type, offer_id, is_active}', '{}', '{updated_at}'
  ),
  ('course_categories', null, null, null, null, false, null, null, false, '{name}', '{}', '{updated_at}'),
  (
    'courses', null, null, null, null, false, 'id', 'is_published', true,
    '{title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, picture, modules}', '{}',
    '{updated_at, total_duration, module_count, lesson_count}'
  ),
  (
    'modules', 'courses', 'course_id', 'order_position', null, true, 'course_id', null, false,
    '{title, description, lessons}', '{}', '{updated_at}'
  ),
  (
    'lessons', 'modules', 'module_id', 'order_position', null, true, 'module_id', null, false,
    '{title, content, video_url, captions, transcript, duration, lesson_type}', '{content, transcript}', '{updated_at}'
  ),
  ('site', null, null, null, null, false, null, null, false, '{}', '{}', '{updated_at}'),
  ('prompts', null, null, null, null, false, null, null, false, '{}', '{}', '{updated_at}'),
  ('matrix_categories', null, null, null, null, false, null, null, false, '{code, name}', '{}', '{updated_at}'),
  ('matrix_target_groups', null, null, null, null, false, null, null, false, '{code, name}', '{}', '{updated_at}'),
  ('matrix_levels', null, null, null, null, false, null, null, false, '{code, name}', '{}', '{updated_at}'),
  ('matrix_dimensions', null, null, null, null, false, null, null, false, '{name}', '{}', '{updated_at}'),
  (
    'matrix_workshops', null, null, null, null, false, null, null, false,
    '{title, duration_hours, price_chf, prerequisites, category_id, target_group_id, level_id, matrix_workshop_learning_objectives}',
    '{}', '{updated_at}'
  ),
  (
    'matrix_workshop_learning_objectives', 'matrix_workshops', 'matrix_workshop_id', null, 'dimension_id', true, null, null,
    false, '{dimension_id, objective}', '{objective}', '{updated_at}'
  ),
  ('pictures', null, null, null, null, false, 'id', null, false, '{}', '{}', null),
  ('drafts', null, null, null, null, false, 'record_id', 'publish_at', false, '{}', '{}', null),
  ('redirects', null, null, null, null, false, null, null, false, '{address, target}', '{}', '{updated_at, relation, record_id, public_from}');

update private.kinds k set address = a.address
from (values ('posts', '/post/'), ('categories', '/category/'), ('pages', '/'), ('courses', '/courses/')) a (relation, address)
where k.relation = a.relation;

update private.kinds k set title_key = t.title_key
from (
  values
    ('title', '{posts, pages, workshops, ads, courses, modules, lessons, matrix_workshops, pictures}'::text[]),
    ('name', '{categories, workshop_categories, course_categories, prompts, matrix_categories, matrix_target_groups, matrix_levels, matrix_dimensions}'),
    ('label', '{links}'),
    ('address', '{redirects}')
) t (title_key, relations)
where k.relation = any (t.relations);

-- In PL/pgSQL a session plans a query once.
create function private.kinds_below(relation text) returns setof private.kinds
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with recursive below as (
      select 1 as depth, k.relation from private.kinds k where k.parent = kinds_below.relation
      union all
      select b.depth + 1, k.relation from below b join private.kinds k on k.parent = b.relation
    )
    select k.* from below b join private.kinds k on k.relation = b.relation order by b.depth, b.relation;
end;
$$;
comment on function private.kinds_below(text) is 'The kinds of the parts of a record, outer ones first.';

create function private.stored_row(relation text, id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  state jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', relation) into state using id;
  return state;
end;
$$;
comment on function private.stored_row(text, uuid) is 'The present state of a row; null when there is none.';

create function private.stored_rows(relation text, ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rows jsonb;
begin
  execute format('select coalesce(jsonb_object_agg(t.id, to_jsonb(t)), ''{}'') from public.%I t where t.id = any ($1)', relation)
    into rows using ids;
  return rows;
end;
$$;
comment on function private.stored_rows(text, uuid[]) is 'The present states of rows by their ids.';
