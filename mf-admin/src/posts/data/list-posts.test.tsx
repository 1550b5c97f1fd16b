import { staffClient } from '@ki/shared/data/clients.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { beforeAll, expect, test } from 'vitest';
import { givenPost } from '../../testing/given.ts';
import { postQueryOf } from '../model/post-query.ts';
import { listPosts } from './list-posts.ts';

beforeAll(async () => {
  expect(await signIn('admin@example.com', 'lernen-mit-ki')).toBeNull();
});

async function found(q: string): Promise<string[]> {
  const { rows } = await listPosts(await staffClient(), postQueryOf(new URLSearchParams({ q })));
  return rows.map(({ title }) => title);
}

test('a search finds what has the text, whatever characters that has, and nothing else', async () => {
  const mark = unique('zeichen');
  await givenPost({ title: `${mark} 5x0` });
  for (const character of [...',()%_*"\\.:{[|+?$', 'ß', '😀']) {
    const { title } = await givenPost({ title: `${mark} 5${character}0` });
    expect(await found(title)).toEqual([title]);
  }
});

test('capitals make no difference, umlauts included', async () => {
  const { title } = await givenPost({ title: `${unique('Größe ')} ÜBUNG` });
  expect(await found(title.replace('ÜBUNG', 'übung'))).toEqual([title]);
});
