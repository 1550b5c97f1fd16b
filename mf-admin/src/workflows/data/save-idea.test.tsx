import { staffClient } from '@ki/shared/data/clients.ts';
import { beforeAll, expect, test } from 'vitest';
import { givenWorkflow, storedWorkflows } from '../../testing/given-workflow.ts';
import { signInAdmin } from '../../testing/open-admin.ts';
import { saveIdea } from './workflows.ts';

beforeAll(signInAdmin);

const storedIdeas = async (id: string) => (await storedWorkflows('id', id))[0]?.output_data;

test('concurrent changes of ideas are all kept', async () => {
  const items = ['1', '2', '3', '4'].map((id) => ({ id, title: `Idee ${id}`, selected: true }));
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 4 } });
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

test('other stored keys and a numeric id stay; a workflow without ideas is rejected and stays unchanged', async () => {
  const client = await staffClient();
  const item = { id: 7, quelle: { seite: null } };
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items: [item], model: ['a', 1] } });
  await saveIdea(client, id, '7', { selected: true });
  expect(await storedIdeas(id)).toEqual({ items: [{ ...item, selected: true }], model: ['a', 1] });

  const text = await givenWorkflow('gemini_blog_ideas', { output_data: { ideas: 'Ein Text' } });
  await expect(saveIdea(client, text, '1', { selected: true })).rejects.toThrow('holds no ideas');
  expect(await storedIdeas(text)).toEqual({ ideas: 'Ein Text' });
});
