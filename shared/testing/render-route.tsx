import { type RenderResult, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom';

/** Opens an address in a router that holds a remote's own routes: real loaders, real actions, real data. */
export function renderRoute(
  routes: readonly RouteObject[],
  address: string,
): RenderResult & { router: ReturnType<typeof createMemoryRouter> } {
  const root: RouteObject = {
    id: 'root',
    Component: Outlet,
    HydrateFallback: () => <p>starting</p>,
    children: [...routes, { path: '*', element: <p>another page</p> }],
  };
  const router = createMemoryRouter([root], { initialEntries: [address] });
  const view = render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return { ...view, router };
}
