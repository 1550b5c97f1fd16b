import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { render, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDocumentHead } from './document-head.ts';
import { type KnownRemotes, ShellProvider } from './shell-context.ts';

const SENT = 'Admin · KI-Lernplattform';

beforeEach(() => {
  document.title = SENT;
});

afterEach(() => {
  document.title = '';
});

const remotes: KnownRemotes = {
  owner: () => 'mf-admin',
  isMounted: () => true,
  isStaffOnly: () => true,
  versionOf: () => '1',
  failureOf: () => null,
  loadPage: () => Promise.resolve(),
};
const platform = { contract: 2, supabase: { url: 'http://localhost', key: 'key' }, remotes: {} };

function Root() {
  useDocumentHead();
  return <Outlet />;
}

/** Like the admin area: a layout with a head, and pages below it with lazy code. */
function openPage({ isServerRendered }: { readonly isServerRendered: boolean }) {
  const page = (path: string, title: string) =>
    defineRoute({
      path,
      head: () => ({ title, noindex: true }),
      lazy: () => Promise.resolve({ Component: () => <h1>{title}</h1> }),
    });
  const children = [page('courses', 'Online Courses'), page('trash', 'Trash')];
  const layout = defineRoute({ path: '/admin', head: () => ({ title: 'Admin', noindex: true }), children });
  const router = createMemoryRouter([{ Component: Root, HydrateFallback: () => null, children: [layout] }], {
    initialEntries: ['/admin/courses'],
  });
  const shell = { platform, remotes, isServerRendered, isOfDocument: () => true, failedHydration: null };
  const view = render(
    <ShellProvider value={shell}>
      <RouterProvider router={router} />
    </ShellProvider>,
  );
  return { ...view, router };
}

test('a page that the browser renders first replaces the title of its document', async () => {
  openPage({ isServerRendered: false });
  await waitFor(() => expect(document.title).toBe('Online Courses · KI-Lernplattform'));
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex');
});

test('a page that the server rendered keeps its title until the reader navigates', async () => {
  const { router, findByRole } = openPage({ isServerRendered: true });
  await findByRole('heading', { name: 'Online Courses' });
  expect(document.title).toBe(SENT);
  await router.navigate('/admin/trash');
  await waitFor(() => expect(document.title).toBe('Trash · KI-Lernplattform'));
});
