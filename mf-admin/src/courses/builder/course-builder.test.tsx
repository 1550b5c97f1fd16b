import { serviceClient, stored as storedRow } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenCourse, storedModules } from '../../testing/given.ts';
import { failing } from '../../testing/network.ts';
import { field, fill, openAdmin, press } from '../../testing/open-admin.ts';
import { linkOf, openBuilder } from '../../testing/outline.ts';

const chooseType = async (type: 'Text' | 'Video') =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Lesson Type' }), type);
const storedFirst = async (course: string) =>
  storedRow('lessons', (await storedModules(course))[0]?.lessons[0]?.id ?? '');

test('Publish makes a draft public, says so, and leaves a link to it, without modules, too', async () => {
  const { user, course } = await openBuilder([]);
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  expect(screen.getByText('No modules yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save Draft' })).toBeNull();
  const repair = failing('PATCH', 'courses');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Failed to update course')).toBeTruthy();
  repair();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull());
  const [link] = await screen.findAllByRole('link', { name: 'View' });
  expect(link?.getAttribute('href')).toBe(`/courses/${course.slug}`);
  expect(screen.getByText(/was published/)).toBeTruthy();
  expect(await storedRow('courses', course.id)).toMatchObject({ is_published: true });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test("a course that cannot be read: 'Failed to load course', and a retry reads it", async () => {
  const course = await givenCourse();
  const answering = failing('GET', 'courses');
  await openAdmin(addresses.courseBuilder(course));
  expect(await screen.findByText('Failed to load course')).toBeTruthy();
  answering();
  press('Try again');
  expect(await screen.findByText(course.title)).toBeTruthy();
});

test('A module needs a title, also when it is edited; returning without one focuses the heading', async () => {
  const { user, stored } = await openBuilder([1]);
  await user.click(screen.getByRole('link', { name: 'Add Module' }));
  await user.click(await screen.findByRole('link', { name: 'Course Builder' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Course Builder' })),
  );
  await user.click(screen.getByRole('link', { name: 'Add Module' }));
  await fill('Title', '   ');
  press('Create Module');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await fill('Title', 'M9');
  press('Create Module');
  expect(await screen.findByText('M9')).toBeTruthy();
  await user.click(linkOf('M9', 'Edit'));
  await fill('Title', '');
  press('Update Module');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await fill('Title', 'M97');
  press('Update Module');
  expect(await screen.findByText('M97')).toBeTruthy();
  expect(await stored()).toEqual(['M1: L1.1', 'M97: ']);
});

test('A lesson needs a title, and begins as a text; the check of a video address says how it will be shown', async () => {
  const { user, course } = await openBuilder([1]);
  await user.click(linkOf('M1', 'Add Lesson'));
  expect(((await screen.findByRole('combobox', { name: 'Lesson Type' })) as HTMLSelectElement).value).toBe('text');
  press('Create Lesson');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await fill('Title', 'L9');
  press('Create Lesson');
  expect(await screen.findByText('1 module, 2 lessons')).toBeTruthy();
  const [module] = await storedModules(course.id);
  expect(module?.lessons).toMatchObject([
    { title: 'L1.1', position: 0 },
    { title: 'L9', position: 1 },
  ]);
  const begun = { lesson_type: 'text', duration: '00:00:00', content: '', video_url: null };
  expect(await storedRow('lessons', module?.lessons[1]?.id ?? '')).toMatchObject(begun);

  await user.click(linkOf('L9', 'Edit'));
  await chooseType('Video');
  for (const [address, note] of [
    ['https://youtu.be/dQw4w9WgXcQ', /YouTube player/],
    ['https://vimeo.com/123456789', /Vimeo player/],
    ['https://example.com/film.mp4', /video file/],
    ['https://example.com/film', /shown as a link/],
    ['javascript:alert(1)', /cannot be shown/],
  ] as const) {
    await fill('Video URL', address);
    expect(await screen.findByText(note), address).toBeTruthy();
  }
});

test('A lesson is edited, previewed as visitors will see it, and counted in the course’s duration', async () => {
  const { user, course } = await openBuilder([1]);
  await user.click(linkOf('L1.1', 'Edit'));
  await chooseType('Video');
  await fill('Minutes', '25');
  await fill('Content', '## Teil');
  press('Preview');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByRole('heading', { name: 'Teil' })).toBeTruthy();
  expect(preview.getByText('25m')).toBeTruthy();
  press('Update Lesson');
  await screen.findByRole('heading', { name: 'Course Builder' });
  await user.click(linkOf('L1.1', 'Preview'));
  expect(await screen.findByRole('heading', { name: 'Teil' })).toBeTruthy();
  expect(await storedRow('courses', course.id)).toMatchObject({ total_duration: '00:25:00', is_published: false });
});

test('Captions that are no WebVTT are refused with their line and kept; the right ones, video and transcript are stored', async () => {
  const { user, course } = await openBuilder([0]);
  await user.click(linkOf('M1', 'Add Lesson'));
  await chooseType('Video');
  const wrong = 'WEBVTT\n\n00:00,000 --> 00:02.000\nGrüezi';
  const [captions, video_url, transcript] = [wrong.replace(',', '.'), 'https://example.com/film.mp4', '### Anfang'];
  await fill('Title', 'Film');
  await fill('Video URL', video_url);
  await fill('Captions (VTT)', wrong);
  await fill('Transcript', transcript);
  press('Preview');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('Transkript')).toBeTruthy();
  press('Create Lesson');
  expect(await screen.findByText(/^Captions \(VTT\), line 3: No decimal separator/)).toBeTruthy();
  expect((await field('Captions (VTT)')).value).toBe(wrong);
  await fill('Captions (VTT)', captions);
  press('Create Lesson');
  expect(await screen.findByText('1 module, 1 lesson')).toBeTruthy();
  expect(await storedFirst(course.id)).toMatchObject({ video_url, captions, transcript });
});

