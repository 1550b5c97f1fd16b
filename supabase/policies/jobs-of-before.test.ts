import { beforeAll, expect, test } from 'vitest';
import { openedAt } from './testing/opened-at.ts';

const WITH_LETTERS_APART = '20261211020999';
const WITH_THREE_QUEUES = '20261215999999';
const WITH_TWO_STORES = '20261216999999';
const PUBLISHER = '10000000-0000-4000-8000-000000000001';
const ADDRESS = 'größe';
const APART = ADDRESS.normalize('NFD');
const HASH = '0'.repeat(64);

const { execute, query, migrate } = openedAt(WITH_LETTERS_APART);
beforeAll(async () => {
  await execute(`
    insert into auth.users (id, email) values ('${PUBLISHER}', 'publisher@example.com');
    insert into private.staff (user_id) values ('${PUBLISHER}') on conflict do nothing;
    begin;
    select set_config('request.jwt.claim.sub', '${PUBLISHER}', true);
    insert into public.posts (title, slug, content) values ('Eins', '${ADDRESS}', 'Text'), ('${APART}', '${APART}', 'Text');
    insert into public.courses (title, slug) values ('Drei', '${APART}');
    select private.save_draft('posts', p.id, '{"content": "Neu"}', null, null, null) from public.posts p where p.slug = '${APART}';
    commit`);
  await migrate(WITH_THREE_QUEUES);
  await execute(`
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
      (gen_random_uuid(), 3, 'https://a.example/failed', 'unreadable', 'The host answered 404.')`);
  await migrate(WITH_TWO_STORES);
  await execute(`
    insert into private.picture_files (hash, content_type, width, height, bytes)
    values ('${HASH}', 'image/png', 3, 2, 'bytes');
    insert into private.picture_copies (address, file, failure) values
      ('https://b.example/ein%20Bild.png?w=3', '${HASH}', null), ('https://b.example/waiting.png', null, null),
      ('https://b.example/', null, 'The host answered 404.');
    insert into private.jobs (kind, subject, attempts)
    select 'copy_picture', c.id, 1 from private.picture_copies c where c.address like 'https://b.example/waiting%'`);
  await migrate();
});

test('names of before are composed: one whose address is taken gets a number, and none makes it fail', async () => {
  expect(await query('select title, slug from public.posts order by title')).toEqual([
    { title: 'Eins', slug: ADDRESS },
    { title: ADDRESS, slug: `${ADDRESS}-2` },
  ]);
  expect(await query('select slug from public.courses')).toEqual([{ slug: ADDRESS }]);
  const stale = 'select private.last_entry(record_id) > entry as is_stale from public.drafts';
  expect(await query(stale)).toEqual([{ is_stale: false }]);
});

test('what waited, was claimed or had failed goes on in the one queue, and a claim of before is finished', async () => {
  const job = (kind: string, subject: string, attempts = 0, failure: string | null = null) => {
    return { kind, subject, attempts, is_later: attempts > 0, failure };
  };
  const jobs = await query(`
    select * from (
      select j.kind, coalesce(p.origin, p.title, s.url) as subject, j.attempts, j.due_at > now() as is_later, j.failure
      from private.jobs j left join public.pictures p on p.id = j.subject
      left join public.sources s on s.id = j.subject
    ) jobs where subject not like 'https://b.example/%' order by kind, attempts, subject`);
  expect(jobs).toEqual([
    job('copy_picture', 'https://a.example/waiting'),
    job('copy_picture', 'https://a.example/claimed', 1),
    job('copy_picture', 'https://a.example/again', 2, 'The host answered 503.'),
    job('read_source', 'https://a.example/waiting'),
    job('read_source', 'https://a.example/claimed', 1),
    job('size_picture', 'waiting'),
    job('size_picture', 'claimed', 2),
  ]);
  const failed = "select failure from public.pictures where origin = 'https://a.example/failed'";
  expect(await query(failed)).toEqual([{ failure: 'The host answered 404.' }]);
  const [stored] = await query(
    `select public.finish_source(
       shipping.make_token('sources', null, '{}', null, 'test'), jsonb_build_object('id', s.id, 'attempt', 1, 'text', 'Text')
     ) as is_stored
     from public.sources s where s.number = 2`,
  );
  expect(stored).toEqual({ is_stored: true });
});

test('copies become pictures that are shown as before and wait for their sizes, and jobs and failures stay', async () => {
  const pictures = await query(`
    select p.title, p.original, p.bytes, p.failure, j.kind, j.attempts
    from public.pictures p left join private.jobs j on j.subject = p.id
    where p.origin like 'https://b.example/%' order by p.origin`);
  const none = { original: null, bytes: null, failure: null };
  expect(pictures).toEqual([
    { ...none, title: 'https://b.example/', failure: 'The host answered 404.', kind: null, attempts: null },
    { ...none, title: 'ein%20Bild', original: HASH, bytes: 5, kind: 'size_copy', attempts: 0 },
    { ...none, title: 'waiting', kind: 'copy_picture', attempts: 1 },
  ]);
  const shown = (name: string) =>
    query(`select * from public.${name}(array['https://b.example/ein%20Bild.png?w=3', 'https://b.example/'])`);
  const measures = { address: 'https://b.example/ein%20Bild.png?w=3', width: 3, height: 2 };
  expect(await shown('picture_copies')).toEqual([{ ...measures, hash: HASH, content_type: 'image/png' }]);
  const sizes = [{ type: 'image/png', width: 3, hash: HASH }];
  expect(await shown('library_pictures')).toMatchObject([{ ...measures, alt: '', sizes }]);
  const logged = 'select from public.trail t join public.pictures p on p.id = t.row_id where p.origin is not null';
  expect(await query(logged)).toEqual([]);
});
