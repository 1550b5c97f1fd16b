import { createMemoryRouter, redirect } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createCrossing } from './crossing.ts';

type Router = ReturnType<typeof createMemoryRouter>;

const open: Router[] = [];
afterEach(() => {
  for (const router of open.splice(0)) router.dispose();
});

/** What the browser is asked for, in a document for `/own`. */
function browser() {
  const asked: string[] = [];
  const ask = (what: string) => (address?: string) => void asked.push(address ? `${what} ${address}` : what);
  const own = { pathname: '/own', search: '', hash: '' };
  const ways = { assign: ask('assign'), replace: ask('replace'), reload: ask('reload') };
  const page = Object.assign(new EventTarget(), { stop: ask('stop') });
  const address = Object.assign(own, ways);
  vi.stubGlobal('location', address);
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('BeforeUnloadEvent', class extends Event {});
  vi.stubGlobal('history', { scrollRestoration: 'manual' });
  const restore = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  const asksBeforeUnload = () => {
    const event = Reflect.construct(BeforeUnloadEvent, ['beforeunload', { cancelable: true }]) as Event;
    event.preventDefault();
    return event.defaultPrevented;
  };
  return { asked, address, page, restore, asksBeforeUnload };
}

/** Own pages, one of them with data, and addresses of the other generation below `/other`. */
function pages(initialEntries = ['/own']) {
  const crossing = createCrossing();
  const loader = vi.fn(async () => 'data');
  const router = createMemoryRouter(
    [
      {
        path: '/',
        children: [
          { path: 'own' },
          { path: 'next' },
          { path: 'data', loader },
          { path: 'moved', loader: () => redirect('/other') },
          { path: '*' },
        ],
      },
    ],
    {
      initialEntries,
      patchRoutesOnNavigation: async ({ path, signal }) => {
        if (path.startsWith('/other')) await crossing.to(path, signal);
      },
    },
  );
  open.push(router);
  crossing.follow(router);
  return { crossing, router, loader };
}

/** A document for `/own`, with the page of the last entry. */
const openDocument = (initialEntries?: string[]) => ({ ...browser(), ...pages(initialEntries) });

const linkTo = (pathname: string) => ({ pathname }) as HTMLAnchorElement;

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A crossing settles with the next navigation only. */
async function cross(router: Router, address = '/other', options = {}): Promise<void> {
  void router.navigate(address, options);
  await settled();
}

test('a page of another generation is taken by its document, with its query and fragment', async () => {
  const { asked, router } = openDocument();
  await cross(router, '/other?suche=ki#ende');
  expect(asked).toEqual(['assign /other?suche=ki#ende']);
});

test('revalidations while the document is on its way do not ask for it again', async () => {
  const { asked, asksBeforeUnload, router } = openDocument();
  await cross(router);
  void router.revalidate();
  await settled();
  void router.revalidate();
  await settled();
  expect(asked).toEqual(['assign /other']);
  expect(asksBeforeUnload()).toBe(false);
});

test.each(['/next', '/data', '/own#stelle'])('going on to %s stops the browser, and forms ask again', async (next) => {
  const { asked, asksBeforeUnload, router } = openDocument();
  await cross(router);
  await router.navigate(next);
  expect(asked).toEqual(['assign /other', 'stop']);
  expect(asksBeforeUnload()).toBe(true);
  expect(next.startsWith(router.state.location.pathname)).toBe(true);
});

test('the browser is stopped before the next page reads its data, which would be stopped, too', async () => {
  const { asked, router, loader } = openDocument();
  loader.mockImplementation(async () => asked.join());
  await cross(router);
  await router.navigate('/data');
  expect(Object.values(router.state.loaderData)).toEqual(['assign /other,stop']);
});

test('a second click asks again, as the first document may have been stopped by the reader', async () => {
  const { asked, router } = openDocument();
  await cross(router);
  await cross(router);
  expect(asked).toEqual(['assign /other', 'stop', 'assign /other']);
});

