import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const records = givenRecords(backend);
const post: string = ids.publishedPost;

describe('what a form reads', () => {
  const read = (kind: string, record?: string) => records.call('read_editing', { kind, ...(record && { record }) });

  test('is a record with its draft, the permission and the origin; the beginning comes with a conflict alone', async () => {
    const { title, updated_at } = await records.stored('posts', post);
    await records.givenDraft(post, { title: 'Entwurf' });
    const draft = { content: { title: 'Entwurf' }, is_stale: false, began: null, publish_at: null, failure: null };
    expect(await read('posts', post)).toMatchObject({
      record: { id: post, title, updated_at },
      draft,
      refusal: null,
      draft_refusal: null,
      request: null,
      origin: { ai: 'none', would_be: 'none', sign_offs: [] },
    });
    await records.change('posts', post, { excerpt: 'Von aussen' });
    const { draft: stale } = await read('posts', post);
    expect(stale).toMatchObject({ ...draft, is_stale: true, began: { title } });
  });

  test('has the links of a page, and of a course no modules', async () => {
    expect((await read('pages', await records.givenPage())).record).toMatchObject({ links: [{ place: 'footer' }] });
    const { record, draft, origin } = await read('courses', ids.course);
    expect(record).toMatchObject({ id: ids.course, difficulty_level: expect.any(String) });
    expect(record).not.toHaveProperty('modules');
    expect([draft, origin]).toEqual([null, null]);
  });

  test('of a new record, and of a kind without drafts, is the permission', async () => {
    const author = await backend.giveRole('author');
    const readAs = (args: object) => records.call('read_editing', { ...args }, author.client);
    const nothing = { record: null, draft: null, request: null, origin: null };
    expect(await readAs({ kind: 'posts' })).toMatchObject({
      ...nothing,
      refusal: expect.any(String),
      draft_refusal: null,
    });
    expect(await readAs({ kind: 'categories', record: ids.category })).toMatchObject({
      ...nothing,
      refusal: 'Only publishers may do this.',
    });
  });

  test('says that there is no such record', async () => {
    const { error } = await backend.as.staff.rpc('read_editing', { kind: 'ads', record: randomUUID() });
    expect(error?.code).toBe('PT404');
  });

  test('of a post has all categories by name, its sources by number, and its citations as they were judged last', async () => {
    const findings = [{ sentence: 'Satz', number: 1, state: 'found' }];
    await records.call('keep_citations', { post, findings, reason: 'Geprüft.' });
    const source = {
      post_id: post,
      receipt: randomUUID(),
      url: 'https://example.org/',
      title: 'Quelle',
      state: 'waiting',
    };
    for (const number of [2, 1]) await records.add('sources', { ...source, number }, backend.as.service);
    const { categories, sources, check } = await records.call('choices_of_post', { post });
    const all = await backend.as.staff.from('categories').select('id, name').order('name').throwOnError();
    expect(categories).toEqual(all.data);
    expect(sources.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    expect(check).toEqual({ findings, reason: 'Geprüft.' });
    expect(await records.call('choices_of_post')).toEqual({ categories, sources: [], check: null });
  });
});

describe('records are found', () => {
  const found = async (words: string) =>
    ((await records.call('find_records', { words })) as readonly { readonly title: string }[]).map(
      ({ title }) => title,
    );

  test('by each word of their titles, in any case and place, short titles first', async () => {
    for (const title of ['Zwei Worte über Käse', 'Käse', '100 % Käse', 'Kase']) {
      await records.add('categories', { name: title, slug: randomUUID() });
    }
    expect(await found('käse')).toEqual(['Käse', '100 % Käse', 'Zwei Worte über Käse']);
    expect(await found(' KÄSE  worte ')).toEqual(['Zwei Worte über Käse']);
    expect(await found('ka\u0308se zwei')).toEqual(['Zwei Worte über Käse']);
    for (const [words, titles] of Object.entries({ '%': ['100 % Käse'], k_se: [], '\\': [], ' ': [], '': [] })) {
      expect(await found(words), words).toEqual(titles);
    }
  });

  test('of every kind with a title, at most six of each', async () => {
    const untitled = await backend.owner.query('select relation from private.kinds where title_key is null order by 1');
    const relations = ['drafts', 'matrix_workshop_learning_objectives', 'site'];
    expect(untitled).toEqual(relations.map((relation) => ({ relation })));
    for (let nth = 0; nth < 7; nth += 1) await records.add('workshop_categories', { name: `Vielfach ${nth}` });
    expect(await found('vielfach')).toHaveLength(6);
  });
});
