import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Matrix } from '../../model/workshop.ts';
import { cards, chip, counter, firstOf, having, open, readMatrix, searchBox } from '../../testing/open-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await readMatrix();
});

const count = (...parts: Parameters<typeof having>[1][]) =>
  counter(parts.reduce((sum, part) => sum + having(matrix, part).length, 0));
const clearAll = () => screen.queryByRole('button', { name: 'Clear all' });

test("chips labelled 'code: name' for categories, by name for others: any within a dimension, AND between them, each undone by Back", async () => {
  const { router } = open();
  await counter(54);
  for (const { code, name } of matrix.axes.category) chip(`${code}: ${name}`);
  for (const { name } of [...matrix.axes.group, ...matrix.axes.level]) chip(name);
  fireEvent.click(chip('GL: Grundlagen und Einordnung'));
  await count({ category: 'GL' });
  fireEvent.click(chip('RE: Recht und Ethik'));
  await count({ category: 'GL' }, { category: 'RE' });
  fireEvent.click(chip('Aufbau'));
  await count({ category: 'GL', level: 'N2' }, { category: 'RE', level: 'N2' });
  expect(['Aufbau', 'Einstieg'].map((name) => chip(name).getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  expect(router.state.location.search).toBe('?kategorie=GL&kategorie=RE&stufe=N2');
  await router.navigate(-1);
  await count({ category: 'GL' }, { category: 'RE' });
  await router.navigate(-1);
  await count({ category: 'GL' });
});

test("typing filters at once; 'Clear all' takes every filter away", async () => {
  const { router } = open();
  await counter(54);
  expect(clearAll()).toBeNull();
  const title = firstOf(matrix).title.toUpperCase();
  for (let length = 1; length <= title.length; length += 1) {
    fireEvent.change(searchBox(), { target: { value: title.slice(0, length) } });
  }
  await counter(1);
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('suche')).toBe(title));
  fireEvent.change(searchBox(), { target: { value: 'KI' } });
  fireEvent.click(chip('Aufbau'));
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
  const all = await counter(54);
  expect(searchBox().value).toBe('');
  expect(clearAll()).toBeNull();
  expect(document.activeElement).toBe(all);
});

test('a shared address opens filtered, without values that there are not', async () => {
  open('/course-matrix?kategorie=PW&stufe=N1&stufe=N3&kategorie=weg');
  await count({ category: 'PW', level: 'N1' }, { category: 'PW', level: 'N3' });
  expect(chip('PW: Prompting und Werkzeuge').getAttribute('aria-pressed')).toBe('true');
});

test("an empty result says 'No workshops match your filters.' with 'Clear all filters to see all workshops'", async () => {
  open('/course-matrix?suche=gibt-es-nicht');
  await counter(0);
  screen.getByText('No workshops match your filters.');
  expect(cards()).toHaveLength(0);
  fireEvent.click(screen.getByRole('link', { name: 'Clear all filters to see all workshops' }));
  await counter(54);
});

test('An address with former query keys redirects to the same view', async () => {
  const { router } = open('/course-matrix?category=PW&level=N1&q=KI&view=matrix');
  await waitFor(() => expect(router.state.location.search).toBe('?kategorie=PW&stufe=N1&suche=KI&ansicht=matrix'));
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('KI');
});
