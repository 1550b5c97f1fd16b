import { createClient } from '@supabase/supabase-js';
import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

const ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://player.vimeo.com.evil.example/video/1',
  '//evil.example/a.html',
  'https://www.youtube.com/watch?v="><script>alert(1)</script>',
];

type Row = Readonly<Record<string, unknown>>;

/** Addresses that show the rows of one portion. */
export interface HostileAddresses {
  readonly open: readonly string[];
  readonly staff: readonly string[];
}

const namesOf = (table: string, columns: string) => columns.split(' ').map((column) => `${table}.${column}`);

/** Text columns whose values the database restricts. */
export const NOT_FREE = new Set([
  ...['drafts.relation', 'sources.url', 'sources.state', 'prompts.workflow_type'],
  ...namesOf('pictures', 'content_type original'),
  ...namesOf('workflows', 'workflow_type status'),
  ...namesOf('ads', 'type'),
  ...namesOf('courses', 'difficulty_level slug total_duration'),
  ...namesOf('lessons', 'lesson_type'),
  ...namesOf('posts', 'ai slug'),
  ...['categories.slug', 'pages.slug'],
  ...namesOf('links', 'place address'),
  ...namesOf('redirects', 'address target relation'),
  ...namesOf('site', 'logo brand_color accent_color language locale currency time_zone country contact_email'),
]);

