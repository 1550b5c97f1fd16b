import { reader } from '@ki/shared/data/clients.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addCourseOf, type NewModules } from '../../../testing/records.ts';
import { remote } from '../../module.ts';
import { onServer } from '../../server.ts';

const LESSONS: NewModules = {
  Anfang: [
    { title: 'Erste', duration: '00:10:00', content: '## Ein Abschnitt\n\n```python\nprint(1)\n```' },
    { title: 'Zweite', lesson_type: 'video', video_url: 'https://youtu.be/R9OHn5ZF4Uo' },
  ],
  Leer: [],
  Schluss: [{ title: 'Dritte' }],
};

const addCourse = (modules = LESSONS) => addCourseOf({ title: `Kurs ${unique()}` }, modules);
type Course = Awaited<ReturnType<typeof addCourse>>;

const addressOf = (course: Course, index: number) => `/courses/${course.slug}/lessons/${course.lessons[index]?.id}`;
const open = (course: Course, index: number) => renderRoute(remote.routes, addressOf(course, index));
const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('Header, Course Content and main area show the place, all lessons and the lesson; another one leaves the course', async () => {
  const course = await addCourse();
  open(course, 0);
  const title = await heading(/Erste/);
  expect(title.textContent).toBe('Text: Erste');
  const article = within(title.closest('article') as HTMLElement);
  article.getByText('10m');
  await article.findByRole('heading', { level: 2, name: 'Ein Abschnitt' });
  expect(article.getByRole('group', { name: 'Code, Python' }).textContent).toContain('print(1)');
  expect(screen.queryByRole('button', { name: /abspielen$/ })).toBeNull();

  const back = screen.getByRole('link', { name: 'Zum Kurs' });
  expect(back.getAttribute('href')).toBe(`/courses/${course.slug}`);
  const head = back.closest('header') as HTMLElement;
  for (const text of [course.title, 'Module 1: Anfang']) expect(head.textContent).toContain(text);

  const navigation = screen.getByRole('navigation', { name: 'Course Content' });
  const sidebar = within(navigation);
  for (const text of ['Module 1', 'Module 2', 'Module 3']) sidebar.getByText(text);
  for (const name of ['Anfang', 'Leer', 'Schluss']) sidebar.getByRole('heading', { name });
  const links = sidebar.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Text: Erste10m', 'Video: Zweite', 'Text: Dritte']);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null]);

  await userEvent.click(sidebar.getByRole('link', { name: /Dritte/ }));
  await heading(/Dritte/);
  expect(screen.getByRole('navigation', { name: 'Course Content' })).toBe(navigation);
});

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGrüezi';

