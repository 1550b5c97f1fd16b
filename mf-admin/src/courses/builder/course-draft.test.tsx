import { staffClient } from '@ki/shared/data/clients.ts';
import { serviceClient, stored as storedRow } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedModules } from '../../testing/given.ts';
import { draftOf } from '../../testing/given-role.ts';
import { field, fill, press, textsOf } from '../../testing/open-admin.ts';
import { buttonOf, deleteRow, linkOf, openBuilder, shownTitles } from '../../testing/outline.ts';

const NOTICE = 'Published, with changes';

/** Opens the builder of a published course, and begins a draft. */
async function openDraft(counts: readonly number[]) {
  const view = await openBuilder(counts, { is_published: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Save Draft' }));
  await screen.findByText(NOTICE);
  return view;
}

test('acts are public at once until Save Draft begins a draft; Discard goes back to what is published, and Undo brings it back', async () => {
  const { user, stored: live } = await openBuilder([1], { is_published: true });
  await user.click(buttonOf('M1', 'Duplicate'));
  await waitFor(async () => expect(await live()).toEqual(['M1: L1.1', 'M1 (Kopie): L1.1']));
  await user.click(screen.getByRole('button', { name: 'Save Draft' }));
  await screen.findByText(NOTICE);
  expect(screen.getByText(/A draft has begun/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await user.click(buttonOf('M1 (Kopie)', 'Duplicate'));
  await screen.findByText('M1 (Kopie) (Kopie)');
  expect(await live()).toEqual(['M1: L1.1', 'M1 (Kopie): L1.1']);
  press('Discard Changes');
  await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.1', 'M1 (Kopie)', 'L1.1']));
  expect(screen.queryByText(NOTICE)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('M1 (Kopie) (Kopie)');
});

test('Editor adds, changes, moves and deletes in a draft, and publishes all of it at once', async () => {
  const { user, course, stored: live } = await openDraft([2, 1]);
  const before = await live();
  await user.click(screen.getByRole('link', { name: 'Add Module' }));
  await fill('Title', 'M9');
  press('Create Module');
  await user.click(await screen.findByText('M9').then(() => linkOf('M9', 'Add Lesson')));
  await fill('Title', 'L9.1');
  await fill('Content', 'Neuer Text');
  press('Create Lesson');
  await screen.findByRole('heading', { name: 'Course Builder' });
  await user.click(linkOf('L9.1', 'Preview'));
  expect(await screen.findByText('Neuer Text')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Course Builder' }));
  await user.click(await screen.findByText('M2').then(() => linkOf('M2', 'Edit')));
  await fill('Title', 'M27');
  press('Update Module');
  await screen.findByText('M27');
  await user.click(buttonOf('L1.2', 'Move up'));
  await waitFor(() => expect(screen.getByText(/1 of 2 in module/)).toBeTruthy());
  await deleteRow('L2.1');
  await waitFor(() => expect(screen.queryByText('L2.1', { selector: 'li *' })).toBeNull());
  await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.2', 'L1.1', 'M27', 'M9', 'L9.1']));
  expect(await live()).toEqual(before);
  press('Publish Draft');
  await waitFor(() => expect(screen.queryByText(NOTICE)).toBeNull());
  expect(await live()).toEqual(['M1: L1.2, L1.1', 'M27: ', 'M9: L9.1']);
  expect(await draftOf(course.id)).toBeNull();
});

test('Show Changes names the texts, modules and lessons that changed', async () => {
  const { user } = await openDraft([1, 1]);
  await user.click(linkOf('L1.1', 'Edit'));
  await fill('Content', 'Anders');
  press('Update Lesson');
  await user.click(await screen.findByText('L2.1').then(() => buttonOf('M2', 'Duplicate')));
  await screen.findByText('M2 (Kopie)');
  press('Show Changes');
  const changes = within(await screen.findByRole('region', { name: 'Changes of the draft' }));
  expect(textsOf(changes.getAllByRole('term'))).toEqual(['Modules', 'Lesson “L1.1”: Content']);
  expect(changes.getByText('Anders').tagName).toBe('INS');
});

test('two editors change different lessons of a draft, and both changes stay; the same lesson is a conflict', async () => {
  const { user, course } = await openDraft([2]);
  const saveByOther = async (title: string) => {
    const client = await staffClient();
    const { data } = await client.rpc('read_draft', { record: course.id }).throwOnError();
    const { content, updated_at: version } = data as never as {
      content: { modules: { lessons: { title: string; updated_at: string }[] }[] };
      updated_at: string;
    };
    const modules = content.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) =>
        lesson.title === title ? { ...lesson, title: `${title}9`, updated_at: new Date().toISOString() } : lesson,
      ),
    }));
    const columns = { modules } as never;
    await client.rpc('save_draft', { kind: 'courses', record: course.id, columns, version }).throwOnError();
  };
  await user.click(linkOf('L1.1', 'Edit'));
  await fill('Title', 'L1.11');
  await saveByOther('L1.2');
  press('Update Lesson');
  await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.11', 'L1.29']));
  await user.click(linkOf('L1.11', 'Edit'));
  await fill('Content', 'Mein Text');
  await saveByOther('L1.11');
  press('Update Lesson');
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Compare and Merge');
  fireEvent.click(await screen.findByRole('button', { name: 'Use This Version' }));
  await waitFor(async () => expect((await field('Title')).value).toBe('L1.119'));
  press('Update Lesson');
  await waitFor(() => expect(shownTitles()).toEqual(['M1', 'L1.119', 'L1.29']));
});

test('a write of the published course makes its draft show a conflict; Overwrite publishes the draft over it', async () => {
  const { user, course, stored: live, router } = await openDraft([1]);
  await user.click(buttonOf('M1', 'Duplicate'));
  await screen.findByText('M1 (Kopie)');
  const [module] = await storedModules(course.id);
  await serviceClient()
    .from('modules')
    .update({ title: 'Von aussen' })
    .eq('id', module?.id ?? '');
  press('Publish Draft');
  await screen.findByRole('button', { name: 'Overwrite' });
  expect(await live()).toEqual(['Von aussen: L1.1']);
  await router.revalidate();
  press('Overwrite');
  await waitFor(async () => expect(await live()).toEqual(['M1: L1.1', 'M1 (Kopie): L1.1']));
});

test('the draft of a course is published with the changes of its form and of its builder', async () => {
  const { user, course, stored: live } = await openDraft([1]);
  await user.click(buttonOf('M1', 'Duplicate'));
  await screen.findByText('M1 (Kopie)');
  await user.click(screen.getByRole('link', { name: 'Edit Course' }));
  await fill('Title', 'Neuer Kurs');
  press('Update Course');
  await waitFor(async () => expect((await storedRow('courses', course.id))?.title).toBe('Neuer Kurs'));
  expect(await live()).toEqual(['M1: L1.1', 'M1 (Kopie): L1.1']);
});
