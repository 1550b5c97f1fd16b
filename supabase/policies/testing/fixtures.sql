-- One row that everybody may read and one that only staff may read, in every table that has both.

insert into public.categories (id, name, slug)
values ('c0000000-0000-4000-8000-000000000001', 'Praxis', 'praxis');

insert into public.posts (id, title, slug, content, category_id, published_at, author) values
  ('b0000000-0000-4000-8000-000000000001', 'Veröffentlicht', 'veroeffentlicht', 'Über Prüfungen mit KI.',
    'c0000000-0000-4000-8000-000000000001', now() - interval '1 hour', 'Redaktion'),
  ('b0000000-0000-4000-8000-000000000002', 'Geplant', 'geplant', 'Auch über Prüfungen.',
    'c0000000-0000-4000-8000-000000000001', now() + interval '1 hour', 'Redaktion'),
  ('b0000000-0000-4000-8000-000000000003', 'Entwurf', 'entwurf', 'Noch mehr über Prüfungen.', null, null, 'Redaktion');

insert into public.posts (id, title, slug, content, author)
values ('b0000000-0000-4000-8000-000000000004', 'Gelöscht', 'geloescht', 'Im Papierkorb.', 'Redaktion');
delete from public.posts where id = 'b0000000-0000-4000-8000-000000000004';

insert into public.ads (id, title, subtitle, description, cta_url, type, is_active) values
  ('a0000000-0000-4000-8000-000000000001', 'Aktiv', 'Untertitel', 'Text', '/workshops', 'team', true),
  ('a0000000-0000-4000-8000-000000000002', 'Inaktiv', 'Untertitel', 'Text', '/workshops', 'other', false);

insert into public.workflows (id, workflow_type, status)
values ('f0000000-0000-4000-8000-000000000001', 'perplexity_web_search', 'completed');

insert into public.prompts (id, name, prompt_text, workflow_type, is_active) values
  ('e0000000-0000-4000-8000-000000000001', 'Erster', 'Suche.', 'perplexity_web_search', true),
  ('e0000000-0000-4000-8000-000000000002', 'Zweiter', 'Suche anders.', 'perplexity_web_search', false),
  ('e0000000-0000-4000-8000-000000000003', 'Dritter', 'Denk dir etwas aus.', 'gemini_blog_ideas', true);

insert into public.workshop_categories (id, name)
values ('c0000000-0000-4000-8000-000000000002', 'Einstieg');

insert into public.workshops (id, title, description, duration, workshop_category_id)
values ('d0000000-0000-4000-8000-000000000001', 'Werkstatt', 'Prüfungen entwerfen.', '03:30:00',
  'c0000000-0000-4000-8000-000000000002');

insert into public.course_categories (id, name)
values ('c0000000-0000-4000-8000-000000000003', 'Grundlagen');

insert into public.courses (id, title, slug, description, is_published, course_category_id) values
  ('10000000-0000-4000-8000-000000000001', 'Offener Kurs', 'offener-kurs', 'Prüfungen verstehen.', true,
    'c0000000-0000-4000-8000-000000000003'),
  ('10000000-0000-4000-8000-000000000002', 'Kursentwurf', 'kursentwurf', 'Prüfungen, zweiter Teil.', false, null);

insert into public.modules (id, course_id, title, order_position) values
  ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'Erstes Modul', 0),
  ('20000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000001', 'Zweites Modul', 1),
  ('20000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000002', 'Modul im Entwurf', 0);

insert into public.lessons (id, module_id, title, duration, order_position) values
  ('30000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'A', '00:10:00', 0),
  ('30000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000001', 'B', '00:20:00', 1),
  ('30000000-0000-4000-8000-000000000003', '20000000-0000-4000-8000-000000000002', 'C', '00:30:00', 0),
  ('30000000-0000-4000-8000-000000000004', '20000000-0000-4000-8000-000000000003', 'D', '00:40:00', 0);

insert into public.matrix_categories (id, code, name, sort_order)
values ('40000000-0000-4000-8000-000000000001', 'A', 'Anfang', 1);
insert into public.matrix_target_groups (id, code, name, sort_order)
values ('40000000-0000-4000-8000-000000000002', 'L', 'Lehrende', 1);
insert into public.matrix_levels (id, code, name, sort_order)
values ('40000000-0000-4000-8000-000000000003', '1', 'Basis', 1);
insert into public.matrix_dimensions (id, name, sort_order)
values
  ('40000000-0000-4000-8000-000000000004', 'Wissen', 1),
  ('40000000-0000-4000-8000-000000000007', 'Anwendung', 2);
insert into public.matrix_workshops (id, title, duration_hours, price_chf, category_id, target_group_id, level_id)
values ('40000000-0000-4000-8000-000000000005', 'Prüfungen planen', 3.5, 290,
  '40000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000002',
  '40000000-0000-4000-8000-000000000003');
insert into public.matrix_workshop_learning_objectives (id, matrix_workshop_id, dimension_id, objective)
values ('40000000-0000-4000-8000-000000000006', '40000000-0000-4000-8000-000000000005',
  '40000000-0000-4000-8000-000000000004', 'Sie wissen es.');
