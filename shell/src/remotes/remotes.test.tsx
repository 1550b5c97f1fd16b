import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { createMemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { registerPlatform } from './federation.ts';
import { createRemotes } from './remotes.tsx';

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
