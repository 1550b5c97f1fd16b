import { paths } from '@ki/shared/contract/paths.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fill, givenOutsider, invite, newAddress, PASSWORD, press, routes, STAFF } from './testing/invitations.tsx';

beforeAll(() => signUp(STAFF, PASSWORD));

const invited = async (address: string) => paths.invitation(await invite(address));

/** Invites an address that has an account already, and signs in with this account. */
async function inviteLater(address: string): Promise<string> {
  await givenOutsider(address);
  const link = await invited(address);
  await signIn(address, PASSWORD);
  return link;
}

afterEach(async () => {
  await signOut();
  localStorage.removeItem('invitation');
});

test('a link opens the sign-up form with the address; signing up signs in and accepts the invitation', async () => {
  const address = newAddress();
  const link = await invited(address);
  const { router } = renderRoute(routes, link);
  expect((await screen.findByRole('heading')).textContent).toBe('Create Admin Account');
  expect(screen.getByRole('status').textContent).toContain(`Create an account with the address ${address}`);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(address);
  fill('Password', PASSWORD);
  press('Sign Up');
  await screen.findByRole('heading', { name: 'Admin page' });
  expect(router.state.location.hash).toBe('');
  expect(localStorage.getItem('invitation')).toBeNull();
});

test('whoever is invited gives a name with the sign-up, which the account then has', async () => {
  const address = newAddress();
  renderRoute(routes, await invited(address));
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  fill('Your name', ' Ada Muster ');
  fill('Password', PASSWORD);
  press('Sign Up');
  await screen.findByRole('heading', { name: 'Admin page' });
  expect(sessionStore.getState().user).toMatchObject({ email: address, name: 'Ada Muster' });
});

test('a sign-up without an invitation asks for no name', async () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  renderRoute(routes, '/login');
  press('Create an account');
  expect(screen.getByLabelText('Email')).toBeTruthy();
  expect(screen.queryByLabelText('Your name')).toBeNull();
});

test('whoever is invited is told that a password is one of the most used, and chooses another', async () => {
  const link = await invited(newAddress());
  renderRoute(routes, link);
  await screen.findByRole('heading', { name: 'Create Admin Account' });
  fill('Password', 'password123');
  press('Sign Up');
  expect((await screen.findByRole('alert')).textContent).toContain('known to be weak and easy to guess');
  fill('Password', PASSWORD);
  press('Sign Up');
  await screen.findByRole('heading', { name: 'Admin page' });
});

test('a used link says so and still shows the sign-in form', async () => {
  const address = newAddress();
  const link = await invited(address);
  await signUp(address, PASSWORD);
  await signIn(address, PASSWORD);
  const first = renderRoute(routes, link);
  await screen.findByRole('heading', { name: 'Admin page' });
  first.unmount();
  await signOut();
  renderRoute(routes, link);
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation has been used already.');
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
});

test('an account from before the invitation sets a new password and is in; the old password opens nothing', async () => {
  const address = newAddress();
  const link = await inviteLater(address);
  const { router } = renderRoute(routes, link);
  await screen.findByRole('heading', { name: 'Invitation' });
  await screen.findByText('Set a new password to accept the invitation.');
  fill('New Password', PASSWORD);
  press('Set Password');
  expect((await screen.findByRole('alert')).textContent).toContain('different from the old password');
  fill('New Password', 'ganz-neu-1');
  press('Set Password');
  await screen.findByRole('heading', { name: 'Admin page' });
  expect(router.state.location.hash).toBe('');
  await signOut();
  expect(await signIn(address, PASSWORD)).toBe('Invalid login credentials');
  expect(await signIn(address, 'ganz-neu-1')).toBeNull();
});

test('an unknown link is refused with a message', async () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
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
