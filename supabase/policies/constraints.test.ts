import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { rules, type TableName } from './testing/rules.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;

const NOT_NULL = '23502';
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
const CHECK = '23514';

const add = (table: TableName, values: Record<string, unknown>) => {
  const row: object = { ...rules[table].row, ...values };
  return as.staff.from(table).insert(row).select().single();
};

describe('refused', () => {
  test.each<[table: TableName, values: Record<string, unknown>, code: string]>([
    ['posts', { title: ' \n' }, CHECK],
    ['posts', { title: null }, NOT_NULL],
    ['posts', { content: ' ' }, CHECK],
    ['posts', { slug: '' }, CHECK],
    ['posts', { slug: 'a/b' }, CHECK],
    ['posts', { slug: 'a b' }, CHECK],
    ['posts', { slug: '..' }, CHECK],
    ['posts', { slug: 'entwurf' }, UNIQUE],
    ['posts', { comment_count: -1 }, CHECK],
    ['categories', { slug: 'praxis' }, UNIQUE],
    ['workshops', { title: '' }, CHECK],
    ['workshops', { max_participants: -1 }, CHECK],
    ['workshops', { max_participants: 1.5 }, '22P02'],
    ['workshops', { duration: '24:00:00' }, CHECK],
    ['workshops', { duration: '12:60:00' }, '22008'],
    ['courses', { title: ' ' }, CHECK],
    ['courses', { slug: 'offener-kurs' }, UNIQUE],
    ['courses', { difficulty_level: 'expert' }, CHECK],
    ['courses', { thumbnail_url: 'javascript:alert(1)' }, CHECK],
    ['courses', { enrollment_count: -1 }, CHECK],
    ['modules', { title: ' ' }, CHECK],
    ['lessons', { title: ' ' }, CHECK],
    ['lessons', { lesson_type: 'audio' }, CHECK],
    ['lessons', { captions: '' }, CHECK],
    ['lessons', { captions: '1\n00:00:01,000 --> 00:00:02,000\nHallo' }, CHECK],
    ['lessons', { captions: 'WEBVTTX' }, CHECK],
    ['ads', { cta_url: 'javascript:alert(1)' }, CHECK],
    ['ads', { cta_url: ' https://example.com' }, CHECK],
    ['ads', { cta_url: 'mailto:a@example.com' }, CHECK],
    ['ads', { cta_url: '/\t/example.com' }, CHECK],
    ['ads', { cta_url: '/.//example.com' }, CHECK],
    ['ads', { cta_url: 'https:\\\\example.com' }, CHECK],
    ['ads', { title: '' }, CHECK],
    ['workflows', { status: 'done' }, CHECK],
    ['workflows', { workflow_type: 'other' }, CHECK],
    ['prompts', { name: ' ' }, CHECK],
    ['prompts', { prompt_text: ' ' }, CHECK],
    ['prompts', { is_active: true }, UNIQUE],
    ['categories', { name: ' ' }, CHECK],
    ['workshop_categories', { name: 'Einstieg' }, UNIQUE],
    ['course_categories', { name: '' }, CHECK],
    ['matrix_categories', { code: 'A' }, UNIQUE],
    ['matrix_categories', { code: ' ' }, CHECK],
    ['matrix_target_groups', { name: ' ' }, CHECK],
    ['matrix_levels', { code: '' }, CHECK],
    ['matrix_dimensions', { name: 'Wissen' }, UNIQUE],
    ['matrix_dimensions', { name: '' }, CHECK],
    ['matrix_workshops', { title: ' ' }, CHECK],
    ['matrix_workshops', { duration_hours: 0 }, CHECK],
    ['matrix_workshops', { duration_hours: -1 }, CHECK],
    ['matrix_workshops', { duration_hours: 'NaN' }, CHECK],
    ['matrix_workshops', { duration_hours: 'Infinity' }, CHECK],
    ['matrix_workshops', { price_chf: -1 }, CHECK],
    ['matrix_workshops', { category_id: null }, NOT_NULL],
    ['matrix_workshops', { level_id: ids.course }, FOREIGN_KEY],
    ['matrix_workshop_learning_objectives', { objective: ' ' }, CHECK],
    ['matrix_workshop_learning_objectives', { dimension_id: ids.matrixDimension }, UNIQUE],
    ...['javascript:alert(1)', '//example.com', 'workshops', '/\\example.com', '', '/ a', 'mailto:a@example.com'].map(
      (address): [TableName, Record<string, unknown>, string] => ['links', { address }, CHECK],
    ),
  ])('%s %j', async (table, values, code) => {
    expect((await add(table, values)).error?.code).toBe(code);
  });
});

