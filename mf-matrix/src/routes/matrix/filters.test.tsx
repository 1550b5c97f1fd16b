import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Matrix } from '../../model/workshop.ts';
import { cards, chip, counter, firstOf, having, open, readMatrix, searchBox } from '../../testing/open-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await readMatrix();
});

test("categories are chips labelled 'code: name', target groups and levels by name", async () => {
  open();
  await counter(54);
  for (const { code, name } of matrix.axes.category) chip(`${code}: ${name}`);
  for (const { name } of [...matrix.axes.group, ...matrix.axes.level]) chip(name);
});

test('chips within one dimension match any, dimensions combine with AND', async () => {
  open();
  await counter(54);
  fireEvent.click(chip('GL: Grundlagen und Einordnung'));
  await counter(having(matrix, { category: 'GL' }).length);
  fireEvent.click(chip('RE: Recht und Ethik'));
  await counter(having(matrix, { category: 'GL' }).length + having(matrix, { category: 'RE' }).length);
  fireEvent.click(chip('Aufbau'));
  await counter(
    having(matrix, { category: 'GL', level: 'N2' }).length + having(matrix, { category: 'RE', level: 'N2' }).length,
  );
  expect(chip('Aufbau').getAttribute('aria-pressed')).toBe('true');
  expect(chip('Einstieg').getAttribute('aria-pressed')).toBe('false');
});

test('typing filters at once, and reaches the address as one history entry', async () => {
  const { router } = open();
  await counter(54);
  const title = firstOf(matrix).title;
  for (let length = 1; length <= title.length; length += 1) {
    fireEvent.change(searchBox(), { target: { value: title.slice(0, length).toUpperCase() } });
  }
  await counter(1);
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('suche')).toBe(title.toUpperCase()));
  await router.navigate(-1);
  await counter(54);
  expect(searchBox().value).toBe('');
});

test('every filter is a history entry, which Back undoes', async () => {
  const { router } = open();
  await counter(54);
  fireEvent.click(chip('Kursleitende'));
  await counter(18);
  fireEvent.click(chip('Vertiefung'));
  await counter(6);
  expect(router.state.location.search).toBe('?zielgruppe=T1&stufe=N3');
  await router.navigate(-1);
  await counter(18);
  await router.navigate(-1);
  await counter(54);
});

test('a shared address opens filtered', async () => {
  open('/course-matrix?kategorie=PW&stufe=N1&stufe=N3&kategorie=weg');
  await counter(
    having(matrix, { category: 'PW', level: 'N1' }).length + having(matrix, { category: 'PW', level: 'N3' }).length,
  );
  expect(chip('PW: Prompting und Werkzeuge').getAttribute('aria-pressed')).toBe('true');
});

test("'Clear all' is shown when any filter is active, and takes all of them away", async () => {
  open();
  await counter(54);
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  fireEvent.change(searchBox(), { target: { value: 'KI' } });
  fireEvent.click(chip('Aufbau'));
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
  const all = await counter(54);
  expect(searchBox().value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  expect(document.activeElement).toBe(all);
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
