import { beforeAll, expect, test } from 'vitest';
import { openedAt } from './testing/opened-at.ts';

const WITHOUT_OWNERS_OF_TIMES = '20261207999999';
const WITH_A_READER_OF_BEFORE = '20261208020000';
const WITH_LETTERS_APART = '20261211020999';
const WITH_THREE_QUEUES = '20261215999999';
const WITH_TWO_STORES = '20261216999999';
const PUBLISHER = '10000000-0000-4000-8000-000000000001';
const ADDRESS = 'größe';
const APART = ADDRESS.normalize('NFD');
const HASH = '1'.repeat(64);

const { execute, query, migrate } = openedAt(WITHOUT_OWNERS_OF_TIMES);
beforeAll(async () => {
  await execute(`
    insert into auth.users (id, email) values ('${PUBLISHER}', 'publisher@example.com');
    insert into private.staff (user_id) values ('${PUBLISHER}') on conflict do nothing;
    begin;
    select set_config('request.jwt.claim.sub', '${PUBLISHER}', true);
    insert into public.posts (title, slug, content) select slug, slug, 'Text' from unnest(array['known', 'unknown']) slug;
    select private.save_draft('posts', p.id, '{"title": "Entwurf"}', null, null, now() + interval '1 hour') from public.posts p;
    commit;
    delete from public.trail t using public.drafts d join public.posts p on p.id = d.record_id
    where p.slug = 'unknown' and t.row_id = d.id`);
  await migrate(WITH_A_READER_OF_BEFORE);
  await execute(`
    insert into public.pictures (title, content_type, sized_at, failure) values
      ('waiting', null, null, null), ('still', 'image/jpeg', now(), null), ('animated', 'image/gif', now(), null),
      ('refused', null, null, 'It is not whole.'), ('removed', null, null, 'It is broken.');
    insert into storage.objects (bucket_id, name) select 'pictures', p.id from public.pictures p where p.title <> 'removed';
    insert into private.picture_files (hash, content_type, width, height, bytes) values (repeat('0', 64), 'image/webp', 3, 2, 'x');
    insert into private.picture_sizes (picture, content_type, width, hash)
    select p.id, 'image/webp', 3, repeat('0', 64) from public.pictures p where p.title in ('still', 'animated', 'refused')`);
  await migrate(WITH_LETTERS_APART);
  await execute(`
    begin;
    select set_config('request.jwt.claim.sub', '${PUBLISHER}', true);
    insert into public.posts (title, slug, content) values ('Eins', '${ADDRESS}', 'Text'), ('${APART}', '${APART}', 'Text');
    insert into public.courses (title, slug) values ('Drei', '${APART}');
    select private.save_draft('posts', p.id, '{"content": "Neu"}', null, null, null) from public.posts p where p.slug = '${APART}';
    commit`);
  await migrate(WITH_THREE_QUEUES);
  await execute(`
    insert into public.pictures (title) values ('upload waiting'), ('upload claimed'), ('upload failed');
    insert into storage.objects (bucket_id, name)
    select 'pictures', p.id from public.pictures p where p.title like 'upload %';
    update private.picture_claims c set attempts = 2, due_at = now() + interval '3 minutes'
    from public.pictures p where p.id = c.picture and p.title = 'upload claimed';
    update public.pictures set failure = 'Broken.' where title = 'upload failed';
    delete from private.picture_claims c using public.pictures p where p.id = c.picture and p.title = 'upload failed';

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

test('a time of publication of before is its last writer’s by the audit log, and waits where this names nobody', async () => {
  const owners = 'select distinct relation from private.owners where record not in (select id from public.courses)';
  expect(await query(owners)).toEqual([{ relation: 'posts' }]);
  await execute("update public.drafts set publish_at = now() - interval '1 second' where publish_at is not null");
  expect(await query('select private.publish_due_drafts() as published')).toEqual([{ published: 1 }]);
  const left =
    "select p.slug, p.title, d.publish_at, d.failure from public.posts p left join public.drafts d on d.record_id = p.id where p.slug like '%known' order by 1";
  expect(await query(left)).toEqual([
    { slug: 'known', title: 'Entwurf', publish_at: null, failure: null },
    { slug: 'unknown', title: 'unknown', publish_at: null, failure: expect.stringContaining('set it again') },
  ]);
});

test('uploads that were refused or may be animated are read again, and nothing of a refused one is shown', async () => {
  const titles = async (joined: string) => {
    const rows = await query<{ title: string }>(`
      select p.title from public.pictures p join ${joined} = p.id
      where p.origin is null and p.title not like 'upload %' order by 1`);
    return rows.map(({ title }) => title);
  };
  expect(await titles('private.jobs j on j.subject')).toEqual(['animated', 'refused', 'waiting']);
  expect(await titles('private.picture_sizes s on s.picture')).toEqual(['animated', 'still']);
});

test('names of before are composed: one whose address is taken gets a number, and none makes it fail', async () => {
  expect(await query(`select title, slug from public.posts where slug like '${ADDRESS}%' order by title`)).toEqual([
    { title: 'Eins', slug: ADDRESS },
    { title: ADDRESS, slug: `${ADDRESS}-2` },
  ]);
  expect(await query('select slug from public.courses')).toEqual([{ slug: ADDRESS }]);
  const stale = `select private.last_entry(d.record_id) > d.entry as is_stale
    from public.drafts d join public.posts p on p.id = d.record_id where p.slug like '${ADDRESS}%'`;
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
    ) jobs where subject like any ('{https://a.example/%,upload %}') order by kind, attempts, subject`);
  expect(jobs).toEqual([
    job('copy_picture', 'https://a.example/waiting'),
    job('copy_picture', 'https://a.example/claimed', 1),
    job('copy_picture', 'https://a.example/again', 2, 'The host answered 503.'),
    job('read_source', 'https://a.example/waiting'),
    job('read_source', 'https://a.example/claimed', 1),
    job('size_picture', 'upload waiting'),
    job('size_picture', 'upload claimed', 2),
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
