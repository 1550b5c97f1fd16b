import type { Settling } from '@ki/shared/contract/reads.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, redirect, useLoaderData } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { PageData } from './page-data.ts';
import { singleFetch } from './single-fetch.ts';

const READ_HERE = 'read by the browser';
const FROM_SHELL = 'from the shell';

/** Requests to the shell, and reads that ran in the browser. */
let log: string[] = [];
beforeEach(() => {
  log = [];
});

const readText = (name: string) => async () => {
  log.push(`read ${name}`);
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
    log.push(`request ${pathname}`);
    return take();
  };
  const router = createMemoryRouter(singleFetch(routes, { take: counted }));
  render(<RouterProvider router={router} />);
  screen.getByRole('link', { name }).click();
}

const success = (data: string) => ({ ok: true, data });
const whole = { page: { about: 'Seite', title: success(FROM_SHELL), text: success(FROM_SHELL) } };
const answerWith = (data: PageData | null) => async () => data;

const shownTwice = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));

test('a click is one request, and the browser reads nothing', async () => {
  goTo('page', answerWith(whole));
  await shownTwice(FROM_SHELL);
  expect(log).toEqual(['request /page']);
});

test('a page whose data take longer than 100 ms shows its loading texts', async () => {
  const { promise, resolve } = Promise.withResolvers<PageData | null>();
  goTo('page', () => promise);
  await shownTwice('Loading...');
  expect(screen.getByRole('heading', { name: 'Seite' })).toBeTruthy();
  resolve(whole);
  await shownTwice(FROM_SHELL);
  expect(log).toEqual(['request /page']);
});

test.each([
  ['without data', null],
  ['with the data of other routes', { other: {} }],
  ['with failed reads', { page: { title: { ok: false, code: 'unavailable' }, text: { ok: false, code: 'invalid' } } }],
])('after a response %s each read runs in the browser, once', async (_kind, data) => {
  goTo('page', answerWith(data));
  await shownTwice(READ_HERE);
  expect(log).toEqual(['request /page', 'read title', 'read text']);
});

test('only the reads that the response lacks run in the browser', async () => {
  goTo('page', answerWith({ page: { title: success(FROM_SHELL) } }));
  expect(await screen.findByText(READ_HERE)).toBeTruthy();
  expect(screen.getByText(FROM_SHELL)).toBeTruthy();
  expect(log).toEqual(['request /page', 'read text']);
});

test('a record that the shell did not find is not read again', async () => {
  goTo('page', answerWith({ page: { title: { ok: false, code: 'not_found' }, text: success(FROM_SHELL) } }));
  expect(await screen.findByText('not_found')).toBeTruthy();
  expect(log).toEqual(['request /page']);
});

test('a late response without data makes each read run once', async () => {
  const { promise, resolve } = Promise.withResolvers<PageData | null>();
  goTo('page', () => promise);
  await shownTwice('Loading...');
  expect(log).toEqual(['request /page']);
  resolve(null);
  await shownTwice(READ_HERE);
  expect(log).toEqual(['request /page', 'read title', 'read text']);
});

test('a page without reads requests nothing', async () => {
  goTo('short', answerWith(null));
  expect(await screen.findByRole('heading', { name: '/short' })).toBeTruthy();
  expect(log).toEqual([]);
});

test('a redirect is followed before anything is requested', async () => {
  goTo('moved', answerWith(whole));
  await shownTwice(FROM_SHELL);
  expect(log).toEqual(['request /page']);
});

test('a loader without declared reads runs only when the response lacks its data', async () => {
  goTo('plain', answerWith({ plain: { about: FROM_SHELL } }));
  expect(await screen.findByText(FROM_SHELL)).toBeTruthy();
  expect(log).toEqual(['request /plain']);
});

test('it runs once when the shell does not respond', async () => {
  goTo('plain', answerWith(null));
  expect(await screen.findByText(READ_HERE)).toBeTruthy();
  expect(log).toEqual(['request /plain', 'loader']);
});
