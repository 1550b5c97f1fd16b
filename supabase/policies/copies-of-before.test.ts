import { expect, onTestFinished, test } from 'vitest';
import { migrate, projectMigrations } from '../local-backend/database/migrate.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { createTestDatabase } from '../local-backend/fixtures/test-database.ts';

const WITH_TWO_STORES = '20261216999999';
const HASH = '0'.repeat(64);

test('copies become pictures that are shown as before and wait for their sizes, and jobs and failures stay', async () => {
  const database = await createTestDatabase('system');
  const { database: opened, close } = await openPostgres(database.url);
  onTestFinished(() => close().finally(database.drop));
  await migrate(opened, projectMigrations, WITH_TWO_STORES);
  await opened.execute(`
    insert into private.picture_files (hash, content_type, width, height, bytes)
    values ('${HASH}', 'image/png', 3, 2, 'bytes');
    insert into private.picture_copies (address, file, failure) values
      ('https://a.example/ein%20Bild.png?w=3', '${HASH}', null), ('https://a.example/waiting.png', null, null),
      ('https://a.example/', null, 'The host answered 404.');
    insert into private.jobs (kind, subject, attempts)
    select 'copy_picture', c.id, 1 from private.picture_copies c where c.address like '%waiting%';
  `);
  await migrate(opened, projectMigrations);
  const pictures = await opened.query(`
    select p.title, p.original, p.bytes, p.failure, j.kind, j.attempts
    from public.pictures p left join private.jobs j on j.subject = p.id order by p.origin`);
  const none = { original: null, bytes: null, failure: null };
  expect(pictures).toEqual([
    { ...none, title: 'https://a.example/', failure: 'The host answered 404.', kind: null, attempts: null },
    { ...none, title: 'ein%20Bild', original: HASH, bytes: 5, kind: 'size_copy', attempts: 0 },
    { ...none, title: 'waiting', kind: 'copy_picture', attempts: 1 },
  ]);
  const shown = (name: string) =>
    opened.query(`select * from public.${name}(array['https://a.example/ein%20Bild.png?w=3', 'https://a.example/'])`);
  const measures = { address: 'https://a.example/ein%20Bild.png?w=3', width: 3, height: 2 };
  expect(await shown('picture_copies')).toEqual([{ ...measures, hash: HASH, content_type: 'image/png' }]);
  const sizes = [{ type: 'image/png', width: 3, hash: HASH }];
  expect(await shown('library_pictures')).toMatchObject([{ ...measures, alt: '', sizes }]);
  expect(await opened.query('select from public.trail')).toEqual([]);
});
