import { beforeAll, expect, test } from 'vitest';
import { openedAt } from './testing/opened-at.ts';

const WITHOUT_OWNERS_OF_TIMES = '20261207999999';
const WITH_A_READER_OF_BEFORE = '20261208020000';
const PUBLISHER = '10000000-0000-4000-8000-000000000001';

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
  await migrate();
});

test('a time of publication of before is its last writer’s by the audit log, and waits where this names nobody', async () => {
  expect(await query('select distinct relation from private.owners')).toEqual([{ relation: 'posts' }]);
  await execute("update public.drafts set publish_at = now() - interval '1 second'");
  expect(await query('select private.publish_due_drafts() as published')).toEqual([{ published: 1 }]);
  const left =
    'select p.slug, p.title, d.publish_at, d.failure from public.posts p left join public.drafts d on d.record_id = p.id order by 1';
  expect(await query(left)).toEqual([
    { slug: 'known', title: 'Entwurf', publish_at: null, failure: null },
    { slug: 'unknown', title: 'unknown', publish_at: null, failure: expect.stringContaining('set it again') },
  ]);
});

test('uploads that were refused or may be animated are read again, and nothing of a refused one is shown', async () => {
  const titles = async (joined: string) =>
    (await query<{ title: string }>(`select p.title from public.pictures p join ${joined} = p.id order by 1`)).map(
      ({ title }) => title,
    );
  expect(await titles('private.jobs j on j.subject')).toEqual(['animated', 'refused', 'waiting']);
  expect(await titles('private.picture_sizes s on s.picture')).toEqual(['animated', 'still']);
});