test('A text lesson shows no fields of a video; switching back and forth loses nothing; it is stored without', async () => {
  const { user, course } = await openBuilder([0]);
  await user.click(linkOf('M1', 'Add Lesson'));
  await fill('Title', 'Wechsel');
  expect(screen.queryByRole('textbox', { name: 'Video URL' })).toBeNull();
  await chooseType('Video');
  await fill('Video URL', 'kein Film');
  await fill('Transcript', 'Grüezi.');
  await chooseType('Text');
  for (const name of ['Video URL', 'Captions (VTT)', 'Transcript'])
    expect(screen.queryByRole('textbox', { name })).toBeNull();
  expect(screen.getByText(/^A text lesson is stored without its video/)).toBeTruthy();
  await chooseType('Video');
  expect([(await field('Video URL')).value, (await field('Transcript')).value]).toEqual(['kein Film', 'Grüezi.']);
  await chooseType('Text');
  press('Create Lesson');
  expect(await screen.findByText('1 module, 1 lesson')).toBeTruthy();
  const expected = { lesson_type: 'text', video_url: null, captions: null, transcript: null };
  expect(await storedFirst(course.id)).toMatchObject(expected);
});

test('A text lesson that has a video keeps it', async () => {
  const { user, course } = await openBuilder([1]);
  const { id = '' } = (await storedFirst(course.id)) ?? {};
  await serviceClient().from('lessons').update({ video_url: 'https://example.com/a.mp4' }).eq('id', id);
  await user.click(linkOf('L1.1', 'Edit'));
  expect((await field('Video URL')).value).toBe('https://example.com/a.mp4');
  await fill('Title', 'Anders');
  press('Update Lesson');
  await screen.findByRole('heading', { name: 'Course Builder' });
  expect(await storedRow('lessons', id)).toMatchObject({ title: 'Anders', video_url: 'https://example.com/a.mp4' });
});
