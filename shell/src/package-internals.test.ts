// @vitest-environment happy-dom
import { createElement } from 'react';
import { version as reactDom } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter, Outlet, RouterProvider, ScrollRestoration } from 'react-router-dom';
import reactRouter from 'react-router-dom/package.json' with { type: 'json' };
import { expect, test, vi } from 'vitest';
import { isHydrated } from './hydration/events.ts';

/** A document with HTML for an app, and what hydrates it. */
function documentWith(html: string, app: Parameters<typeof hydrateRoot>[1]) {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return () => hydrateRoot(document.querySelector('#root') as HTMLElement, app);
}

test(`react-dom ${reactDom} marks an element when it hydrates it (hydration/events.ts)`, async () => {
  const hydrate = documentWith('<p>Kurs</p>', createElement('p', null, 'Kurs'));
  const paragraph = document.querySelector('p') as Element;
  expect(isHydrated(paragraph)).toBe(false);
  const root = hydrate();
  await vi.waitFor(() => expect(isHydrated(paragraph)).toBe(true));
  root.unmount();
});

test(`react-router-dom ${reactRouter.version} saves the scroll position on \`pagehide\` (remotes/crossing.ts)`, async () => {
  const page = createElement('div', null, createElement(ScrollRestoration), createElement(Outlet));
  const router = createMemoryRouter([{ path: '/', element: page }]);
  const root = documentWith('<div></div>', createElement(RouterProvider, { router }))();
  await vi.waitFor(() => {
    dispatchEvent(new Event('pagehide'));
    expect(sessionStorage).toHaveLength(1);
  });
  root.unmount();
});
