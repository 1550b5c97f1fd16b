import { paths } from '@ki/shared/contract/paths.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signUp } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  fill,
  givenOutsider,
  invite,
  leave,
  newAddress,
  PASSWORD,
  press,
  routes,
  STAFF,
} from './testing/invitations.tsx';

beforeAll(() => signUp(STAFF, PASSWORD));
afterEach(async () => {
  vi.unstubAllGlobals();
  await leave();
  localStorage.removeItem('invitation');
});

const isStaff = async () => (await (await staffClient()).rpc('is_staff')).data;
const kept = () => localStorage.getItem('invitation');

/** Opens the link as one tab does, and closes it again. */
async function openLink(token: string): Promise<void> {
  renderRoute(routes, paths.invitation(token));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  cleanup();
}

async function signInAtPlainAddress(address: string): Promise<void> {
  renderRoute(routes, paths.login);
  expect((await screen.findByRole('heading')).textContent).toBe('Admin Login');
  fill('Email', address);
  fill('Password', PASSWORD);
  press('Sign In');
}

const arrived = () => screen.findByRole('heading', { name: 'Admin page' });

test('an opened link serves a later sign-in at the plain address, as in another tab', async () => {
  const address = await givenOutsider();
  await openLink(await invite(address));
  await signInAtPlainAddress(address);
  await screen.findByText('Set a new password to accept the invitation.');
  fill('New Password', 'ganz-neu-1');
  press('Set Password');
  await arrived();
  expect([await isStaff(), kept()]).toEqual([true, null]);
});

test('whoever creates an account at the plain address after opening a link is in', async () => {
  const address = newAddress();
  await openLink(await invite(address));
  renderRoute(routes, paths.login);
  await screen.findByText('You are invited to the admin area.');
  press('Create an account');
  fill('Email', address);
  fill('Password', PASSWORD);
  press('Sign Up');
  await arrived();
  expect(await isStaff()).toBe(true);
});

test('an opened link gives nothing to an account with another address, whose sign-in it does not stop', async () => {
  const stranger = await givenOutsider();
  const token = await invite(newAddress());
  await openLink(token);
  await signInAtPlainAddress(stranger);
  await arrived();
  expect([await isStaff(), kept()]).toEqual([false, token]);
});

test('a kept token that cannot be used any more is forgotten without a word', async () => {
  localStorage.setItem('invitation', 'f'.repeat(64));
  renderRoute(routes, paths.login);
  await waitFor(() => expect(kept()).toBeNull());
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a plain sign-up signs nobody in', async () => {
  renderRoute(routes, paths.login);
  await screen.findByRole('heading', { name: 'Admin Login' });
  press('Create an account');
  fill('Email', newAddress());
  fill('Password', PASSWORD);
  press('Sign Up');
  await screen.findByText('Account created successfully! You can now sign in.');
  expect(sessionStore.getState().status).toBe('anonymous');
});

test('in a browser that stores nothing the link serves the sign-up of its own page', async () => {
  const address = newAddress();
  const token = await invite(address);
  vi.stubGlobal(
    'localStorage',
    new Proxy({} as Storage, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  );
  renderRoute(routes, paths.invitation(token));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  fill('Password', PASSWORD);
  press('Sign Up');
  await arrived();
  expect(await isStaff()).toBe(true);
});
