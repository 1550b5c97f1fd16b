import { expect, test } from 'vitest';
import { openedAt } from './testing/opened-at.ts';

const WITHOUT_THE_RULE = '20261213999999';
const { execute, query, transaction, openAnother, migrate } = openedAt(WITHOUT_THE_RULE);

test('records of before are found by their former words until batches have made them anew, and nothing waits for these', async () => {
  const found = async (word: string) => {
    const hits = await query<{ title: string }>('select title from public.search($1) order by title', [word]);
    return hits.map(({ title }) => title);
  };
  const batch = async (most: number) => (await query('select private.index_batch($1) as count', [most]))[0]?.count;
  await execute(`
    insert into public.posts (title, slug, content, published_at)
    select 'Beitrag ' || n, 'beitrag-' || n, 'Sauerteig und „Lössquark“.', now() - n * interval '1 day' from generate_series(1, 3) n;
    insert into public.pages (title, slug, content, published_at) values ('Seite', 'seite', '„Lössquark“.', now());
  `);
  await migrate();
  const posts = ['Beitrag 1', 'Beitrag 2', 'Beitrag 3'];
  expect(await found('Sauerteig')).toEqual(posts);
  expect(await found('Seite')).toEqual([]);

  await execute("update public.posts set published_at = null where slug = 'beitrag-2'");
  expect(await found('Sauerteig')).toEqual(['Beitrag 1', 'Beitrag 3']);
  await execute("update public.posts set published_at = now() - interval '2 days' where slug = 'beitrag-2'");

  expect(await batch(1)).toBe(1);
  expect(await found('Sauerteig')).toEqual(posts);

  await execute("delete from public.posts where slug = 'beitrag-3'");
  const version = () => query("select version from private.content_topics where topic = 'posts'");
  const before = await version();
  while ((await batch(2)) !== 0);
  expect(await version()).not.toEqual(before);
  expect(await found('Sauerteig')).toEqual(['Beitrag 1', 'Beitrag 2']);
  expect(await found('Lössquark')).toEqual(['Beitrag 1', 'Beitrag 2', 'Seite']);
});

test('a record that is saved, or taken back, while a batch indexes it has its new words, and is found as it is published', async () => {
  const other = await openAnother();
  const slugs = ['wartet-1', 'wartet-2'];
  await execute(`
    insert into public.posts (title, slug, content, published_at)
    select 'Wartet', 'wartet-' || n, 'Altwort.', now() from generate_series(1, 2) n;
    with waiting as (
      delete from private.search_index i using public.posts p where p.id = i.id and p.title = 'Wartet'
      returning i.kind, i.id, i.published_at
    )
    insert into private.search_documents (kind, id, words, published_at)
    select kind, id, ''::tsvector, published_at from waiting;
  `);
  let done = 0;
  const { changes } = await other.database.transaction(async (batch) => {
    await batch.query('select private.index_batch(10)');
    const changes = [
      query("update public.posts set content = 'Neuwort.' where slug = 'wartet-1'"),
      query("update public.posts set published_at = null where slug = 'wartet-2'"),
    ].map((change) => change.then(() => (done += 1)));
    const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await other.database.query(blocked)).length + done < changes.length);
    return { changes };
  });
  await Promise.all([...changes, other.close()]);
  const found = async (word: string) =>
    (await query<{ slug: string }>('select slug from public.search($1)', [word])).map(({ slug }) => slug);
  expect([await found('Altwort'), await found('Neuwort')]).toEqual([[], [slugs[0]]]);
  const dated = 'select p.slug from private.search_index i join public.posts p using (id) where p.slug = any ($1)';
  expect(await query(`${dated} and i.published_at is null`, [slugs])).toEqual([{ slug: slugs[1] }]);
});

test('a record that cannot be indexed does not stop the others', async () => {
  await execute(`
    insert into private.search_documents (kind, id, words, published_at)
      select 'post', id, ''::tsvector, published_at from public.posts where slug = 'wartet-1'
      union all select 'unreadable', gen_random_uuid(), ''::tsvector, now() + interval '1 day';
  `);
  const batch = () => query('select private.index_batch(10) as count');
  expect([await batch(), await batch()]).toEqual([[{ count: 2 }], [{ count: 0 }]]);
  const left = await query('select kind, failed_at is not null as has_failed from private.search_documents');
  expect(left).toEqual([{ kind: 'unreadable', has_failed: true }]);
  await execute('delete from private.search_documents');
});

test('a record whose words are locked waits for the next batch', async () => {
  const other = await openAnother();
  await execute(`
    insert into private.search_documents (kind, id, words, published_at)
      select 'post', id, ''::tsvector, now() - (slug = 'beitrag-1')::int * interval '1 day'
      from public.posts where slug in ('wartet-1', 'beitrag-1')`);
  await other.database.transaction(async (writer) => {
    await writer.query(
      "select from private.search_index i join public.posts p using (id) where p.slug = 'wartet-1' for update of i",
    );
    const [batch] = await transaction(async (session) => {
      await session.execute("set local lock_timeout = '10ms'");
      return session.query('select private.index_batch(10) as count');
    });
    expect(batch).toEqual({ count: 1 });
  });
  await other.close();
  expect(await query('select failed_at from private.search_documents')).toEqual([{ failed_at: null }]);
  expect(await query('select private.index_batch(10) as count')).toEqual([{ count: 1 }]);
});

const withEntities = openedAt('20261214010200');

test('a text whose entities were words of their own has its letters once a batch has made its words anew', async () => {
  const found = async (word: string) =>
    (await withEntities.query<{ slug: string }>('select slug from public.search($1)', [word])).map(({ slug }) => slug);
  await withEntities.execute(`
    insert into public.posts (title, slug, content, published_at)
    values ('Mit', 'mit', 'Sauerteig, &Uuml;bungsquark.', now()), ('Ohne', 'ohne', 'Brot & Butter; Übungsquark.', now())`);
  await withEntities.migrate();
  expect([await found('Übungsquark'), await found('Sauerteig')]).toEqual([['ohne'], ['mit']]);
  expect(await withEntities.query('select private.index_batch(10) as count')).toEqual([{ count: 1 }]);
  expect((await found('Übungsquark')).sort()).toEqual(['mit', 'ohne']);
});

test('a text of a million characters is saved and found by its first words', async () => {
  const words = Array.from({ length: 90_000 }, (_, number) => `w${number.toString(36)}ort`).join(' ');
  for (const text of [words, 'ä'.repeat(1_000_000), 'Wort '.repeat(200_000), 'a1,b2,'.repeat(150_000)]) {
    await query("update public.posts set content = $1 where slug = 'beitrag-1'", [`Anfangswort ${text}`]);
    expect(await query("select slug from public.search('Anfangswort')")).toEqual([{ slug: 'beitrag-1' }]);
  }
}, 120_000);
