import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { type Excerpt, listerOf } from '../../model/listing.ts';
import { readView } from '../../model/view.ts';
import { WORKSHOP } from '../../model/workshop.ts';
import { cards, chip, counter, failReads, holdReads, readMatrix } from '../../testing/open-matrix.ts';
import { Component } from './page.tsx';
import { matrixRoute } from './route.ts';

/** The excerpt of a document, as if the matrix were too large to be sent whole. */
async function excerptOf(search: string): Promise<Excerpt> {
  const { axes, ...matrix } = await readMatrix();
  const { total, list } = listerOf({ axes, ...matrix });
  return { axes, total, listing: list(readView(new URLSearchParams(search))) };
}

/** The page as it hydrates on a document with this excerpt. Without `lazy`, its code is loaded in time. */
function openWith(excerpt: Excerpt, search: string) {
  const { lazy, ...route } = matrixRoute;
  const loaderData = {
    'matrix-page': { matrix: { ok: true, data: excerpt } },
    [WORKSHOP]: { id: null, workshop: null },
  };
  const router = createMemoryRouter([{ ...route, Component } as RouteObject], {
    initialEntries: [`/course-matrix${search}`],
    hydrationData: { loaderData },
  });
  render(<RouterProvider router={router} />);
}

test('The page shows the excerpt of its document, and filters the whole matrix once that is loaded', async () => {
  const excerpt = await excerptOf('stufe=N1');
  const release = holdReads();
  openWith(excerpt, '?stufe=N1');
  await counter(18);
  expect(cards()).toHaveLength(18);
  release();
  fireEvent.click(chip('Einstieg'));
  await counter(54);
  expect(cards()).toHaveLength(54);
});

test('When the whole matrix cannot be read, the page keeps the excerpt and shows an error with a retry', async () => {
  const excerpt = await excerptOf('');
  const repair = failReads();
  openWith(excerpt, '');
  const retry = await screen.findByRole('button', { name: 'Erneut versuchen' });
  expect(cards()).toHaveLength(54);
  repair();
  fireEvent.click(retry);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  fireEvent.click(chip('Einstieg'));
  await counter(18);
});
