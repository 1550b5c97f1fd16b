import { removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen } from '@testing-library/react';
import { openAdmin } from './open-admin.ts';

export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

export const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Opens the form of a new post, which is gone after the test if it is saved with the returned slug. */
export async function openNewPost() {
  const slug = unique('neu-');
  removeAfterwards('posts', 'slug', slug);
  return { ...(await openAdmin('/admin/posts/new')), slug };
}

export async function fillNewPost(slug: string): Promise<void> {
  await fill('Title', 'Ein Titel');
  await fill('Slug', slug);
  await fill('Content', '## Hallo\n\nText');
}
