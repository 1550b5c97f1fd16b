import { given, removeAfterwards, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, press, rowOf, submit } from '../testing/open-admin.ts';

const storedAt = async (address: string) =>
  (await serviceClient().from('redirects').select('target').eq('address', address).maybeSingle()).data;

const removes = (address: string) => removeAfterwards('redirects', 'address', address);

test('the list says where addresses lead, which lead nowhere, and which not yet; a search finds both ends', async () => {
  const name = unique('alt-');
  await given('redirects', { address: '/ganz-anders', target: 'https://example.org/ziel' });
  const change = (id: string, values: object) =>
    serviceClient().from('posts').update(values).eq('id', id).throwOnError();
  const renamed = async (slug: string) => {
    const { id } = await givenPost({ slug });
    await change(id, { slug: `neu-${slug}` });
    removes(`/post/${slug}`);
    removes(`/post/neu-${slug}`);
    return id;
  };
  await renamed(`${name}-1`);
  await change(await renamed(`${name}-2`), { published_at: null });
  const gone = await renamed(`${name}-3`);
  await serviceClient().from('posts').delete().eq('id', gone).throwOnError();
  await openAdmin(`${addresses.redirects}?q=${name}`);
  expect((await rowOf(`/post/${name}-1`)).textContent).toContain(`/post/neu-${name}-1`);
  expect(within(await rowOf(`/post/${name}-2`)).getByText('Not public')).toBeTruthy();
  expect(within(await rowOf(`/post/${name}-3`)).getByText('Gone')).toBeTruthy();
  expect(screen.queryByText('/ganz-anders')).toBeNull();
});

test('a missing address leads on by one press and a target; both are stored as visitors request them', async () => {
  const name = unique('früher-');
  removes(`/2019/${name}`);
  respondWith('rpc/missing_addresses', [{ address: `/2019/${name}`, requests: 12, last_day: '2026-11-28' }]);
  const { user, path } = await openAdmin(addresses.redirects);
  const row = within(await rowOf(`/2019/${name}`));
  expect(row.getByText('12')).toBeTruthy();
  await user.click(row.getByRole('link', { name: 'Leads to …' }));
  expect((await field('Address')).value).toBe(`/2019/${name}`);
  await fill('Leads To', `${location.origin}/workshops?kategorie=1`);
  await submit(path, 'Create Redirect', addresses.redirects);
  expect(await storedAt(`/2019/${name}`)).toEqual({ target: '/workshops?kategorie=1' });
});

test('an address is taken as it is copied from a browser', async () => {
  const name = unique('früher-');
  removes(`/blog/${name}`);
  const { path } = await openAdmin(addresses.newRedirect);
  await fill('Address', `https://alt.example.org/blog/${encodeURIComponent(name)}/#teil`);
  await fill('Leads To', '/workshops');
  await submit(path, 'Create Redirect', addresses.redirects);
  expect(await storedAt(`/blog/${name}`)).toEqual({ target: '/workshops' });
});

test.each([
  ['Address', '/', /^Use a path of this site such as \/2019/],
  ['Address', '/login', /^The address \/login belongs to the platform/],
  ['Leads To', 'http://example.org', /^Use a path of this site such as \/workshops, or an https address/],
  ['Leads To', '/nirgendwo-alt', /would lead to itself/],
])('%s refuses %s at its field', async (label, text, reason) => {
  await openAdmin(addresses.newRedirect);
  await fill('Address', '/nirgendwo-alt');
  await fill('Leads To', '/workshops');
  await fill(label, text);
  press('Create Redirect');
  const wrong = await screen.findByText(reason);
  expect((await field(label)).getAttribute('aria-describedby')).toContain(wrong.id);
});

test.each([
  ['public', '2001-02-03T10:00:17Z', 1],
  ['not public', null, 0],
])('the form of a post that is %s says where its former address leads', async (_what, published_at, hints) => {
  const post = await givenPost({ published_at });
  await openAdmin(addresses.editPost(post));
  await field('Slug');
  const hint = () => screen.queryAllByText((text) => text.includes(`/post/${post.slug} will lead there.`));
  expect(hint()).toHaveLength(0);
  await fill('Slug', `${post.slug}-neu`);
  expect(hint()).toHaveLength(hints);
});
