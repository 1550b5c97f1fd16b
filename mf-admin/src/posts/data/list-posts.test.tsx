import { staffClient } from '@ki/shared/data/clients.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { beforeAll, expect, test } from 'vitest';
import { givenPost } from '../../testing/given.ts';
import { postQueryOf } from '../model/post-list.ts';
import { listPosts } from './list-posts.ts';

beforeAll(async () => {
  expect(await signIn('admin@example.com', 'lernen-mit-ki')).toBeNull();
});

async function found(q: string): Promise<string[]> {
  const { rows } = await listPosts(await staffClient(), postQueryOf(new URLSearchParams({ q })));
  return rows.map(({ title }) => title);
}

test('a search matches every character literally, special characters included', async () => {
  const mark = unique('zeichen');
  await givenPost({ title: `${mark} 5x0` });
  for (const character of [...',()%_*"\\.:{[|+?$', 'ß', '😀']) {
    const { title } = await givenPost({ title: `${mark} 5${character}0` });
    expect(await found(title)).toEqual([title]);
  }
});

test('a search ignores case, that of umlauts included', async () => {
  const { title } = await givenPost({ title: `${unique('Größe ')} ÜBUNG` });
  expect(await found(title.replace('ÜBUNG', 'übung'))).toEqual([title]);
});
