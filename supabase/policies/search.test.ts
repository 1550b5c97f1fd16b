import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, change, remove } = givenRecords(backend);

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly slug: string | null;
  readonly title: string;
  readonly excerpt: string;
}

const search = (query: string, max_hits?: number, client = as.visitor): Promise<readonly Hit[]> =>
  call('search', { query, max_hits }, client);

const idsOf = (hits: readonly Hit[]) => hits.map(({ id }) => id).sort();

describe('search', () => {
  test.each(roles)('finds for a %s public content only, never drafts', async (role) => {
    const hits = await search('Prüfungen', 20, as[role]);
    expect(idsOf(hits)).toEqual([ids.publishedPost, ids.course, ids.matrixWorkshop, ids.workshop].sort());
    expect(hits.map(({ kind }) => kind).sort()).toEqual(['course', 'matrix_workshop', 'post', 'workshop']);
  });

  test.each([
    ['another form', 'Prüfung'],
    ['lower case', 'prüfungen'],
    ['a beginning', 'Prüf'],
    ['a beginning within the ending', 'Prüfunge'],
    ['an umlaut spelled out', 'Pruefung'],
    ['an umlaut without its dots', 'prufung'],
    ['several words', 'prüfung über KI'],
    ['a filler word', 'die Prüfungen'],
  ])('finds a post by %s', async (_, query) => {
    expect(idsOf(await search(query))).toContain(ids.publishedPost);
  });

  test.each(['', '   ', '!', "' or 1=1 --", '\\', ':*', '<b>', '& | !', 'a'.repeat(5000), '😀'])(
    'takes %j',
    async (query) => {
      expect(await search(query)).toEqual([]);
    },
  );

  test('requires every word', async () => {
    expect(await search('Prüfung Sauerteig')).toEqual([]);
  });

  test('marks hits in the excerpt with control characters instead of markup', async () => {
    const content = '## Plan\n\nVor der **Prüfung** <img src=x onerror=alert(1)> [lesen](/x).';
    await change('posts', ids.publishedPost, { content });
    const hit = (await search('prüfung')).find(({ id }) => id === ids.publishedPost);
    expect(hit?.excerpt).toContain('\u{E000}Prüfung\u{E001}');
    expect(hit?.excerpt).toContain('lesen');
    expect(hit?.excerpt).not.toMatch(/[<>*#]|\(\/x\)/);
  });

  test('ranks titles above texts and applies the limit', async () => {
    const [first, ...others] = await search('Prüfungen', 2);
    expect(first?.id).toBe(ids.matrixWorkshop);
    expect(others).toHaveLength(1);
  });

  test('finds changed content', async () => {
    await change('posts', ids.publishedPost, { title: 'Sauerteig' });
    expect(idsOf(await search('Sauerteig'))).toEqual([ids.publishedPost]);
    await change('posts', ids.publishedPost, { published_at: null });
    expect(await search('Sauerteig')).toEqual([]);
    await change('courses', ids.draftCourse, { is_published: true });
    expect(idsOf(await search('Kursentwurf'))).toEqual([ids.draftCourse]);
    await remove('courses', ids.draftCourse);
    expect(await search('Kursentwurf')).toEqual([]);
  });

  describe('with more matches than it ranks', () => {
    const givenPosts = (published: string) =>
      owner.execute(`
        insert into posts (title, slug, content, published_at)
        select 'Brot ' || n, 'brot-' || n, 'Sauerteig.' || case when n = 600 then ' Quellstück.' else '' end, ${published}
        from generate_series(1, 600) n`);

    test('finds the newest matches, ordered by rank', async () => {
      await givenPosts(`now() - n * interval '1 hour'`);
      await owner.execute(`update posts set title = 'Sauerteig' where slug in ('brot-500', 'brot-501')`);
      const hits = await search('Sauerteig', 100);
      expect(hits).toHaveLength(100);
      expect(hits.filter(({ title }) => title === 'Sauerteig').map(({ slug }) => slug)).toEqual(['brot-500']);
      expect(hits[0]?.slug).toBe('brot-500');
    });

    test('finds the oldest match by a rarer word', async () => {
      await givenPosts(`now() - n * interval '1 hour'`);
      expect((await search('Sauerteig Quellstück')).map(({ slug }) => slug)).toEqual(['brot-600']);
    });

    test.each([
      ['scheduled posts', `now() + n * interval '1 hour'`],
      ['drafts', 'null'],
    ])('%s do not displace public hits', async (_, published) => {
      await owner.execute(`update posts set content = 'Sauerteig.' where id = '${ids.publishedPost}'`);
      await owner.execute(`update workshops set title = 'Sauerteig' where id = '${ids.workshop}'`);
      await givenPosts(published);
      expect(idsOf(await search('Sauerteig'))).toEqual([ids.publishedPost, ids.workshop].sort());
    });

    test('always ranks workshops, courses and the matrix', async () => {
      await givenPosts(`now() - n * interval '1 hour'`);
      await owner.execute(`update workshops set title = 'Sauerteig' where id = '${ids.workshop}'`);
      expect((await search('Sauerteig'))[0]?.id).toBe(ids.workshop);
    });
  });
});
