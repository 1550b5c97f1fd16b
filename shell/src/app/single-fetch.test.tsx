import type { Settling } from '@ki/shared/contract/reads.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, redirect, useLoaderData } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { PageData } from './page-state.ts';
import { singleFetch } from './single-fetch.ts';

const READ_HERE = 'here';
const FROM_SHELL = 'shell';

/** Addresses that the shell was asked for, and reads that ran in the browser. */
let log: string[] = [];
beforeEach(() => {
  log = [];
});

const readText = (name: string) => async () => {
  log.push(name);
  return READ_HERE;
};

const loader = reads(() => ({ about: 'Seite', title: readText('title'), text: readText('text') }));
const nothingToRead = reads(({ url }) => ({ about: url.pathname }));
const plain = async () => {
  log.push('loader');
  return { about: READ_HERE };
};
const moved = reads(() => {
  throw redirect('/page');
});

const Part = ({ value }: { value: Settling<string> }) => (
  <Settled value={value} loading={<p>Loading...</p>}>
    {(result) => <p>{result.ok ? result.data : result.code}</p>}
  </Settled>
);

function Page() {
  const { about, title, text } = useLoaderData<ReturnType<typeof loader>>();
  return (
    <>
      <h1>{about}</h1>
      <Part value={title} />
      <Part value={text} />
    </>
  );
}

const Short = () => <h1>{useLoaderData<{ about: string }>().about}</h1>;

type Take = () => Promise<PageData | null>;

/** Opens a hydrated page and follows a link to another one, whose data the shell answers with `take`. */
function goTo(name: string, take: Take): void {
  const links = ['page', 'plain', 'moved', 'short'].map((to) => (
    <Link key={to} to={`/${to}`}>
      {to}
    </Link>
  ));
  const routes = [
    { id: 'start', path: '/', element: links },
    { id: 'page', path: '/page', Component: Page, loader },
    { id: 'plain', path: '/plain', Component: Short, loader: plain },
    { id: 'short', path: '/short', Component: Short, loader: nothingToRead },
    { id: 'moved', path: '/moved', loader: moved },
  ];
  const counted = ({ pathname }: URL) => {
    log.push(pathname);
    return take();
  };
  const router: ReturnType<typeof createMemoryRouter> = createMemoryRouter(
    singleFetch(routes, { take: counted }, () => router),
  );
  render(<RouterProvider router={router} />);
  screen.getByRole('link', { name }).click();
}

const success = (data: string) => ({ ok: true, data });
const failure = (code: string) => ({ ok: false, code });
const page = (title: object, text?: object) => ({ page: { about: 'Seite', title, ...(text && { text }) } });
const whole = page(success(FROM_SHELL), success(FROM_SHELL));

/** Waits until these are the texts of the page. */
const shows = (expected: string) =>
  waitFor(() => {
    const texts = [...document.querySelectorAll('h1, p')].map(({ textContent }) => textContent);
    expect(texts.join(' ')).toBe(expected);
  });

const [BOTH_SENT, BOTH_READ] = ['Seite shell shell', 'Seite here here'];
const [failed, lacking] = [page(failure('unavailable'), failure('invalid')), page(success(FROM_SHELL))];
const deleted = page(failure('not_found'), success(FROM_SHELL));

test.each<[string, string, PageData | null, string, string]>([
  ['a click is one request, and the browser reads nothing', 'page', whole, BOTH_SENT, '/page'],
  ['without data each read runs in the browser, once', 'page', null, BOTH_READ, '/page title text'],
  ['with the data of other routes, too', 'page', { other: {} }, BOTH_READ, '/page title text'],
  ['after failed reads, too', 'page', failed, BOTH_READ, '/page title text'],
  ['only the reads that the response lacks run', 'page', lacking, 'Seite shell here', '/page text'],
  ['a record that was not found is not read again', 'page', deleted, 'Seite not_found shell', '/page'],
  ['a page without reads requests nothing', 'short', null, '/short', ''],
  ['a redirect is followed before anything is requested', 'moved', whole, BOTH_SENT, '/page'],
  ['a loader without declared reads does not run', 'plain', { plain: { about: FROM_SHELL } }, 'shell', '/plain'],
  ['it runs once when its data did not come', 'plain', null, 'here', '/plain loader'],
])('%s', async (_what, to, data, texts, expected) => {
  goTo(to, async () => data);
  await shows(texts);
  expect(log.join(' ')).toBe(expected);
});

test.each<[string, PageData | null, string, string]>([
  ['they came', whole, BOTH_SENT, '/page'],
  ['each read has run once in the browser', null, BOTH_READ, '/page title text'],
])(
  'a page whose data take longer than 100 ms shows its loading texts until %s',
  async (_what, data, texts, expected) => {
    const { promise, resolve } = Promise.withResolvers<PageData | null>();
    goTo('page', () => promise);
    await shows('Seite Loading... Loading...');
    expect(log).toEqual(['/page']);
    resolve(data);
    await shows(texts);
    expect(log.join(' ')).toBe(expected);
  },
);
