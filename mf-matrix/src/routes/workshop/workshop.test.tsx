import { paths } from '@ki/shared/contract/paths.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../../module.ts';
import { firstOf, readMatrix } from '../../testing/open-matrix.ts';

const open = (workshop: string) => renderRoute(remote.routes, paths.matrixWorkshopPage({ workshop }));

test('The page of a workshop has its names, duration, price and learning goals, and links back', async () => {
  const matrix = await readMatrix();
  const { id, title, category, hours, price } = firstOf(matrix);
  open(id);
  await screen.findByRole('heading', { level: 1, name: title });
  screen.getByRole('heading', { level: 2, name: 'Learning Goals & Success Criteria' });
  for (const name of ['Wissen', 'Anwendung', 'Reflexion', 'Transfer']) screen.getByRole('heading', { level: 3, name });
  screen.getByText(matrix.axes.category.find(({ code }) => code === category)?.name ?? 'no name');
  screen.getByText(`${hours}h`);
  screen.getByText(`CHF ${price}`);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Startseite', '/'],
    ['Course Matrix', '/course-matrix'],
    ['Zur Übersicht', '/course-matrix'],
  ]);
});

test.each([crypto.randomUUID(), 'keiner'])('Course not found: %s', async (id) => {
  open(id);
  await screen.findByRole('heading', { level: 1, name: 'Course not found' });
});
