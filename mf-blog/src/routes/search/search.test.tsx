import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { remote } from '../../module.ts';
import { backendThat } from '../../testing/backend-that.ts';
import { givenCourse, givenPost, givenWorkshop } from '../../testing/given.ts';

const open = (query: string) => renderRoute(remote.routes, `/suche?suche=${encodeURIComponent(query)}`);

test('Reader finds posts, workshops and courses by a word, each with its kind and its address', async () => {
  const word = unique('zauberwort');
  const post = await givenPost({ content: `Hier steht ${word} im Text.` });
  const workshop = await givenWorkshop(`Workshop ${word}`);
  const course = await givenCourse({ title: `Kurs ${word}`, is_published: true });
  await givenCourse({ title: `Entwurf ${word}`, is_published: false });
  open(word);
  expect(await screen.findByText('3 Treffer')).toBeTruthy();
  const hits = screen.getAllByRole('listitem').map((item) => ({
    text: item.textContent,
    href: within(item).getByRole('link').getAttribute('href'),
  }));
  expect(hits.map(({ href }) => href).sort()).toEqual(
    [`/courses/${course.slug}`, `/post/${post.slug}`, `/workshops?workshop=${workshop.id}`].sort(),
  );
  for (const kind of ['Beitrag', 'Workshop', 'Online-Kurs'])
    expect(hits.some(({ text }) => text?.startsWith(kind))).toBe(true);
  expect(screen.getByText(word, { selector: 'mark' })).toBeTruthy();
});

test('A NUL character in the query counts as a blank', async () => {
  const word = unique('zauberwort');
  await givenPost({ content: `Hier steht ${word} im Text.` });
  open(`hier\0${word}`);
  expect(await screen.findByText('1 Treffer')).toBeTruthy();
});

test('Reader finds nothing that is not public', async () => {
  const word = unique('geheimwort');
  await givenPost({ title: `Entwurf ${word}`, published_at: null });
  await givenPost({ title: `Geplant ${word}`, published_at: '2999-01-01T00:00:00Z' });
  open(word);
  expect(await screen.findByText(`Keine Treffer für „${word}“.`)).toBeTruthy();
});

test.each(['Größenübung', 'Steuerprüfung', 'Abenteuermärchenübung'])(
  'Reader finds words by their beginning and without umlauts: %s',
  async (begin) => {
    const word = unique(begin);
    const post = await givenPost({ title: `Eine ${word}` });
    open(word.slice(0, -3).replace('ä', 'ae').replace('ö', 'oe').replace('ü', 'ue'));
    expect(await screen.findByRole('link', { name: post.title })).toBeTruthy();
  },
);

test('Reader can search by keyboard alone: the field has the focus, Enter searches', async () => {
  const post = await givenPost({ title: unique('Tastenwort') });
  const { router } = renderRoute(remote.routes, '/suche');
  const field = await screen.findByRole('searchbox', { name: 'Suchbegriff' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: post.title } });
  fireEvent.submit(field);
  expect(await screen.findByRole('link', { name: post.title })).toBeTruthy();
  expect(router.state.location.search).toBe(`?suche=${post.title}`);
});

test('A failed search shows an error with a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let down = true;
  await backendThat(() => (down ? { status: 503, body: { message: 'down' } } : { status: 200, body: [] }));
  open('ki');
  const retry = await screen.findByRole('button', { name: 'Erneut versuchen' });
  down = false;
  fireEvent.click(retry);
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('The former query key redirects', async () => {
  const { router } = renderRoute(remote.routes, '/suche?q=qqqqnichts');
  expect(await screen.findByText('Keine Treffer für „qqqqnichts“.')).toBeTruthy();
  expect(router.state.location.search).toBe('?suche=qqqqnichts');
});
