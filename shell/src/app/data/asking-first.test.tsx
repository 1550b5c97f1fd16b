import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, redirect, useLoaderData } from 'react-router-dom';
import { expect, test } from 'vitest';
import { askingFirst } from './asking-first.ts';
import type { PageData } from './page-data.ts';

let readings = 0;
async function readTitle(): Promise<Result<string>> {
  await reader();
  readings += 1;
  return { ok: true, data: 'selbst gelesen' };
}

function Page() {
  const { about, title } = useLoaderData<{ about: string; title: Promise<Result<string>> }>();
  return (
    <>
      <h1>{about}</h1>
      <Settled value={title} loading="Loading...">
        {(result) => <p>{result.ok ? result.data : result.code}</p>}
      </Settled>
    </>
  );
}

const late = async () => ({ title: (await readTitle()).ok ? 'selbst gelesen' : '' });
const Late = () => <p>{useLoaderData<{ title: string }>().title}</p>;

/** Opens a page that is alive and goes on to another one, whose data the shell answers so. */
function goTo(path: string, take: () => Promise<PageData | null>): void {
  readings = 0;
  const routes = [
    {
      id: 'start',
      path: '/',
      element: (
        <>
          <Link to="/page">plain</Link>
          <Link to="/late">late</Link>
          <Link to="/moved">moved</Link>
        </>
      ),
    },
    { id: 'page', path: '/page', Component: Page, loader: () => ({ about: 'Seite', title: readTitle() }) },
    { id: 'late', path: '/late', Component: Late, loader: late },
    {
      id: 'moved',
      path: '/moved',
      loader: () => {
        throw redirect('/page');
      },
    },
  ];
  const router = createMemoryRouter(askingFirst(routes, { take }));
  render(<RouterProvider router={router} />);
  screen.getByRole('link', { name: path }).click();
}

const answer = { page: { about: 'Seite', title: { ok: true, data: 'vom Server' } }, late: { title: 'vom Server' } };

test('a page shows what the shell answers, and reads nothing itself', async () => {
  goTo('plain', async () => answer);
  expect(await screen.findByText('vom Server')).toBeTruthy();
  expect(readings).toBe(0);
});

test('a page whose answer takes its time shows that it is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<PageData | null>();
  goTo('plain', () => promise);
  expect(await screen.findByText('Loading...')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Seite' })).toBeTruthy();
  resolve(answer);
  expect(await screen.findByText('vom Server')).toBeTruthy();
  expect(readings).toBe(0);
});

test.each([
  ['nothing', async () => null],
  ['the data of other routes', async () => ({ other: {} })],
])('a page to which the shell answers with %s reads for itself', async (_what, take) => {
  goTo('plain', take);
  expect(await screen.findByText('selbst gelesen')).toBeTruthy();
});

test('so does one that is told late, once', async () => {
  const { promise, resolve } = Promise.withResolvers<PageData | null>();
  goTo('plain', () => promise);
  await screen.findByText('Loading...');
  expect(readings).toBe(0);
  resolve(null);
  expect(await screen.findByText('selbst gelesen')).toBeTruthy();
  expect(readings).toBe(1);
});

test('a loader that waits before it says anything is not waited for where the shell answers', async () => {
  goTo('late', async () => answer);
  expect(await screen.findByText('vom Server')).toBeTruthy();
  expect(readings).toBe(0);
});

test('and reads where it does not', async () => {
  goTo('late', async () => null);
  expect(await screen.findByText('selbst gelesen')).toBeTruthy();
});

test('a loader that redirects does so without the shell', async () => {
  goTo('moved', async () => answer);
  expect(await screen.findByRole('heading', { name: 'Seite' })).toBeTruthy();
});