/** Inserts a record of every kind with a portion of the payloads in each text. */
export async function writeHostileRows(backend: TestBackend, portion: readonly string[], number: number) {
  const client = createClient(backend.url, backend.serviceRoleKey, { auth: { persistSession: false } });
  const written = new Map<string, Set<string>>();
  const line = `${number} ${portion.join(' ').replaceAll(/\s+/g, ' ')}`;
  const markdown = portion.join('\n\n');
  const slug = `angriff-${number}`;

  const add = async (table: string, row: Row): Promise<string> => {
    const { data, error } = await client.from(table).insert(row).select('id').single();
    if (error) throw new Error(`${table}: ${error.message}`);
    written.set(table, new Set([...(written.get(table) ?? []), ...Object.keys(row)]));
    return data.id;
  };

  const picture = await add('pictures', { title: line, alt: line, failure: line });
  const copy = await add('pictures', { title: line, origin: line.slice(0, 500) });
  const category_id = await add('categories', { name: line, slug });
  const published_at = new Date(Date.now() - 60_000).toISOString();
  const post = { title: line, content: markdown, excerpt: line, author: line, category_id, picture };
  const post_id = await add('posts', { ...post, slug, published_at });
  const gone = await add('posts', { ...post, slug: `${slug}-fort`, published_at: null });
  await client.from('posts').delete().eq('id', gone);

  // No role of the API writes these tables.
  const findings = [{ sentence: line, number: 1, state: 'not found' }];
  await backend.database.query(
    "insert into drafts (relation, record_id, entry, content, failure) values ('posts', $1, 0, $2::jsonb, $3)",
    [post_id, JSON.stringify({ ...post, slug, published_at }), line],
  );
  await backend.database.query(
    'insert into citation_checks (record_id, findings, reason, reason_at) values ($1, $2::jsonb, $3, now())',
    [post_id, JSON.stringify(findings), line.slice(0, 2000)],
  );
  written.set('drafts', new Set(['content', 'failure'])).set('citation_checks', new Set(['findings', 'reason']));
  const source = { receipt: crypto.randomUUID(), post_id, url: 'https://example.org/', title: line };
  const quotes = portion.map((text) => ({ sentence: text, quote: text }));
  await add('sources', { ...source, number: 1, state: 'read', text: markdown, quotes });
  await add('sources', { ...source, number: 2, state: 'unreadable', failure: line });

  const texts = { title: line, subtitle: line, description: line };
  const address = `http://127.0.0.1:9/"onerror="alert(1)`;
  const ad = await add('ads', { ...texts, cta_text: line, cta_url: address, type: 'other', is_active: true });
  const workshop_category_id = await add('workshop_categories', { name: line });
  const ofWorkshop = { content: markdown, learning_objectives: markdown, workshop_category_id };
  const workshop = await add('workshops', { ...texts, ...ofWorkshop });

  const page = { title: line, slug: `seite-${number}`, description: line, content: markdown };
  const site_page = await add('pages', { ...page, published_at });
  const link = await add('links', { place: 'footer', label: line.slice(0, 60), address: '/' });
  const facts = ['claim', 'description', 'legal_name', 'responsible_person', 'phone', 'street', 'postal_code', 'city'];
  const lengths = { name: 80, short_name: 40, workshops_intro: 400, courses_intro: 400, matrix_title: 120 };
  const site = Object.fromEntries([
    ...[...facts, 'register_entry', 'vat_id'].map((column) => [column, line]),
    ...Object.entries(lengths).map(([column, length]) => [column, line.slice(0, length)]),
  ]);
  await client.from('site').update(site).neq('name', '').throwOnError();
  written.set('site', new Set(Object.keys(site)));

  const course_category_id = await add('course_categories', { name: line });
  const ofCourse = { slug, thumbnail_url: address, course_category_id, is_published: true };
  const course = await add('courses', { title: line, description: line, ...ofCourse });
  const module_id = await add('modules', { course_id: course, title: line, description: line });
  const captions = `WEBVTT\n\n00:00.000 --> 00:01.000\n${line}`;
  const video = { lesson_type: 'video', video_url: ADDRESSES[number % ADDRESSES.length], captions };
  const lesson = await add('lessons', { module_id, title: line, content: markdown, transcript: markdown, ...video });

  const axis = { code: `${number}${line}`, name: line, sort_order: 90 };
  const place = {
    category_id: await add('matrix_categories', axis),
    target_group_id: await add('matrix_target_groups', axis),
    level_id: await add('matrix_levels', axis),
  };
  const dimension_id = await add('matrix_dimensions', { name: line, sort_order: 90 });
  const matrixRow = { title: line, prerequisites: markdown, duration_hours: 1, price_chf: 1, ...place };
  const matrix_workshop_id = await add('matrix_workshops', matrixRow);
  await add('matrix_workshop_learning_objectives', { matrix_workshop_id, dimension_id, objective: markdown });

  const search = { workflow_type: 'perplexity_web_search', status: 'completed' };
  const ideas = { workflow_type: 'gemini_blog_ideas', input_data: { filename: line, filesize: 1, filetype: line } };
  const items = portion.map((text, id) => ({ id: `${id}`, title: text, description: text, mehrwert: text }));
  await add('prompts', { name: line, prompt_text: markdown, workflow_type: search.workflow_type });
  await add('workflows', {
    ...search,
    input_data: { query: line, max_results: 10, search_recency_filter: 'year', search_domain_filter: [...portion] },
    output_data: { query: line, content: markdown, citations: [...portion], related_questions: [...portion] },
  });
  await add('workflows', { ...ideas, status: 'completed', output_data: { items, total_count: items.length } });
  await add('workflows', { ...ideas, status: 'failed', error_message: line });
  return {
    written,
    open: [
      ...[`/post/${slug}`, `/category/${slug}`, `/seite-${number}`],
      ...[`/courses/${slug}`, `/courses/${slug}/lessons/${lesson}`],
      ...[`/workshops?workshop=${workshop}`, `/workshops/${workshop}`],
      ...[`/course-matrix?workshop=${matrix_workshop_id}`, `/course-matrix/${matrix_workshop_id}`],
    ],
    staff: [
      ...[picture, copy].map((id) => `/admin/pictures/edit/${id}`),
      ...[`/admin/posts/edit/${post_id}`, `/admin/ads/edit/${ad}`, `/admin/pages/edit/${site_page}`],
      ...[`/admin/links/edit/${link}`, '/admin/site', `/admin/workshops/edit/${workshop}`],
      ...[`/admin/courses/edit/${course}`, `/admin/courses/builder/${course}`],
    ],
  };
}

/** Every free-text column of the API's tables. */
export async function freeTexts(backend: TestBackend): Promise<string[]> {
  const columns = await backend.database.query<{ name: string }>(
    `select table_name || '.' || column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'trail'
       and data_type in ('text', 'jsonb', 'character varying')`,
  );
  return columns.map(({ name }) => name).filter((name) => !NOT_FREE.has(name));
}
