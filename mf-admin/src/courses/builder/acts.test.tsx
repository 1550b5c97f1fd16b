import { serviceClient } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { counting } from '../../testing/network.ts';
import { buttonOf, deleteRow, openBuilder, shownTitles } from '../../testing/outline.ts';

interface Titled {
  readonly title: string;
}

/** Opens the builder of a course, or of the draft of a published one. `stored`: the titles of what is open. */
async function openOutline(open: 'live' | 'draft', counts: readonly number[]) {
  const view = await openBuilder(counts, { is_published: open === 'draft' });
  if (open === 'live') return view;
  fireEvent.click(await screen.findByRole('button', { name: 'Save Draft' }));
  await screen.findByText('Published, with changes');
  const stored = async () => {
    const query = serviceClient().from('drafts').select('content').eq('record_id', view.course.id).single();
    const { modules } = (await query.throwOnError()).data.content as never as {
      modules: (Titled & { lessons: Titled[] })[];
    };
    return modules.map(({ title, lessons }) => `${title}: ${lessons.map((lesson) => lesson.title).join(', ')}`);
  };
  return { ...view, stored };
}

describe.each(['live', 'draft'] as const)('an outline, %s', (open) => {
  test('The confirmation of a deletion names the rows that are deleted with it', async () => {
    const { user, stored } = await openOutline(open, [2, 1]);
    await user.click(buttonOf('M1', 'Delete'));
    const question = 'Are you sure you want to delete this module? Its 2 lessons will be deleted with it.';
    await user.click(within(screen.getByRole('dialog', { name: question })).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownTitles()).toEqual(['M2', 'L2.1']));
    await deleteRow('L2.1');
    await waitFor(() => expect(shownTitles()).toEqual(['M2']));
    expect(await stored()).toEqual(['M2: ']);
  });

  test('Copies of a lesson and of a module follow their originals', async () => {
    const { user, stored } = await openOutline(open, [2, 1]);
    await user.click(buttonOf('L1.1', 'Duplicate'));
    expect(await screen.findByText('L1.1 (Kopie)')).toBeTruthy();
    await user.click(buttonOf('M1', 'Duplicate'));
    expect(await screen.findByText('M1 (Kopie)')).toBeTruthy();
    const lessons = 'L1.1, L1.1 (Kopie), L1.2';
    expect(await stored()).toEqual([`M1: ${lessons}`, `M1 (Kopie): ${lessons}`, 'M2: L2.1']);
  });

  test('Buttons move lessons and modules, across modules too; a move is shown at once, saved in one request, and announced', async () => {
    const { user, stored } = await openOutline(open, [1, 1]);
    const requests = counting('POST', 'rpc/save_outline');
    await user.click(buttonOf('L1.1', 'Move down'));
    expect(shownTitles()).toEqual(['M1', 'M2', 'L1.1', 'L2.1']);
    expect(screen.getByText('Lesson “L1.1” is number 1 of 2 in module “M2”.')).toBeTruthy();
    expect(document.activeElement).toBe(buttonOf('L1.1', 'Move down'));
    await waitFor(async () => expect(await stored()).toEqual(['M1: ', 'M2: L1.1, L2.1']));
    expect(requests()).toBe(1);
    await user.click(buttonOf('M2', 'Move up'));
    await waitFor(async () => expect(await stored()).toEqual(['M2: L1.1, L2.1', 'M1: ']));
    expect(requests()).toBe(2);
  });

  test('A lesson moves to any module in one step', async () => {
    const { user, stored } = await openOutline(open, [1, 0, 1]);
    await user.click(buttonOf('L1.1', 'Move to…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Move lesson' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Module' }), '3: M3');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Position' }), 'first');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(async () => expect(await stored()).toEqual(['M1: ', 'M2: ', 'M3: L1.1, L3.1']));
  });

  test.each([
    ['L1.2', ['M1', 'L1.1', 'L1.3', 'M2', 'L2.1']],
    ['M1', ['M2', 'L2.1']],
  ])('%s that is deleted comes back by Undo, in its place', async (title, left) => {
    const { user, stored } = await openOutline(open, [3, 1]);
    await deleteRow(title);
    await waitFor(() => expect(shownTitles()).toEqual(left));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.1', 'L1.2', 'L1.3', 'M2', 'L2.1']));
    expect(await stored()).toEqual(['M1: L1.1, L1.2, L1.3', 'M2: L2.1']);
  });
});