test('An embedded video if there is one, after a press, with captions and a transcript where it has them', async () => {
  const film = { video_url: 'https://example.com/film.mp4' };
  const course = await addCourse({
    Eins: [
      { ...film, title: 'Film', captions: CAPTIONS, transcript: '## Anfang\n\nGuten Tag.' },
      { ...film, title: 'Stumm' },
    ],
  });
  const { container, router } = open(course, 0);
  await heading(/Film/);
  const details = screen.getByText('Transkript').closest('details') as HTMLElement;
  expect((await within(details).findByRole('heading', { name: 'Anfang', hidden: true })).id).toBe('transkript-anfang');
  within(details).getByText('Guten Tag.');
  expect(container.querySelector('video')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Video von example.com abspielen' }));
  expect(container.querySelector('video')?.getAttribute('src')).toBe(film.video_url);
  expect(container.querySelector('track')?.getAttribute('src')).toBe(`${addressOf(course, 0)}/captions.vtt`);
  await router.navigate(addressOf(course, 1));
  await heading(/Stumm/);
  await waitFor(() => expect(container.querySelector('video')).not.toBeNull());
  expect(container.querySelector('track')).toBeNull();
  expect(screen.queryByText('Transkript')).toBeNull();
});

const captionsOf = async (courseSlug: string, lessonId: string) => {
  const resource = onServer.resources.find(({ path }) => path.endsWith('captions.vtt'));
  const request = new Request('https://ki.example/captions.vtt');
  const answer = await resource?.respond({ reader: await reader(), request, params: { courseSlug, lessonId } });
  return [answer?.status, answer?.headers.get('content-type'), await answer?.text()];
};

test('Captions are a file of this site; others of a lesson without them, a draft, another course or nothing are missing', async () => {
  const film = { title: 'Film', video_url: 'https://example.com/film.mp4', captions: CAPTIONS };
  const course = await addCourse({ Eins: [film, { title: 'Ohne' }] });
  const draft = await addCourseOf({ title: `Kurs ${unique()}`, is_published: false }, { Eins: [film] });
  const [first = { id: '' }, without = { id: '' }] = course.lessons;
  expect(await captionsOf(course.slug, first.id)).toEqual([200, 'text/vtt; charset=utf-8', CAPTIONS]);
  const missing = [404, 'text/plain;charset=UTF-8', 'not found\n'];
  for (const [slug, id] of [
    [course.slug, without.id],
    [draft.slug, draft.lessons[0]?.id ?? ''],
    [draft.slug, first.id],
    [course.slug, 'eins'],
  ] as const) {
    expect(await captionsOf(slug, id), `${slug} ${id}`).toEqual(missing);
  }
});

test('Previous and Next show the neighbouring titles, across modules, and are hidden at start and end', async () => {
  const user = userEvent.setup();
  const course = await addCourse();
  open(course, 0);
  await heading(/Erste/);
  expect(screen.queryByRole('link', { name: /^Previous/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Next Zweite' }));
  await heading(/Zweite/);
  await user.click(screen.getByRole('link', { name: 'Next Dritte' }));
  await heading(/Dritte/);
  expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Zum Kurs' }).closest('header')?.textContent).toContain('Module 3: Schluss');
  await user.click(screen.getByRole('link', { name: 'Previous Zweite' }));
  await heading(/Zweite/);
});

test('The arrow keys go to the neighbouring lessons, except in elements that use them', async () => {
  const user = userEvent.setup();
  const course = await addCourse();
  const { router } = open(course, 0);
  await heading(/Erste/);
  const code = await screen.findByRole('group', { name: 'Code, Python' });
  await user.keyboard('{ArrowLeft}');
  code.focus();
  await user.keyboard('{ArrowRight}');
  expect(router.state.location.pathname).toBe(addressOf(course, 0));
  code.blur();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(router.state.location.pathname).toBe(addressOf(course, 0));
  await user.keyboard('{ArrowRight}');
  await heading(/Zweite/);
  await user.keyboard('{ArrowLeft}');
  await heading(/Erste/);
});

test('A lesson can be ticked by hand, and the tick stays', async () => {
  const user = userEvent.setup();
  const course = await addCourse();
  const { unmount } = open(course, 0);
  const toggle = await screen.findByRole('button', { name: 'Erledigt' });
  expect(toggle.getAttribute('aria-pressed')).toBe('false');
  await user.click(toggle);
  await screen.findByRole('link', { name: /Erste.*erledigt/ });
  unmount();
  open(course, 0);
  await screen.findByRole('link', { name: /Erste.*erledigt/ });
  const pressed = await screen.findByRole('button', { name: 'Erledigt', pressed: true });
  await user.click(pressed);
  await waitFor(() => expect(screen.queryByRole('link', { name: /erledigt/ })).toBeNull());
});

test.each([
  ['a missing lesson', async () => crypto.randomUUID()],
  ['an invalid lesson id', async () => 'eins'],
  ['a lesson of another course', async () => (await addCourse()).lessons[0]?.id],
  ['a course that does not exist', null],
])('%s gives Lesson Not Found', async (_, lesson) => {
  const { slug, lessons } = await addCourse();
  const [courseSlug, id] = lesson ? [slug, await lesson()] : [unique(), lessons[0]?.id];
  renderRoute(remote.routes, `/courses/${courseSlug}/lessons/${id}`);
  await heading(/^Lesson Not Found$/);
});
