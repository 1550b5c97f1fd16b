import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { hydrated } from './hydrate.ts';
import { editorClient, openAsStaff } from './sign-in.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

async function givenPost(request: APIRequestContext, more: object = {}) {
  const client = await editorClient(request);
  const slug = `umzug-${randomUUID().slice(0, 8)}`;
  const row = { title: `Beitrag ${slug}`, slug, content: 'Text', published_at: YESTERDAY, ...more };
  const { data } = await client.from('posts').insert(row).select('id, slug').single().throwOnError();
  return { client, ...data };
}

const answerAt = async (request: APIRequestContext, address: string) => {
  const answer = await request.get(address, { maxRedirects: 0 });
  return [answer.status(), answer.headers().location];
};

test('Editor changes the address of a post, and everything at the former one leads on by one hop', {
  tag: '@smoke',
}, async ({ page, request }) => {
  const { id, slug } = await givenPost(request);
  await openAsStaff(page, `/admin/posts/edit/${id}`);
  await page.getByLabel('Slug').fill(`${slug}-neu`);
  await expect(page.getByText(`/post/${slug} will lead there.`)).toBeVisible();
  await page.getByRole('button', { name: 'Update Post', exact: true }).click();
  await page.waitForURL('/admin');
  const [from, to] = [`/post/${slug}`, `/post/${slug}-neu`];
  await expect.poll(() => answerAt(request, from)).toEqual([308, to]);
  for (const [address, location] of [
    [`${from}/`, to],
    [`${from}?utm_source=brief`, `${to}?utm_source=brief`],
    [`${from}.md`, `${to}.md`],
    [`${from}/vorschau.png`, `${to}/vorschau.png`],
  ] as const) {
    expect(await answerAt(request, address), address).toEqual([308, location]);
    expect((await request.get(location)).status(), location).toBe(200);
  }
});

test('Reader of a deleted post hears that it is gone, and staff let its address and missing ones lead on', async ({
  page,
  request,
}) => {
  const { client, id, slug } = await givenPost(request);
  expect(await answerAt(request, `/post/${slug}`)).toEqual([200, undefined]);
  await client.from('posts').delete().eq('id', id).throwOnError();
  await expect.poll(() => answerAt(request, `/post/${slug}`)).toEqual([410, undefined]);
  const missing = `/2019/05/${slug}`;
  for (const _time of [1, 2]) expect(await answerAt(request, missing)).toEqual([404, undefined]);
  await openAsStaff(page, '/admin/redirects');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: missing })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('row', { name: missing }).getByRole('link', { name: 'Leads to …' }).click();
  await page.getByLabel('Leads To').fill('/workshops');
  await page.getByRole('button', { name: 'Create Redirect', exact: true }).click();
  await page.waitForURL('/admin/redirects');
  await expect.poll(() => answerAt(request, `${missing}/`)).toEqual([308, '/workshops']);
});

test('Reader follows a link of a text to a former address, without a second document and with one', async ({
  page,
  request,
}) => {
  const moved = await givenPost(request);
  const alias = `/2019/05/${moved.slug}`;
  const content = `[Umgezogen](/post/${moved.slug}#teil) und [von früher](${alias}#teil)`;
  const { slug } = await givenPost(request, { content });
  await moved.client
    .from('posts')
    .update({ slug: `${moved.slug}-neu` })
    .eq('id', moved.id)
    .throwOnError();
  await moved.client
    .from('redirects')
    .insert({ address: alias, target: `/post/${moved.slug}-neu` })
    .throwOnError();
  await expect.poll(() => answerAt(request, alias)).toEqual([308, `/post/${moved.slug}-neu`]);
  for (const name of ['Umgezogen', 'von früher']) {
    await page.goto(`/post/${slug}`);
    await page.keyboard.press('j');
    await hydrated(page);
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`/post/${moved.slug}-neu#teil`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Beitrag ${moved.slug}`);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Beitrag ${slug}`);
  }
});
