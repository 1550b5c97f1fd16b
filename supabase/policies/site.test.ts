import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call: ask } = givenRecords(backend);

type Args = Readonly<Record<string, unknown>>;

const site = () => ask('read_site', {}, as.visitor);

describe('the site', () => {
  const changed = (client = as.staff, columns: Args = { name: 'Schule Beispiel' }) =>
    client.from('site').update(columns).eq('language', 'de').select();

  test('is there without a seed, with the links of the specification', async () => {
    const formats = { currency: 'CHF', locale: 'de-CH', time_zone: 'Europe/Zurich' };
    const menu = [
      ['HOME', '/'],
      ['WORKSHOPS', '/workshops'],
      ['ONLINE COURSES', '/online-courses'],
      ['COURSE MATRIX', '/course-matrix'],
      ['ELEMENTE/KI', '/elemente'],
      ['CHATGPT LERNZIELE/KI', '/chatgpt-lernziele'],
    ].map(([label, address]) => ({ label, address }));
    expect(await site()).toMatchObject({ name: 'KI-Lernplattform', ...formats, menu, footer: [] });
  });

  test('is changed by staff, and the trail says what it was', async () => {
    const [before, after] = [{ name: 'KI-Lernplattform' }, { name: 'Schule Beispiel' }];
    expect((await changed()).data).toMatchObject([after]);
    expect(await site()).toMatchObject(after);
    const [entry] = await owner.query('select * from trail order by id desc limit 1');
    expect(entry).toMatchObject({ relation: 'site', operation: 'update', actor_id: backend.staff.id, before, after });
  });

  test.each(['visitor', 'outsider'] as const)('is not changed by a %s', async (role) => {
    for (const columns of [{ name: 'Fremd' }, { skipped_steps: ['name'] }])
      expect((await changed(as[role], columns)).data ?? []).toEqual([]);
    expect(await site()).toMatchObject({ name: 'KI-Lernplattform' });
    expect((await steps()).skipped).toEqual([]);
  });

  test('names the published texts of before to publishers alone, whatever their kind, until the list is dismissed', async () => {
    // Nobody knew the texts of a new database in another form.
    expect(await owner.query('select reading_since from site')).toEqual([{ reading_since: null }]);
    await owner.execute(
      `update site set reading_since = '2099-01-01';
       update posts set content = '5*3*2'; insert into pages (slug, title, content, published_at) values ('alt', 'Alt', '<!-- a -->', now());
       update workshops set content = 'a~b~'; update lessons set content = '##'; update matrix_workshop_learning_objectives set objective = '[a](#b)'`,
    );
    type Text = Readonly<Record<'place' | 'relation' | 'id' | 'since', string>>;
    const found = async (client: SupabaseClient, more = {}): Promise<readonly Text[]> =>
      (await client.rpc('former_texts', { take: 100, ...more })).data ?? [];
    const all = await found(as.staff);
    const kinds = ['lessons', 'matrix_workshops', 'pages', 'posts', 'workshops'];
    expect([...new Set(all.map(({ relation }) => relation))].sort()).toEqual(kinds);
    const places = (texts: readonly Text[]) => texts.map(({ place }) => place);
    const first = await found(as.staff, { take: 1 });
    const others = await found(as.staff, { after: first[0]?.place });
    expect(places([...first, ...others])).toEqual(places(all));
    const ofPosts = all.filter(({ relation }) => relation === 'posts').map(({ id }) => id);
    expect(ofPosts).toContain(ids.publishedPost);
    expect(ofPosts).not.toContain(ids.draftPost);
    const since = all[0]?.since;
    const again = await found(as.staff, { records: [ids.publishedPost], found_since: since });
    expect(again).toMatchObject([{ id: ids.publishedPost, since }]);
    // Those that were found for another time say nothing.
    expect(await found(as.staff, { records: [], found_since: '2098-01-01' })).toEqual(all);
    for (const role of ['editor', 'author'] as const)
      expect(await found((await backend.giveRole(role)).client)).toEqual([]);
    for (const role of ['visitor', 'outsider'] as const) expect(await found(as[role])).toEqual([]);
    await changed(as.staff, { reading_since: null }).throwOnError();
    expect(await found(as.staff)).toEqual([]);
  });

  test('has one row: nobody adds or deletes one', async () => {
    for (const client of [as.visitor, as.outsider, as.staff, as.service]) {
      expect((await client.from('site').insert({ name: 'Zwei' })).error?.code).toBe('42501');
      expect((await client.from('site').delete().eq('language', 'de')).error?.code).toBe('42501');
    }
    const second =
      'insert into site select (jsonb_populate_record(s, \'{"id": "00000000-0000-4000-8000-000000000009"}\')).* from site s';
    await expect(owner.query(second)).rejects.toThrow('site_one_row');
  });

  const steps = () => ask('first_steps');
  const skip = (...names: string[]) => as.staff.rpc('skip_first_steps', { steps: names });
  const imprint = "insert into pages (slug, title, content, published_at) values ('impressum', 'Impressum', 'Wir',";
  const invited = "select private.invite('anna@example.org')";
  const post = "insert into posts (title, slug, content, published_at) values ('Eins', 'eins', 'Text',";

  test.each([
    ['nothing', 'select', []],
    ['a name', "update site set name = 'Schule Beispiel'", ['name']],
    ['a brand color', "update site set brand_color = '#004422'", ['colors']],
    ['an accent color', "update site set accent_color = '#004422'", ['colors']],
    ['the same color in capital letters', "update site set brand_color = '#2347C5'", []],
    ['an imprint', `${imprint} now())`, ['imprint']],
    ['a draft of the imprint', `${imprint} null)`, []],
    ['a post', `${post} now())`, ['post']],
    ['a draft of a post', `${post} null)`, []],
    ['a scheduled post', `${post} now() + interval '1 day')`, []],
    ['an invitation', invited, ['invitation']],
    ['an expired invitation', `${invited}; update private.invitations set expires_at = now()`, []],
    [
      'an accepted invitation',
      'insert into private.staff select id from auth.users on conflict do nothing',
      ['invitation'],
    ],
  ])('has its first steps done by %s', async (_, sql, done) => {
    await owner.execute(`delete from posts; delete from pages; ${sql}`);
    expect(await steps()).toEqual({ done, skipped: [] });
  });

  test('keeps for everybody which steps staff declare not needed, and the history says who did', async () => {
    await skip('colors').throwOnError();
    await skip('colors').throwOnError();
    const entries = () => owner.query<{ actor_id: string }>("select actor_id from trail where relation = 'site'");
    expect(await entries()).toEqual([{ actor_id: backend.staff.id }]);
    await Promise.all([skip('post').throwOnError(), skip('invitation', 'colors').throwOnError()]);
    expect((await steps()).skipped).toEqual(['colors', 'invitation', 'post']);
    expect(new Set((await entries()).map(({ actor_id }) => actor_id))).toEqual(new Set([backend.staff.id]));
    expect((await skip('coffee')).error?.code).toBe('23514');
  });
});
