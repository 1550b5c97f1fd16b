import { connect, reader } from '@ki/shared/data/clients.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { MatrixBrowser } from '../../components/matrix-browser.tsx';
import type { Matrix } from '../../model/workshop.ts';
import { onServer } from '../../server.ts';
import { cards, counter, firstOf, having, holdReads, open, readMatrix, searchBox } from '../../testing/open-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await readMatrix();
});

describe('the page', () => {
  test("says 'Loading workshop matrix...' until the data is there", async () => {
    const release = holdReads();
    open();
    expect((await screen.findByText('Loading workshop matrix...')).lang).toBe('en');
    release();
    await counter(54);
  });

  test('has its title and an intro that mentions 6 categories, 3 target groups, 3 proficiency levels', async () => {
    open();
    await counter(54);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Workshop Program: AI in Adult Education' });
    expect(heading.closest('[lang]')).toHaveProperty('lang', 'en');
    screen.getByText(/6 categories, 3 target groups, 3 proficiency levels/);
  });

  test("cards show title, duration in hours with 'h', category/target group/level codes and price in 'CHF'", async () => {
    open();
    await counter(54);
    const [card] = cards();
    const { title, category, group, level, hours, price } = firstOf(matrix);
    const shown = within(card as HTMLElement);
    shown.getByRole('link', { name: title });
    for (const code of [category, group, level]) shown.getByText(code);
    shown.getByText(`${hours}h`);
    shown.getByText(`CHF ${price}`);
    expect(cards()).toHaveLength(54);
  });
});

describe('the matrix view', () => {
  test('shows categories by target groups with levels inside, and keeps the filters', async () => {
    open('/course-matrix?stufe=N1&stufe=N2');
    await counter(36);
    fireEvent.click(screen.getByRole('link', { name: 'Matrix' }));
    const table = within(await screen.findByRole('table'));
    for (const { name } of matrix.axes.group) table.getByRole('columnheader', { name: new RegExp(name) });
    const [category] = matrix.axes.category;
    const row = within(table.getByRole('row', { name: new RegExp(`${category?.name}`) }));
    for (const { title } of [
      ...having(matrix, { category: 'GL', level: 'N1' }),
      ...having(matrix, { category: 'GL', level: 'N2' }),
    ]) {
      row.getByRole('link', { name: title });
    }
    expect(table.getAllByRole('link')).toHaveLength(36);
  });

  test('opens the modal from a cell', async () => {
    open('/course-matrix?ansicht=matrix');
    await counter(54);
    fireEvent.click(screen.getByRole('link', { name: firstOf(matrix).title }));
    await screen.findByRole('dialog', { name: firstOf(matrix).title });
  });
});

describe('an axis or a matrix that is not filled yet', () => {
  const opened = (shown: Matrix) => {
    const Component = () => <MatrixBrowser matrix={shown} />;
    renderRoute([{ path: '/course-matrix', Component }], '/course-matrix');
  };

  test('the introduction counts the values that there are', async () => {
    const { category, level } = matrix.axes;
    opened({ axes: { category: category.slice(0, 1), group: [], level: level.slice(0, 2) }, workshops: [] });
    await screen.findByText('Every workshop has its place in the matrix: 1 category, 2 proficiency levels.');
  });

  test('without workshops there is nothing to filter', async () => {
    opened({ axes: { category: [], group: [], level: [] }, workshops: [] });
    await screen.findByText('Noch keine Workshops');
    screen.getByText('Every workshop has its place in the matrix.');
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByText(/^Showing/)).toBeNull();
  });
});

test('the sitemap names the page and each workshop', async () => {
  const entries = await onServer.sitemap(await reader());
  expect(entries).toHaveLength(55);
  expect(entries.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/course-matrix', `/course-matrix/${firstOf(matrix).id}`]),
  );
});

describe('without a working backend', () => {
  afterEach(() => {
    const { url, publishableKey } = inject('backend');
    connect({ url, key: publishableKey });
  });

  test('the list shows an error with a retry', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    connect({ url: 'http://127.0.0.1:1', key: 'none' });
    open();
    await screen.findByRole('alert');
    screen.getByText('No workshops match your filters.');
    const { url, publishableKey } = inject('backend');
    connect({ url, key: publishableKey });
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await counter(54);
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });
});

test('a list of 2,000 workshops counts all of them and shows pages of a hundred with their range', async () => {
  const workshops = Array.from({ length: 2000 }, (_, index) => ({
    ...firstOf(matrix),
    id: `${index}`,
    title: `Viele Workshops ${index}`,
  }));
  const Component = () => <MatrixBrowser matrix={{ ...matrix, workshops: [...matrix.workshops, ...workshops] }} />;
  renderRoute([{ path: '/course-matrix', Component }], '/course-matrix?suche=viele+workshops');
  await counter(2000, 2054);
  expect(cards()).toHaveLength(100);
  screen.getByText('Workshops 1 bis 100, Seite 1 von 20');
  fireEvent.click(screen.getByRole('link', { name: 'Weitere' }));
  await screen.findByText('Workshops 101 bis 200, Seite 2 von 20');
  fireEvent.change(searchBox(), { target: { value: 'Viele Workshops 1999' } });
  await counter(1, 2054);
});
