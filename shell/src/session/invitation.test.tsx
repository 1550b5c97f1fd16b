import { paths } from '@ki/shared/contract/paths.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { LoginPage } from './login-page.tsx';

const PASSWORD = 'geheim-1';
const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/admin', element: <h1>Admin page</h1> },
];
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const newAddress = () => `eingeladen-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** A staff account for this file alone: a sign-out ends the account's sessions in other tests too. */
const STAFF = newAddress();
beforeAll(() => signUp(STAFF, PASSWORD));

/** Invites an address and signs out. */
async function invite(address: string): Promise<string> {
  await signIn(STAFF, PASSWORD);
  const { data } = await (await staffClient()).rpc('invite_colleague', { address, remark: '' }).throwOnError();
  await signOut();
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  return paths.invitation(data);
}

/** Takes the rights of an account that the demo's open sign-up gave it. */
async function renounce(address: string): Promise<void> {
  await signIn(STAFF, PASSWORD);
  const client = await staffClient();
  const { data } = await client.rpc('read_accounts', { skip: 0, take: 1000 }).throwOnError();
  const { staff } = data as { staff: { id: string; email: string }[] };
  await client.rpc('remove_staff', { account: staff.find(({ email }) => email === address)?.id ?? '' }).throwOnError();
  await signOut();
  sessionStore.setState({ status: 'anonymous', user: null }, true);
}

/** Invites an address that has an account already, and signs in with this account. */
async function inviteLater(address: string): Promise<string> {
  await signUp(address, PASSWORD);
  await renounce(address);
  const link = await invite(address);
  await signIn(address, PASSWORD);
  return link;
}

afterEach(async () => {
  await signOut();
  localStorage.removeItem('invitation');
});

test('a link opens the sign-up form with the address; signing up signs in and accepts the invitation', async () => {
  const address = newAddress();
  const link = await invite(address);
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

test('whoever is invited is told that a password is one of the most used, and chooses another', async () => {
  const link = await invite(newAddress());
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
  const link = await invite(address);
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
  const link = await invite(address);
  await signIn(STAFF, PASSWORD);
  renderRoute(routes, link);
  expect((await screen.findByRole('alert')).textContent).toContain(`for another address than ${STAFF}`);
  expect(screen.getByRole('link', { name: 'Go to the admin area' }).getAttribute('href')).toBe('/admin');
  press('Sign Out');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(address));
});
