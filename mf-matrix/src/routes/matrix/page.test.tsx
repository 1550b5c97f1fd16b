import { reader } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { MatrixBrowser } from '../../components/matrix-browser.tsx';
import type { Matrix } from '../../model/workshop.ts';
import { onServer } from '../../server.ts';
import {
  cards,
  counter,
  failReads,
  firstOf,
  having,
  holdReads,
  open,
  openDialog,
  readMatrix,
  searchBox,
} from '../../testing/open-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await readMatrix();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test("the page says 'Loading workshop matrix...', then has its title, its intro and a card for each workshop", async () => {
  const release = holdReads();
  open();
  expect((await screen.findByText('Loading workshop matrix...')).lang).toBe('en');
  release();
  await counter(54);
  const title = await heading('Workshop Program: AI in Adult Education');
  expect(title.closest('[lang]')).toHaveProperty('lang', 'en');
  screen.getByText(/6 categories, 3 target groups, 3 proficiency levels/);
  expect(cards()).toHaveLength(54);
  const workshop = firstOf(matrix);
  const card = within(cards()[0] as HTMLElement);
  card.getByRole('link', { name: workshop.title });
  for (const code of [workshop.category, workshop.group, workshop.level]) card.getByText(code);
  for (const text of [`${workshop.hours}h`, `CHF ${workshop.price}`]) card.getByText(text);
});

test('the matrix view has categories by target groups with levels inside, keeps the filters, and opens the modal', async () => {
  open('/course-matrix?stufe=N1&stufe=N2');
  await counter(36);
  fireEvent.click(screen.getByRole('link', { name: 'Matrix' }));
  const table = within(await screen.findByRole('table'));
  for (const { name } of matrix.axes.group) table.getByRole('columnheader', { name: new RegExp(name) });
  const row = within(table.getByRole('row', { name: new RegExp(`${matrix.axes.category[0]?.name}`) }));
  for (const level of ['N1', 'N2']) {
    for (const { title } of having(matrix, { category: 'GL', level })) row.getByRole('link', { name: title });
  }
  expect(table.getAllByRole('link')).toHaveLength(36);
  expect(table.queryByText('Vertiefung')).toBeNull();
  const [{ title } = firstOf(matrix)] = having(matrix, { category: 'GL', level: 'N1' });
  fireEvent.click(row.getByRole('link', { name: title }));
  await screen.findByRole('dialog', { name: title });
});

const openBrowser = (shown: Matrix, query = '') => {
  const Component = () => <MatrixBrowser matrix={shown} />;
  renderRoute([{ path: '/course-matrix', Component }], `/course-matrix${query}`);
};

test('the introduction counts the values of axes that are not filled yet', async () => {
  const { category, level } = matrix.axes;
  openBrowser({ axes: { category: category.slice(0, 1), group: [], level: level.slice(0, 2) }, workshops: [] });
  await screen.findByText('Every workshop has its place in the matrix: 1 category, 2 proficiency levels.');
});

test('without workshops there is nothing to filter', async () => {
  openBrowser({ axes: { category: [], group: [], level: [] }, workshops: [] });
  await screen.findByText('Noch keine Workshops');
  screen.getByText('Every workshop has its place in the matrix.');
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByText(/^Showing/)).toBeNull();
});

test('a list of 2,000 workshops counts all of them and shows pages of a hundred with their range', async () => {
  const many = (_: unknown, index: number) => ({
    ...firstOf(matrix),
    id: `${index}`,
    title: `Viele Workshops ${index}`,
  });
  const workshops = [...matrix.workshops, ...Array.from({ length: 2000 }, many)];
  openBrowser({ ...matrix, workshops }, '?suche=viele+workshops');
  await counter(2000, 2054);
  expect(cards()).toHaveLength(100);
  screen.getByText('Workshops 1 bis 100, Seite 1 von 20');
  fireEvent.click(screen.getByRole('link', { name: 'Weitere' }));
  await screen.findByText('Workshops 101 bis 200, Seite 2 von 20');
  fireEvent.change(searchBox(), { target: { value: 'Viele Workshops 1999' } });
  await counter(1, 2054);
});

test('the sitemap names the page and each workshop', async () => {
  const entries = await onServer.sitemap(await reader());
  expect(entries).toHaveLength(55);
  const paths = ['/course-matrix', `/course-matrix/${firstOf(matrix).id}`];
  expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test('a list that cannot be read shows an error with a retry', async () => {
  const repair = failReads();
  open();
  await screen.findByRole('alert');
  screen.getByText('No workshops match your filters.');
  repair();
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await counter(54);
});

test('the heading, the Markdown text and the share picture have the title of the site, in its language', async () => {
  const TITLE = 'Weiterbildung am See';
  const site = () => serviceClient().from('site');
  const { data: before } = await site().select('matrix_title').single().throwOnError();
  onTestFinished(async () => void (await site().update(before).neq('name', '')));
  await site().update({ matrix_title: TITLE }).neq('name', '').throwOnError();
  open();
  await counter(54);
  expect((await heading(TITLE)).lang).toBe('de');
  fireEvent.click(screen.getByRole('link', { name: firstOf(matrix).title }));
  await openDialog();
  expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe(TITLE);

  const context = { reader: await reader(), params: {}, url: new URL('http://site/course-matrix') };
  expect(await onServer.texts.pages[0]?.read(context)).toContain(TITLE);
  const request = new Request('http://site/vorschau/matrix.png');
  const response = await onServer.resources[0]?.respond({ ...context, request });
  expect(await response?.text()).toContain('Weiterbildung');
});
