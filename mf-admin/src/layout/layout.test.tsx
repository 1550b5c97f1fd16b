import { sessionStore } from '@ki/shared/session/session-store.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

test('a signed-in account that is not staff sees a clear refusal instead of any page', async () => {
  intercept(({ url }) => (url.pathname.endsWith('/rpc/is_staff') ? Promise.resolve(Response.json(false)) : undefined));
  await openAdmin('/admin/ads');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no access to the admin area.');
  expect(screen.queryByRole('heading', { name: 'Ads Management' })).toBeNull();
});

test('Sign Out ends the session and goes to /login', async () => {
  const { path } = await openAdmin('/admin/ads');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-user' });
  expect(Object.keys(localStorage).filter((key) => key.endsWith('auth-token'))).toEqual([]);
});
