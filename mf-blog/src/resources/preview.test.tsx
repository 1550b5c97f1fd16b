import { reader } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/given.ts';
import { expect, test } from 'vitest';
import { PREVIEW } from '../model/addresses.ts';
import { resources } from '../server.ts';
import { givenPost } from '../testing/given.ts';

test('The preview image of a post is revalidated by every cache, and ends with the publication', async () => {
  const { slug } = await givenPost();
  const resource = resources.find(({ path }) => path === PREVIEW.pattern);
  const preview = async () =>
    resource?.respond({ reader: await reader(), request: new Request('https://site.example/x'), params: { slug } });
  const shown = await preview();
  expect([shown?.status, shown?.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  await serviceClient().from('posts').update({ published_at: null }).eq('slug', slug).throwOnError();
  expect((await preview())?.status).toBe(404);
});
