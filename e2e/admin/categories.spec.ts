import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { editorClient, openAsStaff } from '../platform/sign-in.ts';

const KINDS = [
  ['/admin/categories', 'categories'],
  ['/admin/categories/workshops', 'workshop_categories'],
  ['/admin/categories/courses', 'course_categories'],
] as const;

async function addCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New Category' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create Category' }).click();
  await expect(page.getByRole('row', { name })).toBeVisible();
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

for (const [address, table] of KINDS) {
  test(`Editor can add, rename and delete ${table}`, async ({ page, request }) => {
    const name = `Bereich ${Date.now()}`;
    await openAsStaff(page, address);
    await addCategory(page, name);
    await expectAccessible(page, table);
    await rowOf(page, name).getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill(`${name} neu`);
    await expectAccessible(page, `form of ${table}`);
    await page.getByRole('button', { name: 'Update Category' }).click();
    await rowOf(page, `${name} neu`).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`“${name} neu” was deleted.`)).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
    const { data } = await (await editorClient(request)).from(table).select('id').like('name', `${name}%`);
    expect(data).toEqual([]);
  });
}

test('Editor who deletes a category in use says where its posts go', { tag: '@smoke' }, async ({ page, request }) => {
  const client = await editorClient(request);
  const stamp = Date.now();
  const [from, to] = [`Alt ${stamp}`, `Neu ${stamp}`];
  const slug = `umzug-${stamp}`;
  const { data: category } = await client
    .from('categories')
    .insert({ name: from, slug: `alt-${stamp}` })
    .select('id')
    .single();
  const post = { title: `Umzug ${stamp}`, slug, content: 'Text', published_at: '2001-01-01T00:00:00Z' };
  await client.from('posts').insert({ ...post, category_id: category?.id });

  await openAsStaff(page, '/admin/categories');
  await addCategory(page, to);
  await rowOf(page, from).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this category?' });
  await dialog.getByLabel('Move its 1 post to').selectOption(to);
  await expectAccessible(page, 'question where the posts of a category go');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, to)).toContainText('1 post');
  await expect(rowOf(page, from)).toHaveCount(0);
  await expect.poll(async () => (await request.get(`/post/${slug}`)).text()).toContain(`/category/neu-${stamp}`);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, from)).toContainText('1 post');
  await client.from('posts').delete().eq('slug', slug);
  await client.from('categories').delete().in('name', [from, to]);
});
