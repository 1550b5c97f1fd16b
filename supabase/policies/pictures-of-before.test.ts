import { expect, onTestFinished, test } from 'vitest';
import { migrate, projectMigrations } from '../local-backend/database/migrate.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { createTestDatabase } from '../local-backend/fixtures/test-database.ts';

const WITH_A_READER_OF_BEFORE = '20261208020000';

test('uploads that were refused or may be animated are read again, and nothing of a refused one is shown', async () => {
  const database = await createTestDatabase('system');
  const { database: opened, close } = await openPostgres(database.url);
  onTestFinished(() => close().finally(database.drop));
  await migrate(opened, projectMigrations, WITH_A_READER_OF_BEFORE);
  await opened.execute(`
    insert into public.pictures (title, content_type, sized_at, failure) values
      ('waiting', null, null, null), ('still', 'image/jpeg', now(), null), ('animated', 'image/gif', now(), null),
      ('refused', null, null, 'It is not whole.'), ('removed', null, null, 'It is broken.');
    insert into storage.objects (bucket_id, name) select 'pictures', p.id from public.pictures p where p.title <> 'removed';
    insert into private.picture_files (hash, content_type, width, height, bytes) values (repeat('0', 64), 'image/webp', 3, 2, 'x');
    insert into private.picture_sizes (picture, content_type, width, hash)
    select p.id, 'image/webp', 3, repeat('0', 64) from public.pictures p where p.title in ('still', 'animated', 'refused');
  `);
  await migrate(opened, projectMigrations);
  const titles = async (joined: string) =>
    (await opened.query<{ title: string }>(`select p.title from public.pictures p join ${joined} = p.id`))
      .map(({ title }) => title)
      .sort();
  expect(await titles('private.jobs j on j.subject')).toEqual(['animated', 'refused', 'waiting']);
  expect(await titles('private.picture_sizes s on s.picture')).toEqual(['animated', 'still']);
});
