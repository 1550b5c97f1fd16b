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
  const kinds = ['post', 'page', 'workshop', 'course', 'lesson', 'matrix_workshop', 'neu'];
  const passage =
    'Die **\uE000Prüfung\uE001** und [\uE000Prüfungen\uE001](https://pruefung.example/\uE000Prüf\uE001). <!-- geheim -->';
  const rows = kinds.map((kind) => ({
    ...{ kind, id: 'i d', slug: 'a', title: kind, outline: kind === 'course' ? '## Prüfung' : null },
    passage: kind === 'post' ? passage : null,
  }));
  await backendThat(() => ({ status: 200, body: rows }));
  open('prüf');
  expect(await screen.findByText('6 Treffer')).toBeTruthy();
  expect(addresses()).toEqual([
    '/post/a',
    '/a',
    '/workshops?workshop=i%20d',
    '/courses/a',
    '/courses/a/lessons/i%20d',
    '/course-matrix?workshop=i%20d',
  ]);
  const hits = screen.getAllByRole('listitem');
  for (const [index, kind] of ['Beitrag', 'Seite', 'Workshop', 'Online-Kurs', 'Lektion', 'Course Matrix'].entries())
    expect(within(hits[index] as HTMLElement).getByText(kind)).toBeTruthy();
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Prüfung', 'Prüfungen']);
  expect(hits[0]?.textContent).toMatch(/Die Prüfung und Prüfungen\.$/);
});

test('A hit leads to the heading above it, counted as on the page, and a title to the top', async () => {
  const word = unique('zauberwort');
  const content = [
    '## Plan',
    'Davor.',
    '```sh\n# Plan\n```',
    'Nochmals\n--------',
    '## *Plan* für **Ältere**',
    '## Plan',
    `Ein langer Absatz ${'mit vielen Wörtern '.repeat(30)} und ${word.toUpperCase()}, **am Ende**.`,
    '## Danach',
  ].join('\n\n');
  const post = await givenPost({ content });
  open(word);
  expect(await screen.findByText('1 Treffer')).toBeTruthy();
  expect(addresses()).toEqual([`/post/${post.slug}#abschnitt-plan-2`]);
  expect(screen.getByText(word.toUpperCase(), { selector: 'mark' }).parentElement?.textContent).toMatch(
    /^… .*mit vielen Wörtern und ZAUBERWORT.*, am Ende\.$/,
  );
  const named = await givenPost({ title: `Titel ${word}`, content });
  open(`Titel ${word}`);
  expect(await screen.findByRole('link', { name: named.title })).toBeTruthy();
  expect(screen.getByRole('link', { name: named.title }).getAttribute('href')).toBe(`/post/${named.slug}`);
});

test('Where no text has all words, the page says so and shows those with some', async () => {
  const word = unique('zauberwort');
  const post = await givenPost({ content: `Hier steht ${word} im Text.` });
  open(`${word} ${unique('anderswort')}`);
  expect(await screen.findByText('Kein Text hat alle Wörter. 1 Treffer mit einigen davon:')).toBeTruthy();
  expect(addresses()).toEqual([`/post/${post.slug}`]);
});

test('A text of a script without blanks is shown around its hit, too', async () => {
  const number = String(Date.now());
  await givenPost({ content: `${'人工智能'.repeat(100)}${number}${'教育'.repeat(100)} 完` });
  open(number);
  const mark = await screen.findByText(number, { selector: 'mark' });
  expect(mark.parentElement?.textContent).toMatch(/^… [人工智能]{50,}/);
});

const BY_ADDRESS = [
  ['## Eins\nZAUBER\n## Zwei\nBrot.', '#abschnitt-eins'],
  ['Einleitung.\n## Plan\nZAUBER', '#abschnitt-plan'],
  ['## Eins\n\nBrot.\n\nZAUBER\n---------\n\nBrot.', '#abschnitt-ZAUBER'],
  ['## Eins\n\nZAUBER\nzwei\n----\n\nBrot.', '#abschnitt-ZAUBER-zwei'],
  ['## Eins\n\nzwei\nZAUBER\n----\n\nBrot.', '#abschnitt-zwei-ZAUBER'],
  ['## Eins\n\nzwei\ndrei\n---\nZAUBER', '#abschnitt-zwei-drei'],
  ['## Eins\nZAUBER\n## Zwei\ndrei\n---', '#abschnitt-eins'],
  ['## Eins\n\n- ZAUBER\n- zwei\n\n---\n\n## Drei', '#abschnitt-eins'],
  ['## Eins\n\nZAUBER\n\n## Zwei', '#abschnitt-eins'],
  ['ZAUBER\n\n## Zwei', ''],
] as const;

test('A hit leads to the heading above it or its own', async () => {
  const word = unique('zauberwort');
  const expected: string[] = [];
  for (const [text, fragment] of BY_ADDRESS) {
    const { slug } = await givenPost({ content: text.replaceAll('ZAUBER', word) });
    expected.push(`/post/${slug}${fragment.replace('ZAUBER', word)}`);
  }
  open(word);
  expect(await screen.findByText(`${BY_ADDRESS.length} Treffer`)).toBeTruthy();
  expect(addresses().sort()).toEqual(expected.sort());
});

test('Reader follows a suggestion to the hits of the word that was meant', async () => {
  const post = await givenPost({ content: 'Ein Sauerteigquellstück.' });
  const { router } = renderRoute(remote.routes, '/suche?suche=Sauerteigquelstück');
  expect(await screen.findByText('Keine Treffer für „Sauerteigquelstück“.')).toBeTruthy();
  const suggestion = screen.getByRole('link', { name: 'Meinten Sie „Sauerteigquellstück“?' });
  expect(screen.getByRole('status').contains(suggestion)).toBe(true);
  fireEvent.click(suggestion);
  expect(await screen.findByRole('link', { name: post.title })).toBeTruthy();
  expect(router.state.location.search).toBe('?suche=Sauerteigquellst%C3%BCck');
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