test('a navigation that replaces its entry does so by a document, and the next one adds an entry again', async () => {
  const { asked, router } = openDocument();
  await cross(router, '/other', { replace: true });
  expect(asked.splice(0)).toEqual(['replace /other']);
  await router.navigate('/next', { replace: true });
  asked.length = 0;
  await cross(router, '/moved');
  expect(asked).toEqual(['assign /other']);
});

test('a step in the history to an address of another generation loads it in place', async () => {
  const { asked, address, router } = openDocument(['/other', '/own']);
  address.pathname = '/other';
  void router.navigate(-1);
  await settled();
  expect(asked).toEqual(['reload']);
});

test('a page that the browser restores is shown again with the state of its entry, and can cross again', async () => {
  const { asked, restore, asksBeforeUnload, router } = openDocument();
  await router.navigate('/own', { state: { openedHere: true } });
  await cross(router);
  restore();
  await settled();
  const { location, navigation } = router.state;
  expect(location).toMatchObject({ pathname: '/own', state: { openedHere: true } });
  expect(navigation.state).toBe('idle');
  expect(asksBeforeUnload()).toBe(true);
  await cross(router);
  expect(asked).toEqual(['assign /other', 'assign /other']);
});

test('the browser follows a link that is pressed, without the router, and forms still ask', async () => {
  const { asked, asksBeforeUnload, crossing, router } = openDocument();
  expect(crossing.byLink(linkTo('/other'))).toBe(true);
  expect(asked).toEqual([]);
  expect(router.state.navigation.state).toBe('idle');
  expect(asksBeforeUnload()).toBe(true);
});

test('revalidations do not stop the document of a link that was pressed, and the next page does', async () => {
  const { asked, crossing, router } = openDocument();
  crossing.byLink(linkTo('/other'));
  await router.revalidate();
  expect(asked).toEqual([]);
  await router.navigate('/own#stelle');
  expect(asked).toEqual(['stop']);
});

test('the router saves the scroll position at a press, and at the end only when it has changed since', async () => {
  const { page, crossing, router } = openDocument();
  const saved: number[] = [];
  const scroll = (to: number) => {
    vi.stubGlobal('scrollY', to);
    page.dispatchEvent(new Event('scroll'));
  };
  const hide = () => page.dispatchEvent(new Event('pagehide'));
  page.addEventListener('pagehide', () => {
    saved.push(scrollY);
    history.scrollRestoration = 'auto';
  });
  scroll(100);
  crossing.byLink(linkTo('/other'));
  expect(saved).toEqual([100]);
  hide();
  expect(saved).toEqual([100]);
  scroll(200);
  hide();
  expect(saved).toEqual([100, 200]);
  crossing.byLink(linkTo('/other'));
  await router.navigate('/next');
  expect(history.scrollRestoration).toBe('manual');
  hide();
  expect(saved).toEqual([100, 200, 200, 200]);
});

test.each([
  ['a form asks to stay', () => addEventListener('beforeunload', (event) => event.preventDefault()), '/other'],
  ['another page is on its way', (router: Router) => void router.navigate('/data'), '/other'],
  ['the server has no other document', () => undefined, '/own'],
])('a press on a link is left to the router when %s', (_when, prepare, pathname) => {
  const { asked, crossing, router, loader } = openDocument();
  loader.mockReturnValue(new Promise(() => undefined));
  prepare(router);
  expect(crossing.byLink(linkTo(pathname))).toBe(false);
  expect(asked).toEqual([]);
});

test('a page that is restored after a press on a link stays as it is', async () => {
  const { asked, restore, crossing, router } = openDocument();
  const { location } = router.state;
  crossing.byLink(linkTo('/other'));
  restore();
  await settled();
  expect(router.state.location).toBe(location);
  await router.navigate('/next');
  expect(asked).toEqual([]);
});

test('the address of the document itself is no crossing: the server has no other document for it', async () => {
  const { asked, address } = browser();
  address.pathname = '/other';
  const { router } = pages();
  await router.navigate('/other');
  expect(asked).toEqual([]);
});
