import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ShellProvider } from '../app/shell-context.ts';
import { Missing } from './failure-notices.tsx';
import { createRemotes } from './remotes.tsx';

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
