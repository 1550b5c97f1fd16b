import { paths } from '@ki/shared/contract/paths.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  arrived,
  fill,
  fillAccount,
  givenOutsider,
  invite,
  leave,
  newAddress,
  PASSWORD,
  press,
  routes,
  STAFF,
} from './testing/sign-in.tsx';

beforeAll(() => signUp(STAFF, PASSWORD));
afterEach(async () => {
  vi.unstubAllGlobals();
  await leave();
  localStorage.removeItem('invitation');
});

const invited = async (address: string) => paths.invitation(await invite(address));
const isStaff = async () => (await (await staffClient()).rpc('is_staff')).data;
const kept = () => localStorage.getItem('invitation');

test('a link opens the sign-up form with the address; signing up signs in, with the name, and accepts the invitation', async () => {
  const address = newAddress();
  const { router } = renderRoute(routes, await invited(address));
  expect((await screen.findByRole('heading')).textContent).toBe('Create Admin Account');
  expect(screen.getByRole('status').textContent).toContain(`Create an account with the address ${address}`);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(address);
  fill('Your name', ' Ada Muster ');
  fill('Password', PASSWORD);
  press('Sign Up');
  await arrived();
  expect(sessionStore.getState().user).toMatchObject({ email: address, name: 'Ada Muster' });
  expect([router.state.location.hash, kept()]).toEqual(['', null]);
});

test('whoever is invited is told that a password is one of the most used, and chooses another', async () => {
  renderRoute(routes, await invited(newAddress()));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  fill('Password', 'password123');
  press('Sign Up');
  expect((await screen.findByRole('alert')).textContent).toContain('known to be weak and easy to guess');
  fill('Password', PASSWORD);
  press('Sign Up');
  await arrived();
});

test('a used link says so and still shows the sign-in form', async () => {
  const address = newAddress();
  const link = await invited(address);
  await signUp(address, PASSWORD);
  await signIn(address, PASSWORD);
  const first = renderRoute(routes, link);
  await arrived();
  first.unmount();
  await signOut();
  renderRoute(routes, link);
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation has been used already.');
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
});

test('an account from before the invitation sets a new password and is in; the old password opens nothing', async () => {
  const address = newAddress();
  await givenOutsider(address);
  const link = await invited(address);
  await signIn(address, PASSWORD);
  const { router } = renderRoute(routes, link);
  await screen.findByRole('heading', { name: 'Invitation' });
  await screen.findByText('Set a new password to accept the invitation.');
  fill('New Password', PASSWORD);
  press('Set Password');
  expect((await screen.findByRole('alert')).textContent).toContain('different from the old password');
  fill('New Password', 'ganz-neu-1');
  press('Set Password');
  await arrived();
  expect(router.state.location.hash).toBe('');
  await signOut();
  expect(await signIn(address, PASSWORD)).toBe('Invalid login credentials');
  expect(await signIn(address, 'ganz-neu-1')).toBeNull();
});

test('an unknown link is refused with a message', async () => {
  renderRoute(routes, paths.invitation('f'.repeat(64)));
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation is not valid');
});

test('with another account the link says so and stays usable; after Sign Out the form is there for the right one', async () => {
  const address = newAddress();
  const link = await invited(address);
  await signIn(STAFF, PASSWORD);
  renderRoute(routes, link);
  expect((await screen.findByRole('alert')).textContent).toContain(`for another address than ${STAFF}`);
  expect(screen.getByRole('link', { name: 'Go to the admin area' }).getAttribute('href')).toBe('/admin');
  press('Sign Out');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(address));
});

/** Opens the link as one tab does, and closes it again. */
async function openLink(token: string): Promise<void> {
  renderRoute(routes, paths.invitation(token));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  cleanup();
}

async function signInAtPlainAddress(address: string): Promise<void> {
  renderRoute(routes, paths.login);
  expect((await screen.findByRole('heading')).textContent).toBe('Admin Login');
  fillAccount(address, PASSWORD);
  press('Sign In');
}

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
  fillAccount(address, PASSWORD);
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

test('in a browser that stores nothing the link serves the sign-up of its own page', async () => {
  const address = newAddress();
  const token = await invite(address);
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get }));
  renderRoute(routes, paths.invitation(token));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  fill('Password', PASSWORD);
  press('Sign Up');
  await arrived();
  expect(await isStaff()).toBe(true);
});
