import { staffClient } from '@ki/shared/data/clients.ts';
import { signIn } from '@ki/shared/session/session-store.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { saveIdea } from './save-idea.ts';

beforeAll(async () => {
  expect(await signIn('admin@example.com', 'lernen-mit-ki')).toBeNull();
});

const rows = () => serviceClient().from('workflows');

async function givenIdeas(output_data: object): Promise<string> {
  const row = { workflow_type: 'gemini_blog_ideas', status: 'completed', output_data: { ...output_data } };
  const { data } = await rows().insert(row).select('id').single().throwOnError();
  onTestFinished(async () => {
    await rows().delete().eq('id', data.id);
  });
  return data.id;
}

const storedIdeas = async (id: string) =>
  (await rows().select('output_data').eq('id', id).single().throwOnError()).data.output_data;

test('concurrent changes of ideas are all kept', async () => {
  const items = ['1', '2', '3', '4'].map((id) => ({ id, title: `Idee ${id}`, selected: true }));
  const id = await givenIdeas({ items, total_count: 4 });
  const client = await staffClient();
  await Promise.all([
    ...items.map((item) => saveIdea(client, id, item.id, { selected: false })),
    saveIdea(client, id, '2', { postId: 'p' }),
  ]);
  expect(await storedIdeas(id)).toEqual({
    items: items.map((item) => ({ ...item, selected: false, ...(item.id === '2' && { post_id: 'p' }) })),
    total_count: 4,
  });
});

test('other stored keys stay unchanged, and so does a numeric id', async () => {
  const id = await givenIdeas({ items: [{ id: 7, quelle: { seite: null } }], model: ['a', 1] });
  await saveIdea(await staffClient(), id, '7', { selected: true });
  expect(await storedIdeas(id)).toEqual({
    items: [{ id: 7, quelle: { seite: null }, selected: true }],
    model: ['a', 1],
  });
});

test('a workflow without ideas is rejected and stays unchanged', async () => {
  const id = await givenIdeas({ ideas: 'Ein Text' });
  await expect(saveIdea(await staffClient(), id, '1', { selected: true })).rejects.toThrow('holds no ideas');
  expect(await storedIdeas(id)).toEqual({ ideas: 'Ein Text' });
});
