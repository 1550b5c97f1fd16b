import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ShellProvider } from '../app/shell-context.ts';
import { Missing } from './failure-notices.tsx';
import { registerPlatform } from './federation.ts';
import { createRemotes, withRetries } from './remotes.tsx';

const remotes = {
  'mf-admin': { version: '1', entry: '', integrity: '', staffOnly: true, routes: ['/admin/*'] },
};

beforeEach(() => sessionStore.setState({ status: 'anonymous', user: null }, true));

test.each([
  ['of staff, for a visitor', '/admin'],
  ['at an address without an owner', '/nirgends'],
])('no code is loaded of a remote %s', async (_what, address) => {
  const patch = vi.fn();
  await createRemotes(remotes).discover(address, patch, new AbortController().signal);
  expect(patch).not.toHaveBeenCalled();
});

test('the owner of an address is worked out once', () => {
  const routes = vi.fn(() => ['/matrix']);
  const matrix = { version: '1', entry: '', integrity: '', staffOnly: false };
  const { owner } = createRemotes({
    'mf-matrix': Object.defineProperty({ ...matrix, routes: [] }, 'routes', { get: routes }),
  });
  expect([owner('/matrix'), owner('/matrix'), owner('/nirgends'), owner('/nirgends')]).toEqual([
    'mf-matrix',
    'mf-matrix',
    undefined,
    undefined,
  ]);
  expect(routes).toHaveBeenCalledTimes(2);
});

test('an address that the server rendered for nobody has no owner', () => {
  const pages = { 'mf-blog': { version: '1', entry: '', integrity: '', staffOnly: false, routes: ['/:slug'] } };
  const { owner } = createRemotes(pages, { unowned: '/nirgends' });
  expect([owner('/nirgends'), owner('/impressum')]).toEqual([undefined, 'mf-blog']);
});

test('two navigations to a remote whose code is on its way show its page', async () => {
  sessionStore.setState({ status: 'signed-in', user: { id: '1', email: '', name: '' } }, true);
  const remote = { contract: CONTRACT, id: 'mf-admin', routes: [{ path: '/admin', element: 'Dashboard' }] };
  Reflect.set(window, 'mf_admin', { init: () => undefined, get: async () => () => ({ remote }) });
  onTestFinished(() => void Reflect.deleteProperty(window, 'mf_admin'));
  registerPlatform(remotes);
  const known = createRemotes(remotes);
  const router = createMemoryRouter([{ id: 'root', path: '/', children: [{ path: '*', element: 'Missing' }] }], {
    patchRoutesOnNavigation: ({ path, patch, signal }) =>
      known.discover(path, (routes) => patch('root', routes), signal),
  });
  await Promise.all([router.navigate('/admin'), router.navigate('/admin')]);
  expect(router.state.matches.at(-1)?.route.path).toBe('/admin');
});

test.each([
  ['a first attempt that succeeds is not repeated', 0, 'code', 1],
  ['two failures are retried', 2, 'code', 3],
  ['the third failure is final', 3, 'gone', 3],
])('%s', async (_what, failures, outcome, attempts) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn().mockResolvedValue('code');
  for (let failure = 0; failure < failures; failure += 1) load.mockRejectedValueOnce(new Error('gone'));
  const loaded = withRetries(load).catch(({ message }: Error) => message);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe(outcome);
  expect(load).toHaveBeenCalledTimes(attempts);
});

const ELSEWHERE = { staffOnly: false, routes: ['/course-matrix'] };

/** A page that its remote's code did not come for, with the code of this generation or of another one. */
function openPage(owner: PublicRemote) {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const discover = vi.fn();
  const platform = {
    contract: 2,
    supabase: { url: 'http://localhost', key: 'key' },
    remotes: { 'mf-matrix': owner },
  };
  const remotes = createRemotes(platform.remotes);
  const router = createMemoryRouter([{ path: '/', children: [{ path: '*', Component: Missing }] }], {
    initialEntries: ['/course-matrix'],
    patchRoutesOnNavigation: ({ path }) => discover(path),
    hydrationData: { loaderData: {} },
  });
  const shell = { platform, remotes, isServerRendered: true, isOfDocument: () => true, failedHydration: null };
  render(
    <ShellProvider value={shell}>
      <RouterProvider router={router} />
    </ShellProvider>,
  );
  return { reload, discover };
}

const CODE = { version: '1', entry: 'https://a.test/1/web/remoteEntry.js', integrity: 'sha384-' };

test.each([
  ['generation is not served is tried again by its document', ELSEWHERE, [[]], []],
  ['code did not come is tried again without a document', { ...ELSEWHERE, ...CODE }, [], [['/course-matrix']]],
])('a page whose %s', async (_what, owner, reloads, discoveries) => {
  const { reload, discover } = openPage(owner);
  fireEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
  await vi.waitFor(() => expect([reload.mock.calls, discover.mock.calls]).toEqual([reloads, discoveries]));
});