describe('accepted', () => {
  beforeEach(() => backend.restore());

  test.each<[table: TableName, values: Record<string, unknown>]>([
    ['posts', { excerpt: null, category_id: null, published_at: null }],
    ['posts', { slug: 'künstliche-intelligenz_2.0' }],
    ['workshops', { duration: '23:59:59', max_participants: 0 }],
    ['courses', { thumbnail_url: null }],
    ['courses', { thumbnail_url: 'https://example.com/bild.png?groesse=2' }],
    ['lessons', { lesson_type: 'video', video_url: 'https://example.com/film.mp4', duration: '00:05:00' }],
    ['lessons', { captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo', transcript: '## Hallo' }],
    ['lessons', { captions: '\uFEFFWEBVTT – Titel' }],
    ['ads', { cta_url: '/workshops?von=11:00' }],
    ['ads', { cta_url: 'workshops/slug' }],
    ['ads', { cta_url: '#angebote' }],
    ['ads', { cta_url: 'HTTPS://example.com/a' }],
    ['ads', { cta_url: 'https://example.com/a//b' }],
    ['ads', { cta_url: '/suche?ziel=https://example.com//a' }],
    ['ads', { type: 'other', offer_id: ids.course }],
    ['ads', { type: 'individual', offer_id: null }],
    ['workflows', { status: 'failed', error_message: 'Kontingent erschöpft' }],
    ['matrix_workshops', { duration_hours: 1.5, price_chf: 0, prerequisites: null }],
  ])('%s %j', async (table, values) => {
    const { data, error } = await add(table, values);
    expect(error).toBeNull();
    expect(data).toMatchObject(values);
  });
});

test.each<[column: string, value: unknown, code?: string]>([
  ['name', ' '],
  ['short_name', ''],
  ['workshops_intro', 'x'.repeat(401)],
  ['courses_intro', 'x'.repeat(401)],
  ['matrix_title', ' '],
  ['matrix_title', 'x'.repeat(121)],
  ['brand_color', 'red'],
  ['accent_color', '#12345'],
  ['language', 'deutsch'],
  ['locale', 'de'],
  ['currency', 'Franken'],
  ['time_zone', 'Europe/Nirgendwo', '22023'],
  ['time_zone', 'XYZ+3'],
  ['contact_email', 'keine Adresse'],
  ['country', 'Schweiz'],
  ['logo', 'data:text/html;base64,PGI+'],
  ['logo', 'https://example.com/logo.png'],
  ['social_links', ['http://example.com']],
  ['social_links', ['javascript:alert(1)']],
])('the site refuses %s = %j', async (column, value, code = CHECK) => {
  const site = as.staff.from('site').update({ [column]: value });
  expect((await site.eq('language', 'de')).error?.code).toBe(code);
});

test.each([
  ['//example.com/a?b=c', 'https://example.com/a?b=c'],
  ['/\\example.com', 'https://example.com'],
  ['\\\\example.com', 'https://example.com'],
  ['\u0001//example.com', 'https://example.com'],
  ['//', '/'],
  ['\u0001', '/'],
  ['/.//workshops', '/./workshops'],
  ['/workshops//slug?ziel=//a', '/workshops/slug?ziel=//a'],
  ['https://example.com/a\\b', 'https://example.com/a/b'],
  ['/workshops', '/workshops'],
  ['https://example.com/a//b', 'https://example.com/a//b'],
])(
  'an address of an ad that browsers read as another one is refused, and address_in_words corrects it: %j',
  async (stored, kept) => {
    expect(await owner.query('select private.address_in_words($1) as read', [stored])).toEqual([{ read: kept }]);
    const store = async (cta_url: string) => (await add('ads', { cta_url })).error;
    expect(await store(kept)).toBeNull();
    if (stored !== kept)
      expect(await store(stored)).toMatchObject({ message: expect.stringContaining('ads_cta_url_relative_or_http') });
  },
);

test('new records get the defaults', async () => {
  await backend.restore();
  const { data: ad } = await add('ads', {});
  const { data: minimal } = await as.staff.from('courses').insert({ title: 'Neu', slug: 'neu' }).select().single();
  const { data: lesson } = await add('lessons', {});
  expect(ad).toMatchObject({ cta_text: 'Get Started Today', offer_id: null });
  const defaults = { difficulty_level: 'beginner', is_published: false, total_duration: '00:00:00' };
  expect(minimal).toMatchObject({ ...defaults, enrollment_count: 0 });
  expect(lesson).toMatchObject({ lesson_type: 'text', duration: '00:00:00', content: '', video_url: null });
});
