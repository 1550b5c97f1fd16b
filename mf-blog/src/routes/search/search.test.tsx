import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../../module.ts';
import { backendThat } from '../../testing/backend-that.ts';
import { givenCourse, givenPost, givenWorkshop } from '../../testing/given.ts';

const open = (query: string) => renderRoute(remote.routes, `/suche?suche=${encodeURIComponent(query)}`);
const addresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('Reader finds public posts, workshops and courses by a word', async () => {
  const word = unique('zauberwort');
  const post = await givenPost({ content: `Hier steht ${word} im Text.` });
  const workshop = await givenWorkshop(`Workshop ${word}`);
  const course = await givenCourse({ title: `Kurs ${word}`, is_published: true });
  await givenCourse({ title: `Entwurf ${word}`, is_published: false });
  for (const published_at of [null, '2999-01-01T00:00:00Z']) await givenPost({ title: `Später ${word}`, published_at });
  open(word);
  expect(await screen.findByText('3 Treffer')).toBeTruthy();
  const expected = [`/courses/${course.slug}`, `/post/${post.slug}`, `/workshops?workshop=${workshop.id}`];
  expect(addresses().sort()).toEqual(expected);
  expect(screen.getByText(word, { selector: 'mark' })).toBeTruthy();
});

test('Every hit has its kind, its address and marked words; a kind that this release does not know is left out', async () => {
  const kinds = ['post', 'workshop', 'course', 'matrix_workshop', 'neu'];
  const excerpt = 'Die \uE000Prüfung\uE001 und \uE000Prüfungen\uE001.';
  const rows = kinds.map((kind) => ({
    kind,
    id: 'i d',
    slug: 'a',
    title: kind,
    excerpt: kind === 'post' ? excerpt : null,
  }));
  await backendThat(() => ({ status: 200, body: rows }));
  open('prüf');
  expect(await screen.findByText('4 Treffer')).toBeTruthy();
  expect(addresses()).toEqual(['/post/a', '/workshops?workshop=i%20d', '/courses/a', '/course-matrix?workshop=i%20d']);
  const hits = screen.getAllByRole('listitem');
  for (const [index, kind] of ['Beitrag', 'Workshop', 'Online-Kurs', 'Course Matrix'].entries())
    expect(within(hits[index] as HTMLElement).getByText(kind)).toBeTruthy();
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Prüfung', 'Prüfungen']);
  expect(hits[0]?.textContent).toContain('Die Prüfung und Prüfungen.');
});

test('A NUL character in the query counts as a blank', async () => {
  const word = unique('zauberwort');
  await givenPost({ content: `Hier steht ${word} im Text.` });
  open(`hier\0${word}`);
  expect(await screen.findByText('1 Treffer')).toBeTruthy();
});

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

test('The former query key redirects', async () => {
  const { router } = renderRoute(remote.routes, '/suche?q=qqqqnichts');
  expect(await screen.findByText('Keine Treffer für „qqqqnichts“.')).toBeTruthy();
  expect(router.state.location.search).toBe('?suche=qqqqnichts');
});
