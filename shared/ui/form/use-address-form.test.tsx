import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Form, Link, RouterProvider, useLoaderData } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useAddressForm } from './use-address-form.ts';

afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly text: string;
  readonly kind: string;
  /** Has no field: a change of the fields keeps it. */
  readonly sort: string;
}

function addressOf(asked: Asked): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  return query ? `/list?${query}` : '/list';
}
const askedBy = (query: URLSearchParams): Asked => ({
  text: query.get('text')?.trim() ?? '',
  kind: query.get('kind') ?? '',
  sort: query.get('sort') ?? '',
});

function List({ replaces }: { readonly replaces?: boolean }) {
  const asked = useLoaderData<Asked>();
  const { form, typed } = useAddressForm({
    values: { text: asked.text, kind: asked.kind },
    addressOf: (fields) => addressOf({ ...askedBy(fields), sort: asked.sort }),
    replaces,
  });
  return (
    <>
      <Form role="search" action="/list" {...form}>
        <input type="search" name="text" defaultValue={asked.text} />
        <select name="kind" defaultValue={asked.kind}>
          <option value="">all</option>
          <option>course</option>
        </select>
      </Form>
      <Link to="/list?kind=course&sort=title">courses</Link>
      <p role="status">{typed?.get('text') ?? asked.text}</p>
    </>
  );
}

/** A list at `/list`, opened from another page. Its loader waits for `arrive`. */
function createList(replaces?: boolean, arrive: () => Promise<void> = () => Promise.resolve()) {
  const loader = async ({ request }: { request: Request }) => {
    await arrive();
    return askedBy(new URL(request.url).searchParams);
  };
  return createMemoryRouter(
    [
      { path: '/', element: <p>another page</p> },
      { path: '/list', loader, element: <List replaces={replaces} />, HydrateFallback: () => null },
    ],
    {
      initialEntries: ['/', '/list'],
      initialIndex: 1,
      hydrationData: { loaderData: { '1': askedBy(new URLSearchParams()) } },
    },
  );
}

type Router = ReturnType<typeof createList>;

function openList(...options: Parameters<typeof createList>): Router {
  const router = createList(...options);
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return router;
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const choice = () => screen.getByRole<HTMLSelectElement>('combobox');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const choose = (value: string) => fireEvent.change(choice(), { target: { value } });
const current = ({ state: { location } }: Router) => location.pathname + location.search;
const status = () => screen.getByRole('status').textContent;
const reaches = (router: Router, address: string) => waitFor(() => expect(current(router)).toBe(address));
const walk = (router: Router, steps: number) => act(() => router.navigate(steps));

test('typing takes effect at once, reaches the address, and is one history entry, which a submit ends', async () => {
  const router = openList();
  type('c');
  expect(status()).toBe('c');
  await reaches(router, '/list?text=c');
  type('chat');
  await reaches(router, '/list?text=chat');
  await walk(router, -1);
  expect([current(router), box().value, status()]).toEqual(['/list', '', '']);
  await walk(router, 1);
  expect([current(router), box().value]).toEqual(['/list?text=chat', 'chat']);
  type('chatten');
  fireEvent.submit(screen.getByRole('search'));
  await reaches(router, '/list?text=chatten');
  type('chatbot');
  await reaches(router, '/list?text=chatbot');
  await walk(router, -1);
  expect(current(router)).toBe('/list?text=chatten');
});

test('a choice is a history entry of its own and includes the text typed just before', async () => {
  const router = openList();
  type('chat');
  choose('course');
  await reaches(router, '/list?text=chat&kind=course');
  choose('');
  await reaches(router, '/list?text=chat');
  await walk(router, -1);
  expect(choice().value).toBe('course');
  await walk(router, -1);
  expect([current(router), box().value, choice().value]).toEqual(['/list', '', '']);
});

test('a link changes the fields and discards text that is not in the address yet', async () => {
  vi.useFakeTimers();
  const router = openList();
  type('chat');
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'courses' })));
  expect([box().value, choice().value, status()]).toEqual(['', 'course', '']);
  await act(async () => vi.runAllTimers());
  expect(current(router)).toBe('/list?kind=course&sort=title');
});

test('typing after a navigation is a new history entry, even with the same text', async () => {
  const router = openList();
  type('chat');
  await reaches(router, '/list?text=chat');
  await walk(router, -1);
  type('chat');
  await reaches(router, '/list?text=chat');
  fireEvent.click(screen.getByRole('link', { name: 'courses' }));
  await reaches(router, '/list?kind=course&sort=title');
  type('chat');
  await reaches(router, '/list?text=chat&kind=course&sort=title');
  await walk(router, -1);
  expect(current(router)).toBe('/list?kind=course&sort=title');
});

test('text typed during a navigation stays', async () => {
  const arrivals: (() => void)[] = [];
  const router = openList(false, () => new Promise((resolve) => arrivals.push(resolve)));
  type('ch');
  await waitFor(() => expect(arrivals).toHaveLength(1));
  type('chat');
  await act(async () => arrivals[0]?.());
  expect([current(router), box().value, status()]).toEqual(['/list?text=ch', 'chat', 'chat']);
  await waitFor(() => expect(arrivals).toHaveLength(2));
  await act(async () => arrivals[1]?.());
  expect([current(router), box().value]).toEqual(['/list?text=chat', 'chat']);
});

test('text that leads to the same address adds no history entry', async () => {
  const router = openList();
  const { key } = router.state.location;
  type('chat');
  type(' ');
  fireEvent.submit(screen.getByRole('search'));
  expect(status()).toBe('');
  expect(router.state.navigation.state).toBe('idle');
  expect(router.state.location.key).toBe(key);
});

test('with `replaces`, typing adds no history entry and Back leaves the list', async () => {
  const router = openList(true);
  type('chat');
  await reaches(router, '/list?text=chat');
  await walk(router, -1);
  expect(current(router)).toBe('/');
});

test('text typed before hydration stays and reaches the address', async () => {
  const router = createList();
  const page = <RouterProvider router={router} />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const field = container.querySelector('input') as HTMLInputElement;
  field.value = 'chat';
  render(page, { container, hydrate: true });
  await reaches(router, '/list?text=chat');
  expect(container.querySelector('input')).toBe(field);
  expect(field.value).toBe('chat');
});
