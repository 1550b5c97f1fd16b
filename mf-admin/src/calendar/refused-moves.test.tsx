import { staffClient } from '@ki/shared/data/clients.ts';
import { given, removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { afterEach, expect, test } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { givenOwnPost, givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { counting } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { buttonsOf, expectAllowed, expectRefused, REASONS } from '../testing/refused.ts';

afterEach(leave);

const MONTH = '/admin/calendar?day=2032-05-10';
// Entries of one hour would be a clash.
const AT = '2032-05-06T08:00:00Z';
const LATER = '2032-05-07T08:00:00Z';

test('an author moves nothing, as each entry is public; the calendar asks once', async () => {
  await givenRole('author');
  const own = await givenOwnPost();
  await serviceClient().from('posts').update({ published_at: AT }).eq('id', own.id).throwOnError();
  const post = await givenPost({ published_at: LATER });
  const page = await given('pages', {
    title: unique('Seite '),
    slug: unique('seite-'),
    content: 'T',
    published_at: AT,
  });
  const asked = counting('POST', 'rpc/refusals');
  await openAdmin(MONTH);
  await expectRefused((await buttonsOf(own.title))('Move'), REASONS.public);
  await expectRefused((await buttonsOf(post.title))('Move'), REASONS.ofOthers);
  await expectRefused((await buttonsOf(page.title))('Move'), REASONS.ofOthers);
  expect(asked()).toBe(1);
});

test('an editor moves own posts, and none of others', async () => {
  await givenRole('editor');
  const slug = unique('geplant-');
  removeAfterwards('posts', 'slug', slug);
  const row = { title: slug, slug, content: 'Text', published_at: AT };
  await (await staffClient()).from('posts').insert(row).throwOnError();
  const post = await givenPost({ published_at: LATER });
  await openAdmin(MONTH);
  await expectRefused((await buttonsOf(post.title))('Move'), REASONS.publicOfOthers);
  expectAllowed((await buttonsOf(slug))('Move'));
});
