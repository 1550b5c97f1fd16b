import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, roles, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

interface Hit {
  kind: string;
  id: string;
  slug: string | null;
  title: string;
  excerpt: string;
  rank: number;
}

async function search(query: string, max_hits?: number, client = backend.as.visitor): Promise<Hit[]> {
  const { data, error } = await client.rpc('search', { query, ...(max_hits === undefined ? {} : { max_hits }) });
  expect(error).toBeNull();
  return data;
}

const idsOf = (hits: Hit[]) => hits.map(({ id }) => id).sort();

describe('search', () => {
  test.each(roles)('gives a %s what is public, drafts never', async (role) => {
    const hits = await search('Prüfungen', 20, backend.as[role]);
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

  test('needs every word', async () => {
    expect(await search('Prüfung Sauerteig')).toEqual([]);
  });

  test('marks hits in the excerpt with characters that are no markup', async () => {
    await backend.as.staff
      .from('posts')
      .update({ content: '## Plan\n\nVor der **Prüfung** <img src=x onerror=alert(1)> [lesen](/x).' })
      .eq('id', ids.publishedPost);
    const hit = (await search('prüfung')).find(({ id }) => id === ids.publishedPost);
    expect(hit?.excerpt).toContain('\u{E000}Prüfung\u{E001}');
    expect(hit?.excerpt).toContain('lesen');
    expect(hit?.excerpt).not.toMatch(/[<>*#]|\(\/x\)/);
  });

  test('puts titles before texts and keeps to the limit', async () => {
    const [first, ...others] = await search('Prüfungen', 2);
    expect(first?.id).toBe(ids.matrixWorkshop);
    expect(others).toHaveLength(1);
  });

  test('follows changes', async () => {
    const { staff } = backend.as;
    await staff.from('posts').update({ title: 'Sauerteig' }).eq('id', ids.publishedPost);
    expect(idsOf(await search('Sauerteig'))).toEqual([ids.publishedPost]);
    await staff.from('posts').update({ published_at: null }).eq('id', ids.publishedPost);
    expect(await search('Sauerteig')).toEqual([]);
    await staff.from('courses').update({ is_published: true }).eq('id', ids.draftCourse);
    expect(idsOf(await search('Kursentwurf'))).toEqual([ids.draftCourse]);
    await staff.from('courses').delete().eq('id', ids.draftCourse);
    expect(await search('Kursentwurf')).toEqual([]);
  });
});
