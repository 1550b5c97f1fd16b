import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenRole } from '../../testing/given-role.ts';
import { buttonIn, rowOf } from '../../testing/open-admin.ts';
import { openBuilder, shownTitles } from '../../testing/outline.ts';
import { expectRefused, REASONS } from '../../testing/refused.ts';

async function open(role: 'editor' | 'author') {
  await givenRole(role);
  return { ...(await openBuilder([1, 1], { is_published: true })), lesson: () => rowOf('L1.1') };
}

test('as an author, the course of others says why each act was refused, and stays', async () => {
  const { user, lesson, stored } = await open('author');
  await expectRefused(user, await lesson(), 'Delete', REASONS.ofOthers);
  await expectRefused(user, await rowOf('L2.1'), 'Duplicate', REASONS.ofOthers);
  await user.click(screen.getByRole('button', { name: 'Save Draft' }));
  const head = screen.getByRole('heading', { name: 'Course Builder' }).closest('header') as HTMLElement;
  expect((await within(head).findByRole('alert')).textContent).toBe(REASONS.ofOthers);
  fireEvent.click(screen.getByRole('link', { name: 'Add Module' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Neu' } });
  await user.click(screen.getByRole('button', { name: /^(Create|Add) Module$/ }));
  expect((await screen.findByRole('alert')).textContent).toContain(REASONS.ofOthers);
  expect(await stored()).toEqual(['M1: L1.1', 'M2: L2.1']);
});

test('an editor begins a draft of the published course of others, and changes it then', async () => {
  const { user, lesson } = await open('editor');
  await user.click(await screen.findByRole('button', { name: 'Save Draft' }));
  await screen.findByRole('button', { name: 'Show Changes' });
  await user.click(buttonIn(await lesson(), 'Move down'));
  await waitFor(() => expect(shownTitles()).toEqual(['M1', 'M2', 'L1.1', 'L2.1']));
  await waitFor(() => expect(screen.queryByText('Saving...')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
