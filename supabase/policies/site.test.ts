import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

const CHECK = '23514';
const read = async () => (await backend.as.visitor.rpc('read_site').throwOnError()).data;

describe('the site', () => {
  afterEach(() => backend.owner.execute("update site set name = 'KI-Lernplattform', claim = ''"));

  test('is there without a seed, with the links of the specification', async () => {
    expect(await read()).toMatchObject({
      name: 'KI-Lernplattform',
      currency: 'CHF',
      locale: 'de-CH',
      time_zone: 'Europe/Zurich',
      menu: [
        { label: 'HOME', address: '/' },
        { label: 'WORKSHOPS', address: '/workshops' },
        { label: 'ONLINE COURSES', address: '/online-courses' },
        { label: 'COURSE MATRIX', address: '/course-matrix' },
        { label: 'ELEMENTE/KI', address: '/elemente' },
        { label: 'CHATGPT LERNZIELE/KI', address: '/chatgpt-lernziele' },
      ],
      footer: [],
    });
  });

  test('is changed by staff, and the trail says what it was', async () => {
    const { data } = await backend.as.staff
      .from('site')
      .update({ name: 'Schule Beispiel' })
      .eq('language', 'de')
      .select();
    expect(data).toMatchObject([{ name: 'Schule Beispiel' }]);
    expect(await read()).toMatchObject({ name: 'Schule Beispiel' });
    const [entry] = await backend.owner.query('select * from trail order by id desc limit 1');
    expect(entry).toMatchObject({
      relation: 'site',
      operation: 'update',
      actor_id: backend.staff.id,
      before: { name: 'KI-Lernplattform' },
      after: { name: 'Schule Beispiel' },
    });
  });

  test.each(['visitor', 'outsider'] as const)('is not changed by a %s', async (role) => {
    const { data } = await backend.as[role].from('site').update({ name: 'Fremd' }).eq('language', 'de').select();
    expect(data ?? []).toEqual([]);
    expect(await read()).toMatchObject({ name: 'KI-Lernplattform' });
  });

  test('has one row: nobody adds or deletes one', async () => {
    for (const client of [backend.as.visitor, backend.as.outsider, backend.as.staff, backend.service]) {
      const row = { name: 'Zwei', short_name: 'Zwei', brand_color: '#000000', accent_color: '#000000' };
      const formats = { language: 'de', locale: 'de-CH', currency: 'CHF', time_zone: 'Europe/Zurich' };
      expect((await client.from('site').insert({ ...row, ...formats })).error).not.toBeNull();
      expect((await client.from('site').delete().eq('language', 'de')).error).not.toBeNull();
    }
    const second =
      'insert into site (id, name, short_name, brand_color, accent_color, language, locale, currency, time_zone)';
    const values = "(gen_random_uuid(), 'A', 'A', '#000000', '#000000', 'de', 'de-CH', 'CHF', 'Europe/Zurich')";
    await expect(backend.owner.query(`${second} values ${values}`)).rejects.toThrow('site_one_row');
  });

  test.each<[column: string, value: unknown, code: string]>([
    ['name', ' ', CHECK],
    ['short_name', '', CHECK],
    ['workshops_intro', 'x'.repeat(401), CHECK],
    ['courses_intro', 'x'.repeat(401), CHECK],
    ['matrix_title', ' ', CHECK],
    ['matrix_title', 'x'.repeat(121), CHECK],
    ['brand_color', 'red', CHECK],
    ['accent_color', '#12345', CHECK],
    ['language', 'deutsch', CHECK],
    ['locale', 'de', CHECK],
    ['currency', 'Franken', CHECK],
    ['time_zone', 'Europe/Nirgendwo', '22023'],
    ['time_zone', 'XYZ+3', CHECK],
    ['contact_email', 'keine Adresse', CHECK],
    ['country', 'Schweiz', CHECK],
    ['logo', 'data:text/html;base64,PGI+', CHECK],
    ['logo', 'https://example.com/logo.png', CHECK],
    ['social_links', ['http://example.com'], CHECK],
    ['social_links', ['javascript:alert(1)'], CHECK],
  ])('refuses %s = %j', async (column, value, code) => {
    const { error } = await backend.as.staff
      .from('site')
      .update({ [column]: value })
      .eq('language', 'de');
    expect(error?.code).toBe(code);
  });
});

describe('links', () => {
  test.each(['javascript:alert(1)', '//example.com', 'workshops', '/\\example.com', '', '/ a', 'mailto:a@example.com'])(
    'refuse the address %j',
    async (address) => {
      const { error } = await backend.as.staff
        .from('links')
        .insert({ place: 'menu', label: 'Neu', address, position: 9 });
      expect(error?.code).toBe(CHECK);
    },
  );

  test('are read in their order', async () => {
    const row = { place: 'footer', address: '/' };
    const rows = [
      { ...row, label: 'Zweiter', position: 2 },
      { ...row, label: 'Erster', position: 1 },
      { ...row, label: 'Dritter', address: 'https://example.com/x', position: 3 },
    ];
    await backend.as.staff.from('links').insert(rows).throwOnError();
    expect(await read()).toMatchObject({
      footer: [{ label: 'Erster' }, { label: 'Zweiter' }, { label: 'Dritter', address: 'https://example.com/x' }],
    });
    await backend.as.staff.from('links').delete().eq('place', 'footer').throwOnError();
  });
});
