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
  test('A deletion names what goes with it, and Undo brings it back in its place; a lesson moves to any module in one step', async () => {
    const { user, stored } = await openOutline(open, [3, 1]);
    for (const [title, left] of [
      ['L1.2', ['M1', 'L1.1', 'L1.3', 'M2', 'L2.1']],
      ['M1', ['M2', 'L2.1']],
    ] as const) {
      await deleteRow(title);
      await waitFor(() => expect(shownTitles()).toEqual(left));
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.1', 'L1.2', 'L1.3', 'M2', 'L2.1']));
      expect(await stored()).toEqual(['M1: L1.1, L1.2, L1.3', 'M2: L2.1']);
    }
    await user.click(buttonOf('L2.1', 'Move to…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Move lesson' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Module' }), '1: M1');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Position' }), 'first');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(async () => expect(await stored()).toEqual(['M1: L2.1, L1.1, L1.2, L1.3', 'M2: ']));
    await user.click(buttonOf('M1', 'Delete'));
    const question = 'Are you sure you want to delete this module? Its 4 lessons will be deleted with it.';
    await user.click(within(screen.getByRole('dialog', { name: question })).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownTitles()).toEqual(['M2']));
    expect(await stored()).toEqual(['M2: ']);
  });

  test('Copies follow their originals; moves cross modules, are shown at once, saved in one request, and announced', async () => {
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
    await user.click(buttonOf('L1.1', 'Duplicate'));
    expect(await screen.findByText('L1.1 (Kopie)')).toBeTruthy();
    await user.click(buttonOf('M2', 'Duplicate'));
    expect(await screen.findByText('M2 (Kopie)')).toBeTruthy();
    const lessons = 'L1.1, L1.1 (Kopie), L2.1';
    expect(await stored()).toEqual([`M2: ${lessons}`, `M2 (Kopie): ${lessons}`, 'M1: ']);
  });
});
