import { expect, onTestFinished, test } from 'vitest';
import { migrate, projectMigrations } from '../local-backend/database/migrate.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { createTestDatabase } from '../local-backend/fixtures/test-database.ts';

const WITH_THREE_QUEUES = '20261215999999';

test('what waited, was claimed or had failed goes on in the one queue, and a claim of before is finished', async () => {
  const database = await createTestDatabase('system');
  const { database: opened, close } = await openPostgres(database.url);
  onTestFinished(() => close().finally(database.drop));
  await migrate(opened, projectMigrations, WITH_THREE_QUEUES);
  await opened.execute(`
    insert into public.pictures (title) values ('waiting'), ('claimed'), ('failed');
    insert into storage.objects (bucket_id, name) select 'pictures', p.id from public.pictures p;
    update private.picture_claims c set attempts = 2, due_at = now() + interval '3 minutes'
    from public.pictures p where p.id = c.picture and p.title = 'claimed';
    update public.pictures set failure = 'Broken.' where title = 'failed';
    delete from private.picture_claims c using public.pictures p where p.id = c.picture and p.title = 'failed';

    insert into private.picture_copies (address, attempts, due_at, failure) values
      ('https://a.example/waiting', 0, now(), null), ('https://a.example/claimed', 1, now() + interval '2 minutes', null),
      ('https://a.example/again', 2, now() + interval '10 minutes', 'The host answered 503.'),
      ('https://a.example/failed', 4, now() - interval '1 minute', 'The host answered 404.');
    insert into private.picture_names (relation, row_id, address, is_taken)
    select 'posts', gen_random_uuid(), c.address, true from private.picture_copies c;

    insert into public.sources (receipt, number, url, attempts, due_at) values
      (gen_random_uuid(), 1, 'https://a.example/waiting', 0, now()),
      (gen_random_uuid(), 2, 'https://a.example/claimed', 1, now() + interval '1 minute');
    insert into public.sources (receipt, number, url, state, failure) values
      (gen_random_uuid(), 3, 'https://a.example/failed', 'unreadable', 'The host answered 404.');
  `);
  await migrate(opened, projectMigrations);
  const jobs = `
    select j.kind, coalesce(p.origin, p.title, s.url) as subject, j.attempts, j.due_at > now() as is_later, j.failure
    from private.jobs j left join public.pictures p on p.id = j.subject
    left join public.sources s on s.id = j.subject
    order by j.kind, j.attempts, 2`;
  const job = (kind: string, subject: string, attempts = 0, failure: string | null = null) => ({
    kind,
    subject,
    attempts,
    is_later: attempts > 0,
    failure,
  });
  expect(await opened.query(jobs)).toEqual([
    job('copy_picture', 'https://a.example/waiting'),
    job('copy_picture', 'https://a.example/claimed', 1),
    job('copy_picture', 'https://a.example/again', 2, 'The host answered 503.'),
    job('read_source', 'https://a.example/waiting'),
    job('read_source', 'https://a.example/claimed', 1),
    job('size_picture', 'waiting'),
    job('size_picture', 'claimed', 2),
  ]);
  expect(
    await opened.query('select origin, failure from public.pictures where origin is not null and failure is not null'),
  ).toEqual([{ origin: 'https://a.example/failed', failure: 'The host answered 404.' }]);
  const [stored] = await opened.query<{ is_stored: boolean }>(
    `select public.finish_source(
       shipping.make_token('sources', null, '{}', null, 'test'), jsonb_build_object('id', s.id, 'attempt', 1, 'text', 'Text')
     ) as is_stored
     from public.sources s where s.number = 2`,
  );
  expect(stored).toEqual({ is_stored: true });
});
